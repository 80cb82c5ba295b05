"""Numbers between 0 and 1 that look like chance and are always the same: what trials of a day are drawn with."""

from typing import Final

_MASK: Final = (1 << 64) - 1


def unit(trial: int, key: int) -> float:
    """The number of one mesa in one trial (splitmix64 of both).

    Only trial and mesa count: with more tables, or after other mesas ended, the same mesa takes as long in the same trial, so
    that what is compared differs by nothing else.

    >>> unit(3, 7) == unit(3, 7), 0 <= unit(0, 0) < 1, unit(1, 2) == unit(2, 1)
    (True, True, False)
    """
    mixed = (trial * 0x9E3779B97F4A7C15 + key * 0xD1B54A32D192ED03 + 0x632BE59BD9B4E019) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((mixed ^ (mixed >> 31)) >> 11) / (1 << 53)
