"""Long lists in pages."""

from dataclasses import dataclass
from typing import Final

ROWS: Final = 60
"""Of whatever is listed, on one page."""


@dataclass(frozen=True, slots=True)
class Pages:
    """A stretch of many rows, and how many of them there are."""

    number: int
    total: int

    @property
    def numbers(self) -> range:
        return range(1, self.total + 1) if self.total > 1 else range(0)

    @property
    def rows(self) -> slice:
        return slice((self.number - 1) * ROWS, self.number * ROWS)


def pages_of(count: int, asked: int) -> Pages:
    """The page asked for, or the nearest there is.

    >>> pages_of(130, 9), list(pages_of(60, 1).numbers)
    (Pages(number=3, total=3), [])
    """
    total = max(1, -(-count // ROWS))
    return Pages(min(max(asked, 1), total), total)
