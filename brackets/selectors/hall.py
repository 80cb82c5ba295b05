"""The hall at one hour: who is there to judge and where, what each was given, as an allocation needs it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from brackets.allocation.values import Juez, Partida, Side, Ties
from brackets.allocation.values import Table as Place
from brackets.models import Away, Championship, Fixture, JuezProfile, Pareja, Stage, Table, User
from brackets.selectors.bracket import attach_parejas
from brackets.selectors.parejas import parejas_list
from brackets.selectors.team import jueces

UNFINISHED: Final = (
    Fixture.Status.READY,
    Fixture.Status.CALLED,
    Fixture.Status.IN_PLAY,
    Fixture.Status.PROVISIONAL,
)
"""A table or a Juez with one of these is not given another."""


@dataclass(frozen=True, eq=False)
class Hall:
    """`fixtures` are what is played of all published stages, in order of play; `elsewhere` who keeps one of another championship."""

    championship: Championship
    now: datetime
    jueces: tuple[User, ...]
    profiles: Mapping[int, JuezProfile]
    tables: tuple[Table, ...]
    parejas: Mapping[int, Pareja]
    fixtures: tuple[Fixture, ...]
    elsewhere: Collection[int]

    @cached_property
    def by_pk(self) -> Mapping[int, Fixture]:
        return {fixture.pk: fixture for fixture in self.fixtures}

    @cached_property
    def people(self) -> Mapping[int, User]:
        """Whoever judges or has judged here."""
        judged = {fixture.juez.pk: fixture.juez for fixture in self.fixtures if fixture.juez}
        return judged | {juez.pk: juez for juez in self.jueces}

    @cached_property
    def by_table(self) -> Mapping[int, Table]:
        return {table.pk: table for table in self.tables}

    @cached_property
    def kept(self) -> Mapping[int, Sequence[Fixture]]:
        """What each Juez was given so far."""
        found = defaultdict[int, list[Fixture]](list)
        for fixture in self.fixtures:
            if fixture.juez_id:
                found[fixture.juez_id].append(fixture)
        return found

    def away(self, juez: int) -> Away | None:
        """Why this Juez is not there now."""
        profile = self.profiles.get(juez)
        return profile.away(self.now) if profile else None

    def unfinished(self, juez: int) -> list[Fixture]:
        """What he still has to judge, or to see signed."""
        return [fixture for fixture in self.kept.get(juez, ()) if fixture.status in UNFINISHED]

    def juez_values(self, apart: Collection[int] = (), *, released: bool = False) -> list[Juez]:
        """The jueces as an allocation of `apart` takes them: what those partidas have does not count as judged before.

        `released`: whoever has one of them may be given another.
        """
        return [self._juez(juez.pk, apart, released=released) for juez in self.jueces]

    def _juez(self, juez: int, apart: Collection[int], *, released: bool) -> Juez:
        own = [fixture for fixture in self.kept.get(juez, ()) if fixture.pk not in apart]
        busy = own if released else self.kept.get(juez, ())
        seen, times = dict[int, int](), defaultdict[int, int](int)
        for fixture in own:
            for pareja in (fixture.pareja_a_id, fixture.pareja_b_id):
                if pareja:
                    seen[pareja] = fixture.pk
                    times[pareja] += 1
        away, profile = self.away(juez), self.profiles.get(juez)
        taken = juez in self.elsewhere or any(fixture.status in UNFINISHED for fixture in busy)
        last = max(
            (fixture for fixture in own if fixture.decided_at), key=lambda each: str(each.decided_at), default=None
        )
        return Juez(
            juez,
            ties_of(profile) if profile else Ties(),
            load=len(own),
            seen=seen,
            times=dict(times),
            free=away is None and not taken,
            present=away is None,
            table=last.table_id if last else None,
        )

    def free_tables(self, apart: Collection[int] = ()) -> list[Place]:
        """The tables that are there and have no unfinished partida besides those `apart`."""
        taken = {each.table_id for each in self.fixtures if each.status in UNFINISHED and each.pk not in apart}
        return [
            Place(table.pk, self._rest(table.pk))
            for table in self.tables
            if table.pk not in taken and table.away(self.now) is None
        ]

    def _rest(self, table: int) -> int | None:
        ended = self._ended.get(table)
        return None if ended is None else max(0, int((self.now - ended).total_seconds() // 60))

    @cached_property
    def _ended(self) -> Mapping[int, datetime]:
        """When the last partida of each table ended."""
        found: dict[int, datetime] = {}
        for fixture in self.fixtures:
            if fixture.table_id and fixture.decided_at:
                found[fixture.table_id] = max(fixture.decided_at, found.get(fixture.table_id, fixture.decided_at))
        return found

    def partida_values(self, fixtures: Iterable[Fixture]) -> list[Partida]:
        """Fixtures between two parejas, as an allocation takes them."""
        return [
            Partida(fixture.pk, self.sides(fixture), juez=fixture.juez_id, table=fixture.table_id)
            for fixture in fixtures
        ]

    def sides(self, fixture: Fixture) -> tuple[Side, Side]:
        return self._side(fixture.pareja_a_id), self._side(fixture.pareja_b_id)

    def _side(self, pareja: int | None) -> Side:
        found = self.parejas.get(pareja or 0)
        return Side(pareja or 0, ties_of(found) if found else Ties())


def ties_of(somebody: JuezProfile | Pareja) -> Ties:
    """What a Juez or a pareja belongs to."""
    return Ties(somebody.club, somebody.institution, somebody.family)


def hall_of(championship: Championship, now: datetime) -> Hall:
    """Eight queries, for any number of rows. The players come without their cédulas."""
    fixtures = (
        Fixture.objects.filter(
            stage__championship=championship, stage__status=Stage.Status.PUBLISHED, number__isnull=False
        )
        .select_related("stage", "table", "juez")
        .order_by("stage__number", "round", "position")
    )
    parejas, played = list(parejas_list(championship)), list(fixtures)
    attach_parejas(played, parejas)
    for fixture in played:
        fixture.stage.championship = championship
    there = tuple(jueces(championship))
    others = Fixture.objects.filter(status__in=UNFINISHED, juez__in=there).exclude(stage__championship=championship)
    return Hall(
        championship,
        now,
        there,
        {profile.user_id: profile for profile in championship.juez_profiles.all()},
        tuple(championship.tables.all()),
        {pareja.pk: pareja for pareja in parejas},
        tuple(played),
        frozenset(others.values_list("juez", flat=True)),
    )
