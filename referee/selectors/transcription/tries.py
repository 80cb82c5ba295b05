"""How much of its search a reading may do: nonsense has every order of jugadas tried, and comes to nothing."""

from typing import Final

MOST_TRIED: Final = 6_000
"""Jugadas that one search tries. What was played needs a hundred, and with many protests a thousand and some."""
IN_ALL: Final = 15_000  # in one reading, which is then less than a second
KEPT: Final = 150


class Tries:
    """How many jugadas may still be tried in a whole reading, however many of its rows are nonsense.

    What the rows to come need is kept for them: nonsense in one row is no reason to find another wrong.
    """

    def __init__(self, rows: int) -> None:
        self._left, self._to_come = IN_ALL, rows
        self._kept = min(KEPT, (IN_ALL - MOST_TRIED) // max(rows, 1))

    def next_row(self) -> None:
        """From here on what was kept for one more row may be used."""
        self._to_come -= 1

    @property
    def allowed(self) -> int:
        """For the next search."""
        return min(MOST_TRIED, self._left - self._kept * self._to_come)

    def spend(self, tried: int) -> None:
        self._left -= tried
