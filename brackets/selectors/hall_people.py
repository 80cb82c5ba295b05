"""The jueces and the tables of the hall, one by one: where they are, what they have, who could take over."""

from dataclasses import dataclass

from brackets.allocation.costs import Scale, broken, tie
from brackets.allocation.values import Partida
from brackets.models import Away, Fixture, JuezProfile, Table, User
from brackets.selectors.hall import UNFINISHED, Hall
from brackets.selectors.hall_words import broken_words


@dataclass(frozen=True, slots=True)
class JuezRow:
    """A Juez as he is now; `orphans` are what he has to judge though he is not there."""

    user: User
    profile: JuezProfile | None
    away: Away | None
    load: int
    unfinished: tuple[Fixture, ...]

    @property
    def orphans(self) -> tuple[Fixture, ...]:
        return self.unfinished if self.away in (Away.PAUSED, Away.GONE) else ()

    @property
    def belongs(self) -> str:
        held = (self.profile.club, self.profile.institution, self.profile.family) if self.profile else ()
        return " · ".join(filter(None, held))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is now, with its first unfinished fixture."""

    table: Table
    away: Away | None
    fixture: Fixture | None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who could take over, and what he would break."""

    user: User
    load: int
    told: tuple[str, ...]


def juez_row(hall: Hall, juez: User) -> JuezRow:
    """One of the jueces of this hall."""
    kept = hall.kept.get(juez.pk, ())
    unfinished = tuple(sorted(hall.unfinished(juez.pk), key=_urgent))
    return JuezRow(juez, hall.profiles.get(juez.pk), hall.away(juez.pk), len(kept), unfinished)


def juez_rows(hall: Hall) -> list[JuezRow]:
    """All of them, those with something to be given to another first."""
    rows = [juez_row(hall, juez) for juez in hall.jueces]
    return sorted(rows, key=lambda row: not row.orphans)


def table_rows(hall: Hall) -> list[TableRow]:
    """All tables in their order."""
    there = {
        fixture.table_id: fixture
        for fixture in sorted(hall.fixtures, key=_urgent, reverse=True)
        if fixture.status in UNFINISHED
    }
    return [TableRow(table, table.away(hall.now), there.get(table.pk)) for table in hall.tables]


def candidates(hall: Hall, fixture: Fixture) -> list[Candidate]:
    """Who is there, has nothing and has no tie with either pareja: whoever breaks least first."""
    partida = Partida(fixture.pk, hall.sides(fixture))
    free = [juez for juez in hall.juez_values([fixture.pk]) if juez.free and not tie(partida, juez)]
    scale = Scale.of([partida], free)
    return [
        Candidate(hall.people[each.key], each.load, tuple(broken_words(hall, broke) for broke in broken(partida, each)))
        for each in sorted(free, key=lambda juez: scale.given(partida, juez))
    ]


def _urgent(fixture: Fixture) -> int:
    order = (Fixture.Status.IN_PLAY, Fixture.Status.CALLED, Fixture.Status.PROVISIONAL, Fixture.Status.READY)
    return order.index(Fixture.Status(fixture.status)) if fixture.status in order else len(order)
