"""What must hold of a whole stage, found from its fixtures alone: who met whom, who was out, who won.

It asks nothing of the fold that made the fixtures, but for the part of the stage that each belongs to.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from brackets.draw.bracket import How
from brackets.draw.formats import DoubleElimination, Series, Swiss
from brackets.draw.structure import Section, Zapateria
from brackets.models import UNPLAYED, Championship, Pareja, Stage
from brackets.selectors.course import course_of
from brackets.selectors.stages import beaten_before, drawn_of, format_of, results_of, roster_of, structure_for
from referee.management.rehearsal.invariants import Broken

TITLE: Final = (Section.MAIN, Section.LOSERS, Section.FINAL)
"""Where a defeat brings a pareja nearer to being out; the third place and the consolation are for those who are."""


class Played(NamedTuple):
    """A fixture by the numbers of its parejas; None where nobody stands."""

    name: str
    round: int
    section: Section
    a: int | None
    b: int | None
    winner: int | None
    how: str
    zapateria: bool

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(side for side in (self.a, self.b) if side is not None)

    @property
    def played(self) -> bool:
        return bool(self.how) and self.how not in UNPLAYED


def stage_fair(stage: Stage) -> None:
    """Raise Broken where somebody is twice in a round, meets a rival once more, is forgotten, or plays on after being out."""
    rows, form = list(_rows(stage)), format_of(stage)
    try:
        rounds_hold(rows, _staying(stage) if isinstance(form, Swiss) else ())
        if isinstance(form, Series | Swiss):
            rivals_hold(rows, form.turns if isinstance(form, Series) else 1)
        else:
            last = 2 if isinstance(form, DoubleElimination) else 1
            outs_hold(rows, last, Zapateria(stage.zapateria), beaten_before(stage))
    except Broken as broken:
        raise Broken(f"«{stage}», {broken}") from broken


def champion(championship: Championship) -> Pareja | None:
    """The winner of its last stage; None if that was not played or has no winner. Broken if several parejas are first of a table."""
    course = course_of(championship)
    if course.champion is None and course.ended and course.runs[-1].has_table:
        ranking = course.runs[-1].ranking
        first = [each for each in ranking.overall if each.place == 1 and each.pareja not in ranking.left_out]
        if len(first) > 1:
            raise Broken(f"«{course.runs[-1].stage}» tiene {len(first)} campeonas")
    return course.champion


def _staying(stage: Stage) -> frozenset[int]:
    """Who was not put out of it by a result, a zapatería say, and did not leave."""
    roster = roster_of(stage.championship_id)
    drawn = drawn_of(stage)
    out = drawn.after(results_of(stage.fixtures.all(), roster.ids)).out
    return frozenset(slot for slot in drawn.slots if slot is not None) - frozenset(out) - roster.gone


def rounds_hold(rows: Iterable[Played], everybody: Collection[int] = ()) -> None:
    """Nobody is twice in a round; where `everybody` plays each round, nobody is missing."""
    for number, fixtures in groupby(rows, key=attrgetter("round")):
        there = Counter(side for row in fixtures for side in row.sides)
        if twice := [side for side, times in there.items() if times > 1]:
            raise Broken(f"ronda {number}: la {twice[0]} está dos veces")
        if missing := set(everybody) - there.keys():
            raise Broken(f"ronda {number}: falta la {min(missing)}")


def rivals_hold(rows: Iterable[Played], most: int) -> None:
    """Nobody meets anybody more than `most` times."""
    met = Counter(frozenset(row.sides) for row in rows if len(row.sides) == 2)
    for rivals, times in met.items():
        if times > most:
            raise Broken(f"{sorted(rivals)} se encuentran {times} veces")


def outs_hold(rows: Iterable[Played], last: int, zapateria: Zapateria, before: Collection[int] = ()) -> None:
    """Nobody plays for the title after his defeat number `last`, nor anywhere after being put out.

    `before` had a defeat already when the stage began.
    """
    defeats: Counter[int] = Counter()  # for the title
    beaten = Counter(before)  # anywhere
    out: set[int] = set()
    for row in rows:
        for side in row.sides:
            if side in out or (row.section in TITLE and defeats[side] >= last):
                raise Broken(f"{row.name}: la {side} juega después de quedar fuera")
        losers = [side for side in row.sides if row.played and side != row.winner]
        out.update(loser for loser in losers if _put_out(row, zapateria, beaten[loser]))
        beaten.update(losers)
        defeats.update(loser for loser in losers if row.section in TITLE)


def _put_out(row: Played, zapateria: Zapateria, beaten: int) -> bool:
    """Whether the loser of this plays nowhere any more, with so many defeats before it."""
    if row.how == How.DISQUALIFICATION:
        return True
    eliminates = zapateria is Zapateria.ELIMINATES or (zapateria is Zapateria.IF_DEFEATED and beaten > 0)
    return row.zapateria and eliminates


def _rows(stage: Stage) -> Iterator[Played]:
    """In the order of the rounds."""
    sections = structure_for(stage).by_key
    related = stage.fixtures.select_related("pareja_a", "pareja_b", "winner")
    for fixture in related.order_by("round", "position"):
        a, b, winner = (
            pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b, fixture.winner)
        )
        section = sections[fixture.round, fixture.position].section
        yield Played(fixture.name, fixture.round, section, a, b, winner, fixture.how, fixture.by_zapateria)
