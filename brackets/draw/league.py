"""The structures of stages that a table decides: series, all against all, Swiss."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, count, pairwise

from brackets.draw.bracket import Key
from brackets.draw.round_robin import rounds
from brackets.draw.structure import NO_LINE, From, Planned, Section, Source, Structure


def series(sizes: Sequence[int], *, turns: int = 1) -> Structure:
    """All against all in each series; the lines of the first series come first. One series is a plain league.

    >>> [(match.key, match.group, match.a.of[1], match.b.of[1]) for match in series((3, 2)).matches]
    [((1, 0), 0, 1, 2), ((1, 1), 1, 3, 4), ((2, 0), 0, 2, 0), ((3, 0), 0, 0, 1)]
    """
    starts = [0, *accumulate(sizes)]
    groups = tuple(tuple(range(start, end)) for start, end in pairwise(starts))
    met = (
        (number, group, lines[meeting.a], lines[meeting.b])
        for group, lines in enumerate(groups)
        for number, meetings in enumerate(rounds(len(lines), turns=turns), start=1)
        for meeting in meetings
        if meeting.b is not None
    )
    return Structure(sum(sizes), _matches(Section.SERIES, sorted(met, key=lambda each: each[:2])), groups=groups)


def swiss(size: int, pairings: Sequence[Sequence[tuple[int, int | None]]]) -> Structure:
    """The rounds paired so far: by round, the lines that meet; None where a line rests.

    >>> [(match.key, match.a.of[1], match.b.of[1]) for match in swiss(3, [[(0, 2), (1, None)]]).matches]
    [((1, 0), 0, 2), ((1, 1), 1, -1)]
    """
    met = (
        (number, 0, a, NO_LINE if b is None else b) for number, pairs in enumerate(pairings, start=1) for a, b in pairs
    )
    return Structure(size, _matches(Section.SWISS, met), groups=(tuple(range(size)),))


def _matches(section: Section, met: Iterable[tuple[int, int, int, int]]) -> tuple[Planned, ...]:
    """One match for each round, group and two lines, in this order."""
    places: defaultdict[int, count[int]] = defaultdict(count)

    def key(number: int) -> Key:
        return number, next(places[number])

    return tuple(
        Planned(key(number), section, number, Source(From.LINE, (0, a)), Source(From.LINE, (0, b)), group)
        for number, group, a, b in met
    )
