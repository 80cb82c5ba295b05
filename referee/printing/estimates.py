"""About how many pages a document will have, told before it is laid out: what a page holds of it, measured on documents of all sizes."""

from typing import Final, NamedTuple

from referee.printing.credentials import GRIDS
from referee.printing.layout.cards import DOWN, DOWN_SMALL


class Pages(NamedTuple):
    """On each paper that can be chosen; only the poster of a bracket has an A3 of its own."""

    a4: int
    a5: int
    a3: int

    def times(self, many: int) -> "Pages":
        return Pages(self.a4 * many, self.a5 * many, self.a3 * many)


class Room(NamedTuple):
    """How many lines or cards of a document go on a page, and for how many more there would be room where all else of it stands."""

    a4: float
    a5: float
    else_a4: float = 0
    else_a5: float = 0

    def pages(self, count: float) -> Pages:
        """For so many of them; one at least."""
        large = _whole((count + self.else_a4) / self.a4)
        return Pages(large, _whole((count + self.else_a5) / self.a5), large)


CARDS: Final = Room(GRIDS["a4"].each, GRIDS["a5"].each)
TABLE_CARDS: Final = Room(2 * DOWN, 2 * DOWN_SMALL)
SCHEDULED: Final = Room(26, 12)
CALLED: Final = Room(28, 15, 0, 9)
SIGNED: Final = Room(28.5, 11.6, 5, 5)
"""Of people who sign on their line."""
DRAWN: Final = Room(26, 11, 16, 12)
RANKED: Final = Room(34, 20)
STEPPED: Final = Room(29, 14, 14, 12)
"""Of parejas in the table of a Swiss stage, below it the explanation of its many criteria."""
GROUPED: Final = Room(17, 7.3, 10, 8)
"""Of parejas in the tables of their series, with a comparison of all of them."""
SERIES: Final = Room(34, 18, 0, 6)
BLANK_SERIES: Final = Room(26, 12)
PRESS: Final = Room(24, 13)
ACTA: Final = Room(14, 9.3, 22, 34)
PLANILLA: Final = Pages(2, 5, 2)
"""To be filled, with room for as many datas on each size."""
SEALED: Final = Pages(2, 3, 2)
"""Of an ordinary mesa; a long one has more."""
ACT: Final = Pages(1, 2, 1)
"""Of a W.O., of what was ruled on an appeal."""
ONE: Final = Pages(1, 1, 1)
SLOTS: Final = ((26, 1.22), (5.3, 0.87), (32, 1.0))
"""How many slots of a bracket go on one page of each size, and how the pages grow with the slots."""


def one_each(count: int) -> Pages:
    """A page for each, on whatever paper."""
    return ONE.times(max(1, count))


def poster(slots: int) -> Pages:
    """The sheets of a bracket."""
    return Pages(*(max(1, round((slots / each) ** growth)) for each, growth in SLOTS))


def _whole(pages: float) -> int:
    return max(1, -int(-pages // 1))
