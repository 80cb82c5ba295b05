"""How long a hall needs: a single elimination of n parejas on so many tables, with mesas as long as simulated ones."""

from collections.abc import Sequence
from heapq import heappop, heappush
from random import Random
from statistics import fmean
from typing import Final

CHANGEOVER: Final = 10.0
"""Minutes between two mesas of one table: signing, calling, walking, sitting down."""
TRIES: Final = 12
"""How often each hall is tried; its time is their mean."""
PAREJAS: Final = (16, 32, 64, 96, 128, 256)
HOURS: Final = (4, 6, 8, 12, 16)


def hall_minutes(parejas: int, tables: int, minutes: Sequence[float], random: Random) -> float:
    """Play one elimination: each partida begins when both parejas and a table are free, earlier rounds first.

    >>> hall_minutes(4, 1, [30.0], Random(1)), hall_minutes(4, 2, [30.0], Random(1))
    (120.0, 80.0)
    """
    lines = 1 << (parejas - 1).bit_length()
    waiting: dict[tuple[int, int], int] = {}
    ready: list[tuple[int, int]] = []
    playing: list[tuple[float, int, int]] = []
    now, free = 0.0, tables
    for position in range(lines // 2):
        if position < lines - parejas:
            _advance(ready, waiting, (1, position), lines)
        else:
            heappush(ready, (1, position))
    while ready or playing:
        while ready and free:
            number, position = heappop(ready)
            heappush(playing, (now + random.choice(minutes) + CHANGEOVER, number, position))
            free -= 1
        now, number, position = heappop(playing)
        free += 1
        _advance(ready, waiting, (number, position), lines)
    return now


def tables_needed(parejas: int, hours: float, minutes: Sequence[float], random: Random) -> int | None:
    """The fewest tables with which the hall is done in time on the mean of some tries; None where none suffice."""

    def done(tables: int) -> bool:
        return fmean(hall_minutes(parejas, tables, minutes, random) for _ in range(TRIES)) <= 60 * hours

    low, high = 1, max(1, parejas // 2)
    if not done(high):
        return None
    while low < high:
        middle = (low + high) // 2
        if done(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _advance(
    ready: list[tuple[int, int]], waiting: dict[tuple[int, int], int], key: tuple[int, int], lines: int
) -> None:
    """Somebody goes on from this partida; the next is ready with its second pareja."""
    number, position = key
    if lines >> number == 1:
        return
    after = (number + 1, position // 2)
    waiting[after] = waiting.get(after, 2) - 1
    if not waiting[after]:
        heappush(ready, after)
