"""How a bracket is put on paper: with names as whole as can be, then on few sheets, then in large type."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, product
from math import ceil
from typing import Final, NamedTuple

from brackets.draw.sheet import Metrics, Sheet, lay_out
from brackets.draw.tiling import Gaps, Span, Tiling, gaps_of, tile
from referee.printing.bracket_names import LEAST, least_of, name_room, need_of
from referee.selectors.bracket_paper import BracketPaper

PAPERS: Final = {"a4": (595.28, 841.89), "a3": (841.89, 1190.55), "a5": (419.53, 595.28)}
"""Width and height upright, in points."""
SIZES: Final = (16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.5, 8.0, 7.5, LEAST)
"""The sizes of type that are tried, in points; nothing is printed smaller than the last one."""
BROAD: Final = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.9, 2.1, 2.3, 2.5, 2.8)
"""How many times as broad as the least a box may be, so that names stand whole."""
LARGE: Final = 300
"""With more matches than this only every second breadth is tried."""
MORE: Final = 4
"""For the sake of names so many sheets more than the fewest are taken, or twice as many."""
AT: Final = 8.0
METRICS: Final = Metrics(width=152, height=21, aside=16, below=3, title=14, apart=24)
"""In points where the type is of 8 points and a name has one line."""
TALL: Final = 40.0
"""The height of a box whose names have two lines."""
MARGIN: Final = 28.35
HEAD: Final = 30.0
FOOT: Final = 24.0
FLAP: Final = 14.0
"""What is pasted below the next page."""


class Fit(NamedTuple):
    """How a bracket is put on paper: its pages, sizes of page and type in points, and how many lines a name may have."""

    tiling: Tiling
    metrics: Metrics
    page: tuple[float, float]
    type: float
    lines: int


def fitted_on(paper: BracketPaper, format_: str) -> Fit:
    """With the least missing of its names that so many pages allow, then on few pages, then in large type."""
    width, height = PAPERS[format_]
    broad = BROAD if len(paper.boxes) <= LARGE else BROAD[::2]
    rows: defaultdict[tuple[Span, ...], dict[float, int]] = defaultdict(dict)
    choices = [
        choice
        for lines, times in product((1, 2), broad)
        for choice in _choices(paper, lines, times, ((width, height), (height, width)), rows)
    ]
    fewest = min(choice.pages for choice in choices)
    wanted = {lines: _Names.of(paper, lines) for lines in (1, 2)}
    return min(
        (choice for choice in choices if choice.pages <= fewest + max(fewest, MORE)),
        key=lambda choice: (choice.missing(wanted), choice.pages, -choice.type, choice.lines, -choice.metrics.width),
    ).fit(paper)


class _Choice(NamedTuple):
    """One way to put a bracket on so many pages at most."""

    metrics: Metrics
    page: tuple[float, float]
    type: float
    lines: int
    pages: int

    def missing(self, names: Mapping[int, "_Names"]) -> int:
        return names[self.lines].missing(self.metrics.width, self.type)

    def fit(self, paper: BracketPaper) -> Fit:
        width, height = _room(self.page)
        flap = FLAP if self.pages == 1 else 0
        drawing = lay_out(paper.structure, self.metrics, paper.boxes.keys())
        tiling = tile(drawing, self.metrics, width + flap, height + flap)
        return Fit(tiling, self.metrics, self.page, self.type, self.lines)


class _Names:
    """All names of a paper by the chicas beside them: how much room each needs, the least first, and the sums of those."""

    def __init__(self, needs: Mapping[str, Sequence[float]]) -> None:
        self._needs = [(said, sorted(each), [0.0, *accumulate(sorted(each))]) for said, each in needs.items()]

    @classmethod
    def of(cls, paper: BracketPaper, lines: int) -> "_Names":
        needs: defaultdict[str, list[float]] = defaultdict(list)
        for box in paper.boxes.values():
            for side in box.sides:
                needs[side.said].append(need_of(side.name, lines, bold=side.wins))
        return cls(needs)

    def missing(self, width: float, size: float) -> int:
        """How much of them is not shown in boxes of this width, in times the size of the type."""
        total = 0.0
        for said, needs, sums in self._needs:
            room = name_room(width, size, said) / least_of(size)
            whole = bisect_right(needs, room + 1e-9)
            total += sums[-1] - sums[whole] - room * (len(needs) - whole)
        return ceil(total - 1e-6)


def _choices(
    paper: BracketPaper,
    lines: int,
    broad: float,
    pages: Sequence[tuple[float, float]],
    rows: Mapping[tuple[Span, ...], dict[float, int]],
) -> Iterator[_Choice]:
    """In every size of type: the drawing is the same, only its paper is larger or smaller.

    `rows` keeps how many sheets of a height lie below each other, by the gaps from above down: broader boxes seldom change those.
    """
    height = METRICS.height if lines == 1 else TALL
    metrics = replace(METRICS, width=METRICS.width * broad, height=height)
    drawing = lay_out(paper.structure, metrics, paper.boxes.keys())
    gaps = gaps_of(drawing, metrics)
    own = rows[tuple(gaps.down)]
    for size, page in product(SIZES, pages):
        scale = size / AT
        width, height = (each / scale for each in _room(page))
        if count := _pages(drawing, gaps, width, height, FLAP / scale, own):
            yield _Choice(metrics.times(scale), page, size, lines, count)


def _pages(drawing: Sheet, gaps: Gaps, width: float, height: float, flap: float, rows: dict[float, int]) -> int:
    """One, which needs no flap, or how many at most; 0 where the paper is too small."""
    if drawing.width < width + flap and drawing.height < height + flap:
        return 1
    try:
        columns = gaps.columns(width)
        if height not in rows:
            rows[height] = gaps.rows(height)
        return max(2, columns * rows[height])
    except ValueError:
        return 0


def _room(page: tuple[float, float]) -> tuple[float, float]:
    """Between the crop marks."""
    return page[0] - 2 * MARGIN - FLAP, page[1] - 2 * MARGIN - HEAD - FOOT - FLAP
