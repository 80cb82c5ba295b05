"""A partida as it is shown everywhere: two sides, the chicas of each, and what to know besides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from brackets.draw.bracket import Key
from brackets.draw.names import part_name
from brackets.draw.structure import From, Source
from brackets.models import WON_OTHERWISE, Fixture, Pareja
from brackets.selectors.bracket import Round
from brackets.selectors.course import Run
from brackets.selectors.sheet import BRIEF, PENDING, Sides, nobody_told, sides_left
from brackets.selectors.stages import structure_for
from brackets.selectors.voided import VOIDED
from brackets.selectors.wording import inside

SHORT: Final[Mapping[str, str]] = {
    Fixture.How.WALKOVER: "W.O.: la rival no se presentó",
    Fixture.How.RETIREMENT: "La rival abandonó",
    Fixture.How.DISQUALIFICATION: "Descalificación",
    Fixture.How.DOUBLE_NO_SHOW: "No se presentó ninguna de las dos",
    Fixture.How.PASS: "Pasa por falta de rival",
    Fixture.How.UNNEEDED: "No hizo falta",
}
VOID_SHORT: Final = {how: told for how, told in BRIEF.items() if how != Fixture.How.PASS}
"""The same where nobody wins by it."""
ALL_LEFT: Final = "No queda quien la juegue"


@dataclass(frozen=True, slots=True)
class Score:
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Side:
    """Who stands on one side, or what is said while nobody does."""

    letter: str
    pareja: Pareja | None
    text: str
    winner: bool
    scores: tuple[Score, ...]
    is_nobody: bool = False
    """No pareja will ever stand there."""


@dataclass(frozen=True, slots=True)
class Card:
    """`where` is its round, told where it stands alone; `voided` says that it counts for nobody, and then no side wins it."""

    fixture: Fixture
    a: Side
    b: Side
    note: str
    where: str = ""
    voided: str = ""

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b

    @property
    def is_bye(self) -> bool:
        """Nobody will ever play it, even where it is not known yet who goes on without."""
        return self.fixture.number is None

    @property
    def rests(self) -> Side:
        """Of a bye, the side that goes on."""
        return self.b if self.fixture.nobody_a else self.a

    @property
    def title(self) -> str:
        """For those who do not see the two lines: `12 Rosa / Luis contra 40 Ana / Eva`."""
        return " contra ".join(f"{side.pareja.number} {side.text}" if side.pareja else side.text for side in self.sides)


def card_of(
    fixture: Fixture,
    feeders: tuple[str, str] = (PENDING, PENDING),
    where: str = "",
    *,
    voided: bool,
    left: Sides = (None, None),
) -> Card:
    """`feeders` say what stands on a side whose pareja is not known yet; `voided` whether its result counts for nobody.

    `left`: who would stand on a side where nobody comes.
    """
    winner = None if voided else fixture.winner_id
    a, b = _side("A", fixture, feeders[0], left[0], winner), _side("B", fixture, feeders[1], left[1], winner)
    if a.is_nobody and b.is_nobody and fixture.how == Fixture.How.PASS:
        note = ALL_LEFT
    else:
        note = _note(fixture, voided=voided)
    return Card(fixture, a, b, note, where, VOIDED if voided else "")


def _note(fixture: Fixture, *, voided: bool) -> str:
    if fixture.is_won_otherwise:
        return WON_OTHERWISE
    return (VOID_SHORT if voided else SHORT).get(fixture.how, "")


def scores_of(chicas: Sequence[Sequence[int]]) -> list[tuple[Score, Score]]:
    """The chicas of both sides, told which of the two won each."""
    return [(Score(a, won=a > b), Score(b, won=b > a)) for a, b in chicas]


def all_cards(rounds: Sequence[Round]) -> list[list[Card]]:
    """A whole knock-out, round by round, in which no result is ever void."""
    fixtures = {(each.round, each.position): each for round_ in rounds for each in round_.fixtures}
    stage = rounds[0].fixtures[0].stage
    structure, left = structure_for(stage), sides_left(stage, fixtures)

    def card(fixture: Fixture) -> Card:
        planned = structure[fixture.round, fixture.position]
        feeders = _feeder(fixtures, planned.a), _feeder(fixtures, planned.b)
        return card_of(fixture, feeders, voided=False, left=left[planned.key])

    return [[card(fixture) for fixture in each.fixtures] for each in rounds]


def run_cards(run: Run, *, of: str = "") -> dict[Key, Card]:
    """All partidas of a stage, whatever its format; `of` is the name of the stage, told before the round."""
    return {key: run_card(run, key, of=of) for key in run.by_key}


def run_card(run: Run, key: Key, *, of: str = "") -> Card:
    """One of them."""
    planned = run.structure[key]
    name = part_name(run.structure, planned)
    where = f"{of}: {inside(name)}" if of and of != name else name
    fixture, feeders = run.by_key[key], (_feeder(run.by_key, planned.a), _feeder(run.by_key, planned.b))
    return card_of(fixture, feeders, where, voided=run.voided.has(fixture), left=run.left[key])


def _feeder(fixtures: Mapping[Key, Fixture], source: Source) -> str:
    """Who will stand on a side, as far as it can be said."""
    if source.what is From.LINE:
        return PENDING
    if source.what is From.AGAIN:
        return "Si hace falta"
    return _winner_of(fixtures[source.of]) if source.what is From.WINNER else _loser_of(fixtures[source.of])


def _side(letter: str, fixture: Fixture, feeder: str, left: int | None, winner_id: int | None) -> Side:
    at = "AB".index(letter)
    pareja, nobody = ((fixture.pareja_a, fixture.nobody_a), (fixture.pareja_b, fixture.nobody_b))[at]
    scores = tuple(pair[at] for pair in scores_of(fixture.chicas))
    winner = pareja is not None and winner_id == pareja.pk
    text = pareja.title if pareja else nobody_told(left) if nobody else feeder
    return Side(letter, pareja, text, winner=winner, scores=scores, is_nobody=nobody)


def _winner_of(fixture: Fixture) -> str:
    return f"Ganador de la {fixture.number}" if fixture.number else PENDING


def _loser_of(fixture: Fixture) -> str:
    return f"Perdedor de la {fixture.number}" if fixture.number else PENDING
