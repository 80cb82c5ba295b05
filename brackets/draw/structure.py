"""What a stage is made of: matches whose sides come from drawn lines and from other matches, and the fold over them.

A structure is data: each match names two sources, and its round is one in which both can be known. `outcome` folds any
structure with drawn lines and results. The builders are in `knockout` (eliminations) and `league` (series, Swiss).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import count
from operator import attrgetter
from typing import Final, NamedTuple

from brackets.draw.bracket import NOBODY, PENDING, How, Key, Match, Result, Side, advancing, fold
from brackets.draw.sides import again, beaten, first_defeat, unplayed_by, without

NO_LINE: Final = -1
"""The line of a side on which nobody will ever stand: who rests in a Swiss round."""


class Section(StrEnum):
    """The part of the stage that a match belongs to; in a round they stand in this order."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"
    CONSOLATION = "consolation"
    SERIES = "series"
    SWISS = "swiss"


KNOCK_OUT: Final = frozenset(Section) - {Section.SERIES, Section.SWISS}


class From(StrEnum):
    """What a side takes from a drawn line or from an earlier match.

    `first-defeat`: who lost there, or in the main match after it where there was no rival. `again`: a final that the
    pareja with a defeat won is played once more; one that the other won leaves its winner and nobody.
    """

    LINE = "line"
    WINNER = "winner"
    LOSER = "loser"
    FIRST_DEFEAT = "first-defeat"
    AGAIN = "again"


class Source(NamedTuple):
    """`of` is the key of a match, or the number of a line from 0 in `(0, line)`; `side` is of `again`, 0 for a."""

    what: From
    of: Key
    side: int = 0


class Planned(NamedTuple):
    """A match before anybody plays it; `step` counts the rounds of its section from 1, `group` the series from 0."""

    key: Key
    section: Section
    step: int
    a: Source
    b: Source
    group: int = 0


@dataclass(frozen=True, eq=False)
class Structure:
    """All matches in the order of their keys; `last` decides who is champion (None: a table does). `groups` are the lines of each series; a
    Swiss stage is one group, a knock-out none. `whole` is the structure that this one is a part of.
    """

    size: int
    matches: tuple[Planned, ...]
    last: Key | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    whole: "Structure | None" = None

    def __getitem__(self, key: Key) -> Planned:
        return self.by_key[key]

    @cached_property
    def by_key(self) -> Mapping[Key, Planned]:
        return {planned.key: planned for planned in self.matches}

    @cached_property
    def steps(self) -> Mapping[Section, int]:
        """How many rounds each section has."""
        return {planned.section: planned.step for planned in sorted(self.matches, key=attrgetter("step"))}

    def part(self, key: Key) -> "Structure":
        """What a result of this match can change: its series, or everything."""
        return self._series[self[key].group] if len(self.groups) > 1 else self

    @cached_property
    def _series(self) -> Mapping[int, "Structure"]:
        own: defaultdict[int, list[Planned]] = defaultdict(list)
        for planned in self.matches:
            own[planned.group].append(planned)
        whole = self.whole or self
        return {
            group: Structure(self.size, tuple(matches), groups=self.groups, whole=whole)
            for group, matches in own.items()
        }

    @cached_property
    def after_main(self) -> Mapping[Key, Key]:
        """The main match that the winner of each comes to."""
        return {
            source.of: planned.key
            for planned in self.matches
            if planned.section is Section.MAIN
            for source in (planned.a, planned.b)
        }


class Zapateria(StrEnum):
    """What a zapatería does to its loser beyond the mesa (Riobamba 12, reading A-05)."""

    NOTHING = "nada"
    IF_DEFEATED = "si-ya-perdio"
    ELIMINATES = "elimina"

    @property
    def label(self) -> str:
        return {
            self.NOTHING: "Es una derrota como cualquiera",
            self.IF_DEFEATED: "Elimina a quien ya tenía una derrota",
            self.ELIMINATES: "Elimina siempre",
        }[self]


@dataclass(frozen=True, slots=True)
class Rules:
    """Who plays on in a stage, besides what its matches say.

    `out`: who loses in one of these ways plays nowhere else in the stage. `gone` have left the championship: what they
    have not played falls to their rivals. `defeated` had a defeat before the stage, which counts for `zapateria`.
    """

    out: Collection[How] = (How.DISQUALIFICATION,)
    gone: Collection[int] = ()
    zapateria: Zapateria = Zapateria.NOTHING
    defeated: Collection[int] = ()

    def eliminated(self, result: Result, loser: int, defeats: int) -> bool:
        """Whether this result puts its loser, beaten `defeats` times before in this stage, out of all of it."""
        if result.how in self.out:
            return True
        if not result.zapateria or self.zapateria is Zapateria.NOTHING:
            return False
        return self.zapateria is Zapateria.ELIMINATES or defeats > 0 or loser in self.defeated


PLAIN: Final = Rules()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a structure comes to; `matches` by key, in the order of play; `out` were put out of the stage by a result."""

    matches: Mapping[Key, Match]
    champion: int | None
    out: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stage whose lines are drawn, with the rules it is played by; `numbers` as `outcome` takes them."""

    structure: Structure
    slots: tuple[int | None, ...]
    rules: Rules = PLAIN
    numbers: Mapping[Key, int] | None = None

    def after(self, results: Mapping[Key, Result], *, stands: Mapping[Key, Match] | None = None) -> Outcome:
        """See `outcome`."""
        return outcome(self.structure, self.slots, results, self.rules, stands=stands, numbers=self.numbers)

    def part(self, key: Key) -> "Drawn":
        """What a result of this match can change, with the numbers that its matches have in the whole."""
        return replace(self, structure=self.structure.part(key))


def outcome(
    structure: Structure,
    slots: Sequence[int | None],
    results: Mapping[Key, Result],
    rules: Rules = PLAIN,
    *,
    stands: Mapping[Key, Match] | None = None,
    numbers: Mapping[Key, int] | None = None,
) -> Outcome:
    """The stage after these results; the order in which they were entered cannot matter.

    A match that nobody can ever play has no number; `numbers` are the printed ones where they are not those of the structure. ValueError when a result belongs to no match, or to one without that
    pareja or without two parejas; but where `stands` is given, a match whose sides are not as there loses its result, and
    nobody is known to stand in it.

    >>> from brackets.draw.knockout import double_elimination
    >>> stage = outcome(double_elimination(2), (7, 4), {(1, 0): Result(4), (2, 0): Result(7)})
    >>> [(match.a, match.b, str(match.status)) for match in stage.matches.values()]
    [(7, 4, 'decided'), (4, 7, 'decided'), (4, 7, 'ready')]
    """
    if len(slots) != structure.size:
        raise ValueError(f"{len(slots)} lines for a structure of {structure.size}")
    if unknown := results.keys() - structure.by_key.keys():
        raise ValueError(f"no such match: {sorted(unknown)}")
    if structure.steps.keys() == {Section.MAIN} and stands is None and not rules.gone and numbers is None:
        return _plain(slots, results, rules)
    if numbers is None:
        numbers = numbers_of(structure.whole or structure, tuple(slot is None for slot in slots))
    return _Fold(structure, slots, results, rules, numbers, stands).fold()


def _plain(slots: Sequence[int | None], results: Mapping[Key, Result], rules: Rules) -> Outcome:
    """The same for a plain elimination, ten times as fast: nobody who was beaten comes again, so who is out stays out."""
    matches = {match.key: match for match in fold(slots, results)}
    out: set[int] = set()
    for key, result in results.items():
        losers = (side for side in matches[key][3:5] if isinstance(side, int) and side != result.winner)
        out.update(loser for loser in losers if rules.eliminated(result, loser, 0))
    return Outcome(matches, next(reversed(matches.values())).winner, frozenset(out))


@lru_cache(maxsize=64)
def numbers_of(structure: Structure, byes: Sequence[bool]) -> Mapping[Key, int]:
    """The printed numbers, which hang on the lines without a pareja alone."""
    empty = _Fold(structure, [None if bye else 1 for bye in byes], {}, PLAIN, {}).fold()
    playable = (key for key, match in empty.matches.items() if NOBODY not in (match.a, match.b))
    return dict(zip(playable, count(1), strict=False))


@dataclass(slots=True)
class _Fold:
    """One pass over the matches in the order of their rounds."""

    structure: Structure
    slots: Sequence[int | None]
    results: Mapping[Key, Result]
    rules: Rules
    numbers: Mapping[Key, int]
    stands: Mapping[Key, Match] | None = None
    matches: dict[Key, Match] = field(default_factory=dict)
    advances: dict[Key, Side] = field(default_factory=dict)
    defeats: Counter[int] = field(default_factory=Counter)
    out: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)

    def fold(self) -> Outcome:
        self.left.update(self.rules.gone)
        for planned in self.structure.matches:
            match = self.matches[planned.key] = self._match(planned)
            if match.result is not None:
                self._count(match, match.result)
        last = self.structure.last
        if (
            self.out and last is None
        ):  # of a table what is left may be of an earlier round than the result that put somebody out
            self.matches = {key: unplayed_by(match, self.out) for key, match in self.matches.items()}
        return Outcome(self.matches, self.matches[last].winner if last else None, frozenset(self.out))

    def _match(self, planned: Planned) -> Match:
        key, section, _, source_a, source_b, _ = planned
        result = self.results.get(key)
        a, b = self._side(source_a), self._side(source_b)
        if self.out and section in KNOCK_OUT:
            a, b = without(a, self.out), without(b, self.out)
        if result is None:
            if self.left:
                a, b = without(a, self.left), without(b, self.left)
        elif self.stands is not None and (a, b) != (self.stands[key].a, self.stands[key].b):
            a, b, result = PENDING, PENDING, None
        self.advances[key] = advancing(a, b, result)  # refuses a result that does not fit
        return Match(*key, self.numbers.get(key), a, b, result)

    def _count(self, match: Match, result: Result) -> None:
        losers = [side for side in (match.a, match.b) if isinstance(side, int) and side != result.winner]
        eliminated = [loser for loser in losers if self.rules.eliminated(result, loser, self.defeats[loser])]
        self.out.update(eliminated)
        self.left.update(eliminated)
        self.defeats.update(losers)

    def _side(self, source: Source) -> Side:
        what, of, side = source
        if what is From.WINNER:
            return self.advances[of]
        if what is From.LINE:
            slot = None if of[1] == NO_LINE else self.slots[of[1]]
            return NOBODY if slot is None else slot
        match = self.matches[of]
        if what is From.LOSER:
            return beaten(match)
        if what is From.FIRST_DEFEAT:
            return first_defeat(match, self.matches[self.structure.after_main[of]])
        return again(match)[side]
