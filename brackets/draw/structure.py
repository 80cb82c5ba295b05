"""Where the sides of a knock-out stage come from: elimination with third place and consolation, double elimination.

A structure is data: each match names two sources, and its round is the earliest in which both can be known. `outcome`
folds a structure with drawn lines and results; of a plain elimination it makes what `fold` (bracket.py) makes.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from brackets.draw.bracket import NOBODY, PENDING, How, Key, Match, Result, Side, Status, advancing


class Section(StrEnum):
    """The part of the stage that a match belongs to; in a round they stand in this order."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"
    CONSOLATION = "consolation"


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
    """A match before anybody plays it; `step` counts the rounds of its section, from 1."""

    key: Key
    section: Section
    step: int
    a: Source
    b: Source


@dataclass(frozen=True, slots=True)
class Structure:
    """All matches in the order of their keys; `last` decides who is champion."""

    size: int
    matches: tuple[Planned, ...]
    last: Key


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a structure comes to; `matches` by key, in the order of play."""

    matches: Mapping[Key, Match]
    champion: int | None


def single_elimination(size: int, *, third_place: bool = False, consolation: bool = False) -> Structure:
    """For so many lines, a power of two; the consolation is for those who lose the first match that they play.

    >>> [(match.key, str(match.section)) for match in single_elimination(4, third_place=True).matches]
    [((1, 0), 'main'), ((1, 1), 'main'), ((2, 0), 'main'), ((2, 1), 'third')]
    """
    build = _Build(size)
    *before, last = build.knock_out(Section.MAIN, [Source(From.LINE, (0, line)) for line in range(size)])
    if third_place and size > 2:
        build.round(Section.THIRD, 1, [_loser(semifinal) for semifinal in before[-1]])
    if consolation and size > 4:
        build.knock_out(Section.CONSOLATION, [Source(From.FIRST_DEFEAT, of) for of in before[0]])
    return build.structure(last[0])


def double_elimination(size: int, *, second_final: bool = True) -> Structure:
    """For so many lines, a power of two: nobody is out before a second defeat, but with one final its loser.

    Who loses in the main part meets, among those with a defeat, the other half of the bracket first.
    """
    build = _Build(size)
    main = build.knock_out(Section.MAIN, [Source(From.LINE, (0, line)) for line in range(size)])
    left = [_loser(of) for of in main[0]]
    steps = count(1)
    for step, beaten in enumerate(main[1:], start=1):
        if len(left) > len(beaten):
            left = [_winner(of) for of in build.round(Section.LOSERS, next(steps), left)]
        fallen = _crossed([_loser(of) for of in beaten], step)
        meeting = [side for pair in zip(left, fallen, strict=True) for side in pair]
        left = [_winner(of) for of in build.round(Section.LOSERS, next(steps), meeting)]
    (final,) = build.round(Section.FINAL, 1, [_winner(main[-1][0]), *left])
    if second_final:
        (final,) = build.round(Section.FINAL, 2, [Source(From.AGAIN, final, side) for side in (0, 1)])
    return build.structure(final)


def outcome(
    structure: Structure,
    slots: Sequence[int | None],
    results: Mapping[Key, Result],
    *,
    out: Collection[How] = (How.DISQUALIFICATION,),
) -> Outcome:
    """The stage after these results; the order in which they were entered cannot matter.

    Who loses in one of the ways of `out` plays nowhere else in the stage. A match that nobody can ever play has no
    number. ValueError as in `fold`.

    >>> stage = outcome(double_elimination(2), (7, 4), {(1, 0): Result(4), (2, 0): Result(7)})
    >>> [(match.a, match.b, str(match.status)) for match in stage.matches.values()]
    [(7, 4, 'decided'), (4, 7, 'decided'), (4, 7, 'ready')]
    """
    if len(slots) != structure.size:
        raise ValueError(f"{len(slots)} lines for a structure of {structure.size}")
    if unknown := results.keys() - {planned.key for planned in structure.matches}:
        raise ValueError(f"no such match: {sorted(unknown)}")
    empty = _folded(structure, slots, {}, out, {})
    playable = (key for key, match in empty.items() if NOBODY not in (match.a, match.b))
    numbers = dict(zip(playable, count(1), strict=False))
    matches = _folded(structure, slots, results, out, numbers)
    return Outcome(matches, matches[structure.last].winner)


def _folded(
    structure: Structure,
    slots: Sequence[int | None],
    results: Mapping[Key, Result],
    out: Collection[How],
    numbers: Mapping[Key, int],
) -> dict[Key, Match]:
    after = {
        source.of: planned.key
        for planned in structure.matches
        if planned.section is Section.MAIN
        for source in (planned.a, planned.b)
    }
    matches: dict[Key, Match] = {}

    def side(source: Source) -> Side:
        if source.what is From.LINE:
            slot = slots[source.of[1]]
            return NOBODY if slot is None else slot
        match = matches[source.of]
        if source.what is From.WINNER:
            return match.advances
        if source.what is From.LOSER:
            return _beaten(match, out)
        if source.what is From.FIRST_DEFEAT:
            return _first_defeat(match, matches[after[source.of]], out)
        return _again(match)[source.side]

    for planned in structure.matches:
        a, b, result = side(planned.a), side(planned.b), results.get(planned.key)
        advancing(a, b, result)  # refuses a result that does not fit
        matches[planned.key] = Match(*planned.key, numbers.get(planned.key), a, b, result)
    return matches


def _beaten(match: Match, out: Collection[How]) -> Side:
    """Who goes on from here with a defeat."""
    if match.result is None:
        return NOBODY if NOBODY in (match.a, match.b) else PENDING
    return NOBODY if match.loser is None or match.result.how in out else match.loser


def _first_defeat(match: Match, then: Match, out: Collection[How]) -> Side:
    if match.status is not Status.BYE:
        return _beaten(match, out)
    fallen = _beaten(then, out)
    return fallen if fallen is PENDING or fallen == match.winner else NOBODY


def _again(final: Match) -> tuple[Side, Side]:
    if final.result is not None and final.winner == final.b:
        return final.a, final.b
    return final.advances, PENDING if final.advances is PENDING else NOBODY


def _crossed(sources: list[Source], step: int) -> list[Source]:
    """In another order each time, so that who met in the main part meets again as late as these four orders allow."""
    half = len(sources) // 2
    first, second = sources[:half], sources[half:]
    return ([*first, *second], sources[::-1], [*second, *first], [*first[::-1], *second[::-1]])[step % 4]


class _Build:
    """Matches as they are thought of; in which round each is comes last. Until then a match is `(-1, its number)`."""

    def __init__(self, size: int) -> None:
        if size < 2 or size & (size - 1):
            raise ValueError(f"a bracket has 2, 4, 8, … lines, not {size}")
        self.size = size
        self.drafts: list[Planned] = []

    def round(self, section: Section, step: int, sides: Sequence[Source]) -> list[Key]:
        """The matches of neighbours."""
        made = []
        for a, b in zip(sides[::2], sides[1::2], strict=True):
            made.append((-1, len(self.drafts)))
            self.drafts.append(Planned(made[-1], section, step, a, b))
        return made

    def knock_out(self, section: Section, sides: Sequence[Source]) -> list[list[Key]]:
        """Rounds of neighbours until one is left."""
        rounds = [self.round(section, 1, sides)]
        while len(rounds[-1]) > 1:
            rounds.append(self.round(section, len(rounds) + 1, [_winner(of) for of in rounds[-1]]))
        return rounds

    def structure(self, last: Key) -> Structure:
        rounds: list[int] = []
        for draft in self.drafts:
            earlier = [self._known(source, rounds) for source in (draft.a, draft.b)]
            rounds.append(1 + max(earlier))
        sections = list(Section)
        order = sorted(range(len(rounds)), key=lambda n: (rounds[n], sections.index(self.drafts[n].section), n))
        keys: dict[Key, Key] = {}
        places: defaultdict[int, count[int]] = defaultdict(count)
        for n in order:
            keys[-1, n] = rounds[n], next(places[rounds[n]])
        matches = (self.drafts[n] for n in order)
        return Structure(self.size, tuple(_named(match, keys) for match in matches), keys[last])

    def _known(self, source: Source, rounds: Sequence[int]) -> int:
        """The round after which this side is known."""
        if source.what is From.LINE:
            return 0
        return rounds[source.of[1]] + (source.what is From.FIRST_DEFEAT)


def _named(match: Planned, keys: Mapping[Key, Key]) -> Planned:
    a, b = (
        source if source.what is From.LINE else source._replace(of=keys[source.of]) for source in (match.a, match.b)
    )
    return match._replace(key=keys[match.key], a=a, b=b)


def _winner(of: Key) -> Source:
    return Source(From.WINNER, of)


def _loser(of: Key) -> Source:
    return Source(From.LOSER, of)
