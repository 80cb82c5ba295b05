"""How a W.O. came about: declared on a convocatoria, or recorded at the desk outside of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Q

from brackets.models import CallUp, Championship, Fixture, StageEvent, User
from brackets.selectors.called import changes_among
from brackets.selectors.callups import SIDES, Convocatoria, absence_told, callups_of
from brackets.selectors.voided import voided_in

RECORDED: Final = ("partida-resultado", "partida-corregir")
"""Actions that record a result; one that is only given back keeps its earlier record."""


@dataclass(frozen=True, eq=False)
class Walkover:
    """The W.O. that decided a fixture; `recorded` is the event of its result, and `voided` whether that counts for nobody."""

    convocatoria: Convocatoria
    recorded: StageEvent | None
    voided: bool

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
        return self.declared.by if self.declared else self.recorded.by if self.recorded else None

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

    def called(self, side: str) -> dict[int, str]:
        """By place, who of that side was called, or there when it was recorded; a substitute who came later is not among them."""
        return self.convocatoria.called(side, self._at(side))

    def _at(self, side: str) -> datetime | None:
        there = self.convocatoria
        came = [event.at for event in there.events if event.kind == CallUp.Kind.PRESENT and event.side == side]
        return came[-1] if came else there.noted[0].at if there.noted else self.at

    @property
    def present(self) -> tuple[str, ...]:
        return tuple(side for side in SIDES if self.came(side))


def walkovers_told(fixtures: Sequence[Fixture], championship: Championship) -> dict[int, Walkover]:
    """How each of these, which were decided by a W.O., came to be: four queries for all of them, five where a pareja is voided."""
    by_key = {(fixture.stage.number, fixture.round, fixture.position): fixture for fixture in fixtures}
    since = {fixture.stage.number: fixture.stage.events_from for fixture in fixtures}
    events = StageEvent.objects.filter(
        Q(kind=StageEvent.Kind.RESULT, action__in=RECORDED) | Q(kind=StageEvent.Kind.SUBSTITUTION),
        championship=championship,
        stage__in=since,
        seq__gt=min(since.values(), default=0),
    )
    told = list(events.select_related("by").order_by("seq"))
    recorded: dict[int, StageEvent] = {}
    for event in told:
        fixture = by_key.get((event.stage, event.round, event.position))  # type: ignore[arg-type]
        if fixture is not None and event.seq > fixture.stage.events_from and _is_of(event, fixture):
            recorded[fixture.pk] = event
    found, voided = callups_of(fixtures, championship, changes_among(told, since)), voided_in([championship.pk])
    return {pk: Walkover(there, recorded.get(pk), voided.has(there.fixture)) for pk, there in found.items()}


def walkover_told(fixture: Fixture, championship: Championship) -> Walkover:
    return walkovers_told([fixture], championship)[fixture.pk]


def _is_of(event: StageEvent, fixture: Fixture) -> bool:
    """Whether it has the result that counts now."""
    after, winner = event.data["after"], fixture.winner.number if fixture.winner else None
    return (after.get("how"), after.get("winner")) == (fixture.how, winner)
