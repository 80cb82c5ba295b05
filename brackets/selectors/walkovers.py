"""How a W.O. came about: declared on a convocatoria, or recorded at the desk outside of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from brackets.models import AuditEntry, CallUp, Championship, Fixture, User
from brackets.selectors.callups import SIDES, Convocatoria, absence_told, callups_of

RECORDED: Final = ("partida-resultado", "partida-corregir")
"""What the audit calls the recording of a result; one that was only given back stands as it was recorded before."""


@dataclass(frozen=True, eq=False)
class Walkover:
    """The W.O. that decided a fixture; `recorded` is what the audit has of its result, None where it has nothing."""

    convocatoria: Convocatoria
    recorded: AuditEntry | None

    @property
    def fixture(self) -> Fixture:
        return self.convocatoria.fixture

    @property
    def absent(self) -> str:
        """The sides that lost by it."""
        fixture = self.fixture
        if fixture.winner_id is None:
            return "AB"
        return "B" if fixture.winner_id == fixture.pareja_a_id else "A"

    @cached_property
    def declared(self) -> CallUp | None:
        """Its declaration on the convocatoria; None where the result was recorded, or recorded anew, outside of it."""
        event = self.convocatoria.walkover
        if event is None or event.side != self.absent:
            return None
        return event if self.recorded is None or self.recorded.at == event.at else None

    @property
    def said(self) -> str:
        """Who did not come, as a sentence without its stop."""
        if self.declared:
            return self.convocatoria.said(self.declared)
        numbers = [self.convocatoria.number_of(side) for side in self.absent]
        return absence_told(numbers, pair=self.convocatoria.championship.players_per_pareja > 1)

    @property
    def by(self) -> User | None:
        """Who declared or recorded it."""
        return self.declared.by if self.declared else self.recorded.user if self.recorded else None

    @property
    def at(self) -> datetime | None:
        if self.declared:
            return self.declared.at
        return self.recorded.at if self.recorded else self.fixture.decided_at

    @property
    def reason(self) -> str:
        return str(self.recorded.data.get("reason") or "") if self.recorded else ""

    def came(self, side: str) -> bool:
        """Whether anybody of that side was there: noted on the convocatoria, or winner of what was recorded without one."""
        return bool(self.convocatoria.present(side)) or (self.declared is None and side not in self.absent)

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(side for side in SIDES if self.came(side))


def walkovers_told(fixtures: Sequence[Fixture], championship: Championship) -> dict[int, Walkover]:
    """How each of these, which were decided by a W.O., came to be: three queries for all of them."""
    found = callups_of(fixtures, championship)
    entries = AuditEntry.objects.filter(
        championship=championship, action__in=RECORDED, data__fixture__in=[each.pk for each in fixtures]
    )
    recorded: dict[int, AuditEntry] = {}
    by_key = {fixture.pk: fixture for fixture in fixtures}
    for entry in entries.select_related("user").order_by("id"):
        fixture = by_key[entry.data["fixture"]]
        if _is_of(entry, fixture):
            recorded[fixture.pk] = entry
    return {pk: Walkover(there, recorded.get(pk)) for pk, there in found.items()}


def walkover_told(fixture: Fixture, championship: Championship) -> Walkover:
    return walkovers_told([fixture], championship)[fixture.pk]


def _is_of(entry: AuditEntry, fixture: Fixture) -> bool:
    """Whether it tells the result that stands."""
    after, winner = entry.data.get("after") or {}, fixture.winner.number if fixture.winner else None
    return (after.get("how"), after.get("winner")) == (fixture.how, winner)
