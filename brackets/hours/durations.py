"""How long a mesa lasts once both sit at its table: what was observed today, and what is expected before."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

PRIOR: Final = (15.0, 21.0, 37.0, 41.0, 44.0, 48.0, 52.0, 58.0, 66.0, 75.0)
"""Minutes from sitting down to the result where nothing was observed, as equally likely values.

From `manage.py equilibrio`: 1,000 mesas of Riobamba simulated card by card (seed 7, 5 s a card), their 5th, 15th, … 95th
hundredth.
"""
GATHERING: Final = (10.0, 10.0, 10.0, 10.0, 10.0)
"""Minutes from being called to sitting down, before anything was observed: the ten between two mesas that `equilibrio` counts with."""
LATEST: Final = 60.0
"""Minutes: who sits down later than this after the call was not on the way."""
LONGEST: Final = 600.0
"""Minutes: what is recorded the next day says nothing of how long it was played."""


@dataclass(frozen=True, slots=True)
class Durations:
    """Equally likely minutes, sorted.

    >>> Durations((10.0, 20.0, 30.0)).at(0.5)
    20.0
    """

    minutes: tuple[float, ...]

    def at(self, share: float) -> float:
        """The duration below which that share of mesas ends, on the straight line between two values."""
        place = share * (len(self.minutes) - 1)
        low = int(place)
        if low + 1 >= len(self.minutes):
            return self.minutes[-1]
        return self.minutes[low] + (place - low) * (self.minutes[low + 1] - self.minutes[low])

    def left(self, elapsed: float, share: float) -> float:
        """Minutes to go of a mesa that has lasted `elapsed`, among those that lasted longer; a minute where none did.

        >>> Durations((10.0, 20.0, 30.0)).left(15, 1.0), Durations((10.0, 20.0, 30.0)).left(45, 0.3)
        (15.0, 1.0)
        """
        longer = self.minutes[bisect_right(self.minutes, elapsed) :]
        return max(1.0, Durations(longer).at(share) - elapsed) if longer else 1.0

    @property
    def median(self) -> float:
        return self.at(0.5)


def durations_from(observed: Iterable[float], prior: Durations | None = None) -> Durations:
    """What was observed together with what is expected, one as likely as the other: the ten of the prior fade as mesas end.

    What cannot be (nothing, or more than `LONGEST`) is left out.

    >>> durations_from([]).median == Durations(PRIOR).median, durations_from([20.0] * 60).median
    (True, 20.0)
    """
    expected = (prior or Durations(PRIOR)).minutes
    seen = [minutes for minutes in observed if 0 < minutes <= LONGEST]
    return Durations(tuple(sorted((*seen, *expected))))


def gathering_from(observed: Iterable[float]) -> float:
    """The usual minutes from call to sitting down: half took less. What was begun without a call says nothing.

    >>> gathering_from([]), gathering_from([0.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0])
    (10.0, 4.0)
    """
    return Durations(tuple(sorted((*GATHERING, *(each for each in observed if 0 < each <= LATEST))))).median
