"""What an action would change, told before it is confirmed: the action itself, done and rolled back."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, TypeVar

from django.db import transaction

from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.models import UNPLAYED, Championship, Fixture, Stage
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.draws import why_outdated
from brackets.selectors.entering import Entering, entering
from brackets.selectors.stages import Roster, as_before, goes_on, left_of, sources_of, spots_of

T = TypeVar("T")
DECIDED = (Fixture.Status.PROVISIONAL, Fixture.Status.FINAL)
SETTLING: Mapping[tuple[str, str], str] = {
    DECIDED: "; su resultado cuenta",
    DECIDED[::-1]: "; su resultado queda provisional y deja de contar",
}
PLAYS_ON = "sigue en juego"
OUTDATED: Mapping[bool, str] = {
    False: "El sorteo de «{}», que no está publicado, vuelve a valer",
    True: "El sorteo de «{}», que no está publicado, deja de valer: hay que hacerlo de nuevo",
}
"""By whether a draw that is not public is outdated then."""


@dataclass(frozen=True, slots=True)
class Change:
    """A fixture as it is and as it would be: None where it is not there yet, or would no longer be."""

    before: Fixture | None
    after: Fixture | None
    voided: tuple[bool, bool] = (False, False)
    """Whether its result counts for nobody now, and then."""

    @property
    def fixture(self) -> Fixture:
        """The one to name it by."""
        there = self.before or self.after
        assert there is not None  # noqa: S101 (one of the two is there)
        return there

    @property
    def falls(self) -> bool:
        """Whether its parejas were called and would have to be called anew, or no longer play it; a result is no fall."""
        if self.before is None or self.before.status != Fixture.Status.CALLED:
            return False
        after = self.after
        return after is None or (after.status != Fixture.Status.CALLED and after.how in ("", *UNPLAYED))

    @property
    def words(self) -> str:
        """Who meets whom there from then on, and what becomes of its result."""
        if self.after is None or self.after.how == Fixture.How.UNNEEDED:
            return "deja de estar emparejada" if self.after is None else "no hace falta"
        sides = [
            f"el {pareja.number}" if pareja else "nadie" if nobody else "por definir"
            for pareja, nobody in (
                (self.after.pareja_a, self.after.nobody_a),
                (self.after.pareja_b, self.after.nobody_b),
            )
        ]
        wins = "pasa" if goes_on(self.after) else "gana"
        before = self.before.winner if self.before else None
        was = self.before.status if self.before else ""
        had_result = was in DECIDED
        if self.voided[1]:
            ends = (
                f"; {'se anula' if had_result else 'no se juega'}: no cuenta para nadie" if not self.voided[0] else ""
            )
        elif self.after.winner and self.after.winner != before:
            ends = f"; {wins} el {self.after.winner.number}"
        elif had_result and self.after.status not in DECIDED:
            ends = "; queda sin resultado"
        elif self.after.status == Fixture.Status.FINAL and self.after.winner is None and (before or not had_result):
            ends = f"; no {wins} nadie"
        elif self.voided[0]:
            ends = "; vuelve a contar"
        else:
            ends = SETTLING.get((was, self.after.status), "")
        moved = "; pierde su mesa, donde ya está otra" if self.loses_table else ""
        if set(sides) == {"nadie", "por definir"}:
            return f"{wins} quien llegue{moved}"
        return f"{sides[0]} contra {sides[1]}{ends}{moved}"

    @property
    def loses_table(self) -> bool:
        """Whether it goes on and its table is another's by now."""
        before, after = self.before, self.after
        return bool(
            before and after and before.table_id and not after.table_id and after.status == Fixture.Status.IN_PLAY
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a table: who has it, who would have it, and how many places the latter would go up (down: negative)."""

    number: int
    before: int | None
    after: int | None
    up: int

    @property
    def words(self) -> str:
        if not self.up:
            return ""
        return f"{'sube' if self.up > 0 else 'baja'} {abs(self.up)}"


@dataclass(frozen=True, slots=True)
class Reordered:
    """A series, or a stage with one table, whose order would be another; without those who have no place in its table."""

    name: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class OtherPlace:
    """A pareja of a stage without a table, by number, and its place as it is and as it would be, in words."""

    pareja: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class OtherPlaces:
    """A stage without a table, and who would have another place in it."""

    name: str
    moved: tuple[OtherPlace, ...]


@dataclass(frozen=True, slots=True)
class PutOut:
    """A stage that a result puts others out of than now, by numbers, not only of its match; `back` are no more put out."""

    name: str
    out: tuple[int, ...]
    back: tuple[int, ...]

    @property
    def words(self) -> str:
        of, back = f"de «{self.name}»", f"a jugar en «{self.name}»"
        told = [
            numbered((f"el {each}" for each in numbers), one, several)
            for numbers, one, several in (
                (self.out, f"Queda fuera {of} {{}}", f"Quedan fuera {of} {{}}"),
                (self.back, f"Vuelve {back} {{}}", f"Vuelven {back} {{}}"),
            )
            if numbers
        ]
        return ". ".join(told)


@dataclass(frozen=True, slots=True)
class Preview(Generic[T]):
    """What `action` would answer, and what would change; `touched` are as now those that would be another, if only in their chicas.

    `champion`: the number of the champion as it is and as it would be. `drawn`: what would become of draws that are not public, in sentences.
    """

    result: T
    changes: tuple[Change, ...]
    orders: tuple[Reordered, ...] = ()
    other_places: tuple[OtherPlaces, ...] = ()
    champion: tuple[int | None, int | None] = (None, None)
    put_out: tuple[PutOut, ...] = ()
    entering: tuple[Entering, ...] = ()
    touched: tuple[Fixture, ...] = ()
    drawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    """A championship at one moment: fixtures by key, and by the number of the stage, since several may have one name, its tables, the
    places in it where it has none, who would enter it, who has left it since it was published, which are let stand, and which draws, not
    public yet, do not hold any more.
    """

    course: Course
    fixtures: Mapping[int, Fixture]
    tables: Mapping[tuple[int, int], tuple[str, tuple[int, ...]]]
    places: Mapping[int, Mapping[int, str]]
    entrants: Mapping[int, tuple[int, ...]]
    left: Mapping[int, Collection[int]]
    stay: Collection[int]
    outdated: Mapping[int, bool]

    @property
    def dropped(self) -> Mapping[int, frozenset[int]]:
        """By the number of a stage, whom results put out of it."""
        return {run.stage.number: frozenset(run.outcome.dropped) for run in self.course.runs}

    @property
    def champion(self) -> int | None:
        champion = self.course.champion
        return champion.number if champion else None

    def state(self, key: int) -> tuple[object, ...] | None:
        fixture = self.fixtures.get(key)
        return _state(fixture) and (_state(fixture), self.void(key))

    def void(self, key: int) -> bool:
        """Whether the result of a fixture counts for nobody."""
        fixture = self.fixtures.get(key)
        return fixture is not None and self.course.voided.has(fixture)


def preview(championship: Championship, action: Callable[[], T]) -> Preview[T]:
    """Do it, look, and undo it. What the action refuses, it refuses here with the same words.

    The number of queries grows with the stages of the championship alone.
    """
    with transaction.atomic():
        before = _seen(championship)
        result = action()
        after = _seen(championship, before.left)
        transaction.set_rollback(True)
    keys = [key for key in {**before.fixtures, **after.fixtures} if before.state(key) != after.state(key)]
    changes = [
        Change(before.fixtures.get(key), after.fixtures.get(key), (before.void(key), after.void(key))) for key in keys
    ]
    names = {stage.number: stage.name for stage in before.course.stages}
    sources = {stage.number: sources_of(stage) for stage in before.course.stages}
    begun = before.course.begun | after.course.begun
    there = {fixture.stage_id for fixture in after.fixtures.values()}
    return Preview(
        result,
        # Of a draw that is taken back whole, only the calls: it is named itself.
        tuple(change for change in changes if change.fixture.stage_id in there or change.falls),
        tuple(_reordered(*table, after.tables[key][1]) for key, table in before.tables.items()
              if key in after.tables and key[0] in begun and table != after.tables[key]),
        tuple(OtherPlaces(names[number], moved) for number, places in before.places.items()
              if number in after.places and (moved := _moved(places, after.places[number]))),
        (before.champion, after.champion),
        tuple(PutOut(names[number], tuple(sorted(now - dropped)), tuple(sorted(dropped - now)))
              for number, dropped in before.dropped.items()
              if (now := after.dropped.get(number, dropped)) != dropped),
        tuple(entering(names[number], entered, after.entrants[number], stays=number in after.stay)
              for number, entered in before.entrants.items()
              if sources[number] & begun and set(entered) != set(after.entrants[number])),
        tuple(fixture for key, fixture in before.fixtures.items()
              if (before.state(key), result_told(fixture)) != (after.state(key), result_told(after.fixtures.get(key)))),
        tuple(OUTDATED[then].format(names[number]) for number, was in before.outdated.items()
              if (then := after.outdated.get(number, was)) != was),
    )  # fmt: skip


def _seen(championship: Championship, drawn: Mapping[int, Collection[int]] | None = None) -> _Seen:
    """`drawn`: who had left each stage before, which is not the doing of what is looked at: they entered it when it was drawn."""
    course = course_of(championship)
    stages = course.stages
    fixtures = {fixture.pk: fixture for run in course.runs for fixture in run.fixtures}
    tables = {key: table for run in course.runs if run.has_table for key, table in _tables(run).items()}
    places = {run.stage.number: _places(run) for run in course.runs if not run.has_table}
    left = {stage.number: frozenset(left_of(stage)) for stage in stages}
    drawn = left if drawn is None else drawn
    entrants = {
        stage.number: _entrants(stage, as_before(course.roster, drawn.get(stage.number, ())))
        for stage in stages
        if sources_of(stage)
    }
    stay = frozenset(stage.number for stage in stages if stage.status == Stage.Status.PUBLISHED and stage.kept_draw)
    drafts = (stage for stage in stages if stage.status == Stage.Status.DRAWN)
    outdated = {stage.number: bool(why_outdated(stage)) for stage in drafts}
    return _Seen(course, fixtures, tables, places, entrants, left, stay, outdated)


def _tables(run: Run) -> dict[tuple[int, int], tuple[str, tuple[int, ...]]]:
    """By the number of the stage and that of the series, what it is called and its order."""
    stage, groups = run.stage, run.ranking.groups
    return {
        (stage.number, number): (
            f"{stage}, serie {number}" if len(groups) > 1 else str(stage),
            tuple(each.pareja for each in group if each.place is not None),
        )
        for number, group in enumerate(groups, start=1)
    }


def _places(run: Run) -> dict[int, str]:
    """By number, in their order, the place of everybody; of who still plays in it, that."""
    places = {each.pareja: f"{each.place}.º" for each in run.ranking.overall if each.place}
    return (
        places
        | dict.fromkeys(sorted(run.members - places.keys()), "sin puesto")
        | dict.fromkeys(run.still_in, PLAYS_ON)
    )


def _moved(before: Mapping[int, str], after: Mapping[int, str]) -> tuple[OtherPlace, ...]:
    """Who has another place, in the order that they would have."""
    places = ((pareja, before.get(pareja, PLAYS_ON), after.get(pareja, PLAYS_ON)) for pareja in {**after, **before})
    return tuple(OtherPlace(*each) for each in places if each[1] != each[2])


def _entrants(stage: Stage, roster: Roster) -> tuple[int, ...]:
    """Who plays it, or would enter it as things stand; none where its rules contradict each other, which its own page says."""
    if stage.status == Stage.Status.PUBLISHED and not stage.kept_draw:
        return tuple(each["number"] for each in stage.entrants)
    try:
        return tuple(spot.pareja for spot in spots_of(stage, roster) if spot.pareja is not None)
    except DrawRefusal:
        return ()


def result_told(fixture: Fixture | None) -> str:
    """Its result, chicas too, to be compared; empty without one."""
    return repr((fixture.how, fixture.winner_id, fixture.chicas)) if fixture and fixture.how else ""


def _state(fixture: Fixture | None) -> tuple[object, ...] | None:
    if fixture is None:
        return None
    return (
        fixture.pareja_a_id,
        fixture.pareja_b_id,
        fixture.nobody_a,
        fixture.nobody_b,
        fixture.status,
        fixture.winner_id,
    )


def _reordered(name: str, before: tuple[int, ...], after: tuple[int, ...]) -> Reordered:
    was = {pareja: place for place, pareja in enumerate(before, start=1)}
    return Reordered(
        name,
        tuple(
            Place(place, old, new, was.get(new, place) - place if new is not None else 0)
            for place, (old, new) in enumerate(zip_longest(before, after), start=1)
        ),
    )
