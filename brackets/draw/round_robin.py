"""All against all: the rounds of a series by the circle method, and into how many series a field is split."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from brackets.draw.refusal import DrawRefusal

T = TypeVar("T")


class Meeting(NamedTuple):
    """Two of a series, by their places in it from 0; `b` is None where `a` rests."""

    a: int
    b: int | None


def rounds(size: int, *, turns: int = 1) -> tuple[tuple[Meeting, ...], ...]:
    """Each plays once a round and once a turn with each other; with an odd size one rests each round, each once a turn.

    The first stays where he is and the others go round him, one place a round. Who is named first changes from round to
    round, and in the second turn the other of each pair is.

    >>> rounds(4)[0], rounds(3)[0]
    ((Meeting(a=0, b=3), Meeting(a=1, b=2)), (Meeting(a=1, b=2), Meeting(a=0, b=None)))
    >>> [len(rounds(size)) for size in (2, 3, 4, 9)], len(rounds(4, turns=2))
    ([1, 3, 3, 9], 6)
    """
    if size < 2:
        raise DrawRefusal("series-too-small", f"Una serie de {size} no tiene con quién jugar. Ponga al menos dos.")
    if turns not in (1, 2):
        raise ValueError(f"one turn or two, not {turns}")
    once = tuple(_turn(size))
    return once if turns == 1 else once + tuple(tuple(map(_turned, each)) for each in once)


def _turned(meeting: Meeting) -> Meeting:
    return meeting if meeting.b is None else Meeting(meeting.b, meeting.a)


def _turn(size: int) -> Iterator[tuple[Meeting, ...]]:
    places: list[int | None] = [*range(size), *([None] if size % 2 else [])]
    for number in range(len(places) - 1):
        half = len(places) // 2
        pairs = zip(places[:half], reversed(places[half:]), strict=True)
        meetings = [_meeting(a, b, turned=number % 2 == 1) for a, b in pairs]
        yield tuple(sorted(meetings, key=lambda meeting: meeting.b is None))
        places[1:] = [places[-1], *places[1:-1]]


def _meeting(a: int | None, b: int | None, *, turned: bool) -> Meeting:
    if a is None or b is None:
        return Meeting(b if a is None else a, None)  # type: ignore[arg-type]  # one of them plays nobody
    return _turned(Meeting(a, b)) if turned else Meeting(a, b)


def series_sizes(entries: int, size: int) -> tuple[int, ...]:
    """So many in series of `size`, and of one less where they do not come out even: larger ones first.

    DrawRefusal where that cannot be.

    >>> series_sizes(36, 4) == (4,) * 9, series_sizes(69, 4) == (4,) * 15 + (3,) * 3
    (True, True)
    """
    if size < 2:
        raise DrawRefusal("series-too-small", f"Una serie de {size} no tiene con quién jugar. Ponga al menos dos.")
    number = -(-entries // size)
    smaller = number * size - entries
    if entries < 2 or smaller > number or (smaller and size == 2):
        raise DrawRefusal(
            "series-uneven",
            f"{entries} no se reparten en series de {size} y de {size - 1}. Elija otro tamaño, o diga cuántas series quiere.",
        )
    return (size,) * (number - smaller) + (size - 1,) * smaller


def split(ranked: Sequence[T], sizes: Sequence[int]) -> tuple[tuple[T, ...], ...]:
    """Deal them out like cards, forth and back: the best to different series, the next ones to those in reverse.

    >>> split("ABCDEFG", (3, 2, 2))
    (('A', 'F', 'G'), ('B', 'E'), ('C', 'D'))
    """
    if sum(sizes) != len(ranked):
        raise ValueError(f"{len(ranked)} do not fill series of {tuple(sizes)}")
    series: list[list[T]] = [[] for _ in sizes]
    waiting = iter(ranked)
    for turn in range(max(sizes)):
        forth = range(len(sizes)) if turn % 2 == 0 else reversed(range(len(sizes)))
        for number in forth:
            if len(series[number]) < sizes[number]:
                series[number].append(next(waiting))
    return tuple(map(tuple, series))
