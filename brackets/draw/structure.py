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

from brackets.draw.bracket import NOBODY, PENDING, Key, Match, Result, Side, advancing, fold
from brackets.draw.leaving import PLAIN, Dates, Rules, Zapateria
from brackets.draw.sides import From, Source, again, beaten, first_defeat, without

__all__ = [
    "KNOCK_OUT", "NO_LINE", "PLAIN", "Drawn", "From", "Outcome", "Planned", "Rules", "Section", "Source", "Structure", "Zapateria",
    "numbers_of", "outcome",
]  # fmt: skip

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
    def onwards(self) -> frozenset[Key]:
        """The matches whose winner comes to another one: none of a table, and not those that decide a place."""
        sides = (source for planned in self.matches for source in (planned.a, planned.b))
        return frozenset(source.of for source in sides if source.what is From.WINNER)

    @cached_property
    def after_main(self) -> Mapping[Key, Key]:
        """The main match that the winner of each comes to."""
        return {
            source.of: planned.key
            for planned in self.matches
            if planned.section is Section.MAIN
            for source in (planned.a, planned.b)
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state of a structure: `matches` by key, in the order of play; `out`: parejas put out of the stage by a result.

    `dropped` are those of `out` that lost more than the match: the disqualified, those with something still to play in a knock-out, and in
    a table, where no other defeat puts anybody out, all of them. `unfinished` maps each pareja that left with matches to play to the first one that went to a rival.
    """

    matches: Mapping[Key, Match]
    champion: int | None
    out: Collection[int] = ()
    dropped: Collection[int] = ()
    unfinished: Mapping[int, Key] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A stage whose lines are drawn, with the rules it is played by; `numbers` and `first` as `outcome` takes them."""

    structure: Structure
    slots: tuple[int | None, ...]
    rules: Rules = PLAIN
    numbers: Mapping[Key, int] | None = None
    first: int = 1

    def after(self, results: Mapping[Key, Result], *, stands: Mapping[Key, Match] | None = None) -> Outcome:
        """See `outcome`."""
        return outcome(
            self.structure, self.slots, results, self.rules, stands=stands, numbers=self.numbers, first=self.first
        )

    def as_of(self, order: int) -> "Drawn":
        """The stage without departures later than this place in the order of effect."""
        staying = {pareja: left for pareja, left in self.rules.left.items() if left.order <= order}
        return self if len(staying) == len(self.rules.left) else replace(self, rules=replace(self.rules, left=staying))

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
    first: int = 1,
) -> Outcome:
    """The stage after these results and departures (`rules.left`), each from its place in the order of effect on.

    The order in which results were entered has no effect, except before or after a departure.

    Matches are numbered from `first`, as people see them in the whole championship; `numbers` are those of a stage with late
    entries. A match that can never be played has none. ValueError when a result belongs to no match, or to one without that
    pareja or without two parejas; where `stands` is given, a match whose sides differ from it loses its result instead, and its
    sides are unknown.

    >>> from brackets.draw.knockout import double_elimination
    >>> stage = outcome(double_elimination(2), (7, 4), {(1, 0): Result(4), (2, 0): Result(7)})
    >>> [(match.a, match.b, str(match.status)) for match in stage.matches.values()]
    [(7, 4, 'decided'), (4, 7, 'decided'), (4, 7, 'ready')]
    """
    if len(slots) != structure.size:
        raise ValueError(f"{len(slots)} lines for a structure of {structure.size}")
    if unknown := results.keys() - structure.by_key.keys():
        raise ValueError(f"no such match: {sorted(unknown)}")
    if structure.steps.keys() == {Section.MAIN} and stands is None and not rules.left and numbers is None:
        return _plain(slots, results, rules, first)
    if numbers is None:
        numbers = numbers_of(structure.whole or structure, tuple(slot is None for slot in slots), first)
    return _Fold(structure, slots, results, rules, numbers, stands).fold()


def _plain(slots: Sequence[int | None], results: Mapping[Key, Result], rules: Rules, first: int) -> Outcome:
    """The same for a plain elimination, ten times as fast: nobody who was beaten comes again, so who is out stays out."""
    matches = {match.key: match for match in fold(slots, results, first)}
    out: set[int] = set()
    disqualified: set[int] = set()
    for key, result in results.items():
        losers = (side for side in matches[key][3:5] if isinstance(side, int) and side != result.winner)
        eliminated = [loser for loser in losers if rules.eliminated(result, loser, 0)]
        out.update(eliminated)
        if result.how in rules.out:
            disqualified.update(eliminated)
    return Outcome(matches, next(reversed(matches.values())).winner, frozenset(out), frozenset(disqualified))


@lru_cache(maxsize=64)
def numbers_of(structure: Structure, byes: Sequence[bool], first: int = 1) -> Mapping[Key, int]:
    """The printed numbers from `first` on; whether a match has one depends only on the lines without a pareja."""
    empty = _Fold(structure, [None if bye else 1 for bye in byes], {}, PLAIN, {}).fold()
    playable = (key for key, match in empty.matches.items() if NOBODY not in (match.a, match.b))
    return dict(zip(playable, count(first), strict=False))


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
    dropped: set[int] = field(default_factory=set)
    dates: Dates = field(init=False)

    def fold(self) -> Outcome:
        self.dates = Dates(self.rules, self.structure.after_main if self.rules.left else {})
        last = self.structure.last
        if (
            last is None
        ):  # what is left to play of a table may be of an earlier round than the result that put somebody out
            self._count_table()
        for planned in self.structure.matches:
            match = self.matches[planned.key] = self._match(planned)
            if match.result is not None and last is not None:
                self._count(match, match.result)
        champion = self._champion(last) if last else None
        return Outcome(self.matches, champion, frozenset(self.out), frozenset(self.dropped), self.dates.unfinished)

    def _count_table(self) -> None:
        """Put parejas out by results of a table, where all sides are known from the start."""
        if not self.results:
            return
        for planned in self.structure.matches:
            if result := self.results.get(planned.key):
                sides = self._side(planned.a), self._side(planned.b)
                if self.stands is None or sides == self.stands[planned.key][3:5]:
                    self._count(Match(*planned.key, None, *sides, result), result)

    def _match(self, planned: Planned) -> Match:
        key, section, _, source_a, source_b, _ = planned
        result = self.results.get(key)
        a, b = self._side(source_a), self._side(source_b)
        needed = source_a.what is not From.AGAIN or (a, b) != (NOBODY, NOBODY)
        if self.out and section in KNOCK_OUT:
            self.dropped.update(self.out.intersection((a, b)))
            a, b = without(a, self.out), without(b, self.out)
        if result is not None and self.stands is not None and (a, b) != self.stands[key][3:5]:
            a, b, result = PENDING, PENDING, None
        if self.dates:
            a, b = self.dates.staying(key, (source_a, source_b), (a, b), result)
        self.advances[key] = advancing(a, b, result)  # refuses a result that does not fit
        return Match(*key, self.numbers.get(key), a, b, result, needed)

    def _champion(self, last: Key) -> int | None:
        """Whoever wins the last match, or the one before where a second final is not needed."""
        match = self.matches[last]
        return match.winner if match.needed else self.matches[self.structure[last].a.of].winner

    def _count(self, match: Match, result: Result) -> None:
        losers = [side for side in (match.a, match.b) if isinstance(side, int) and side != result.winner]
        eliminated = [loser for loser in losers if self.rules.eliminated(result, loser, self.defeats[loser])]
        self.out.update(eliminated)
        if result.how in self.rules.out or self.structure.last is None:
            self.dropped.update(eliminated)
        if self.structure.last is None:
            self.dates.put_out(eliminated, result.time)
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
