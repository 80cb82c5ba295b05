"""A drawing cut into sheets of paper that can be joined: no box lies on a cut, only lines cross it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from brackets.draw.bracket import Key
from brackets.draw.sheet import Box, Join, Metrics, Point, Sheet, joined

Span: TypeAlias = tuple[float, float]
STEPS: Final = 40
"""In how many steps a cut is moved so that the sheets hold about the same."""


class Tile(NamedTuple):
    """One sheet of paper: its place in the whole, from 0, what part of the drawing it shows, and the boxes on it."""

    row: int
    column: int
    left: float
    top: float
    right: float
    bottom: float
    keys: tuple[Key, ...]

    @property
    def place(self) -> tuple[int, int]:
        return self.row, self.column


@dataclass(frozen=True, slots=True)
class Tiling:
    """A drawing, a little moved so that it can be cut, and its sheets from left to right and then down; empty ones are left out.

    Where nothing is drawn there is one sheet, with nothing on it.
    """

    sheet: Sheet
    tiles: tuple[Tile, ...]
    rows: int
    columns: int


class Gaps(NamedTuple):
    """Where a drawing may be cut: from left to right, and from above down."""

    across: Sequence[Span]
    down: Sequence[Span]

    def columns(self, width: float) -> int:
        """How many sheets of this width at most; ValueError where not even a box fits."""
        return len(_greedy(self.across, width)) - 1

    def rows(self, height: float) -> int:
        """The same of this height; ValueError where not even a box with its title fits."""
        return len(_greedy(self.down, height)) - 1


def gaps_of(sheet: Sheet, metrics: Metrics) -> Gaps:
    """Between the columns, and between the boxes to which no line leads. Those of later rounds can be moved."""
    titled, led = {title.key for title in sheet.titles}, {join.end for join in sheet.joins}
    still = [_span(box, titled, metrics) for key, box in sheet.boxes.items() if key not in led]
    return Gaps(_gaps((box.x, box.right) for box in sheet.boxes.values()), _gaps(still))


def tile(sheet: Sheet, metrics: Metrics, width: float, height: float) -> Tiling:
    """Cut into sheets of at most `width` by `height`; ValueError where not even a box with its title fits.

    Who stands on a cut between two sheets moves up or down to one of them, by less than the height of a box and its title.
    """
    if not sheet.boxes:
        return Tiling(sheet, (Tile(0, 0, 0, 0, width, height, ()),), 1, 1)
    gaps = gaps_of(sheet, metrics)
    across, down = _even(gaps.across, width), _even(gaps.down, height)
    titled = {title.key for title in sheet.titles}
    boxes = {key: _beside(box, _span(box, titled, metrics), down) for key, box in sheet.boxes.items()}
    moved = joined(sheet, metrics, [(join.start, join.end) for join in sheet.joins], boxes)
    on: defaultdict[tuple[int, int], list[Key]] = defaultdict(list)
    for key, box in boxes.items():
        on[_slot(down, box.middle), _slot(across, box.x + box.width / 2)].append(key)
    for join in moved.joins:
        for (x, y), (to_x, to_y) in pairwise(join.points):
            for row in range(_slot(down, min(y, to_y)), _slot(down, max(y, to_y)) + 1):
                for column in range(_slot(across, x), _slot(across, to_x) + 1):
                    on[row, column] += ()
    tiles = (
        Tile(row, column, across[column], down[row], across[column + 1], down[row + 1], tuple(on[row, column]))
        for row, column in sorted(on)
    )
    return Tiling(moved, tuple(tiles), len(down) - 1, len(across) - 1)


def clipped(join: Join, left: float, top: float, right: float, bottom: float) -> Iterator[tuple[Point, Point]]:
    """The pieces of a line inside a rectangle. No point of it is beyond both its ends."""
    (x, y), (to_x, to_y) = join.points[0], join.points[-1]
    if max(x, to_x) < left or min(x, to_x) > right or max(y, to_y) < top or min(y, to_y) > bottom:
        return
    for (x, y), (to_x, to_y) in pairwise(join.points):
        low_x, high_x = max(min(x, to_x), left), min(max(x, to_x), right)
        low_y, high_y = max(min(y, to_y), top), min(max(y, to_y), bottom)
        if low_x <= high_x and low_y <= high_y and (low_x, low_y) != (high_x, high_y):
            yield (low_x, low_y), (high_x, high_y)


def neighbours(tiling: Tiling, of: Tile) -> Mapping[str, int]:
    """The page numbers, from 1, of those to be joined to a sheet: `left`, `right`, `above`, `below`."""
    pages = {each.place: number for number, each in enumerate(tiling.tiles, start=1)}
    beside = {"left": (0, -1), "right": (0, 1), "above": (-1, 0), "below": (1, 0)}
    found = {side: pages.get((of.row + row, of.column + column)) for side, (row, column) in beside.items()}
    return {side: page for side, page in found.items() if page is not None}


def _span(box: Box, titled: Collection[Key], metrics: Metrics) -> Span:
    """From the title above it, if it has one, to its lower edge."""
    return box.y - (metrics.title if box.key in titled else 0), box.bottom


def _slot(cuts: Sequence[float], at: float) -> int:
    """Between which two cuts a place lies."""
    return min(max(bisect_right(cuts, at) - 1, 0), len(cuts) - 2)


def _even(gaps: Sequence[Span], most: float) -> list[float]:
    """From edge to edge, with cuts between in the middle of gaps: as few as can be, and as even as that allows."""
    fewest = _greedy(gaps, most)
    even = (gaps[-1][1] - gaps[0][0]) / (len(fewest) - 1)
    for step in range(STEPS):
        limit = even + (most - even) * step / STEPS
        try:
            cuts = _greedy(gaps, limit)
        except ValueError:
            continue
        if len(cuts) == len(fewest):
            return cuts
    return fewest


def _gaps(spans: Iterable[Span]) -> list[Span]:
    """What lies between the spans, as (end of one, beginning of the next); the first and the last are the edges."""
    gaps: list[Span] = []
    end: float | None = None
    for low, high in sorted(spans):
        if end is None:
            gaps.append((low, low))
        elif low > end:
            gaps.append((end, low))
        end = high if end is None else max(end, high)
    return [*gaps, (end, end)] if end is not None else [(0, 0), (0, 0)]


def _greedy(gaps: Sequence[Span], most: float) -> list[float]:
    narrow = max(min((high - low for low, high in gaps[1:-1]), default=most), most / STEPS)
    places = [place for gap in gaps for place in _places(gap, narrow)]
    cuts = places[:1]
    for place, after in pairwise(places):
        if after - cuts[-1] > most:
            if place <= cuts[-1] or after - place > most:
                raise ValueError("the paper is smaller than a box")
            cuts.append(place)
    return [*cuts, places[-1]]


def _places(gap: Span, narrow: float) -> Iterator[float]:
    """Where in a gap a cut may be: in its middle, or of a broad one in the middle of each part of it."""
    low, high = gap
    count = max(1, round((high - low) / narrow))
    yield from (low + (high - low) * (part + 0.5) / count for part in range(count))


def _beside(box: Box, span: Span, cuts: Sequence[float]) -> Box:
    """The box itself, or moved off the cut that it lies on to the nearer side."""
    top, bottom = span
    for cut in cuts[1:-1]:
        if top < cut < bottom:
            gap = (box.bottom - box.y) / 10
            up, below = bottom - cut + gap, cut - top + gap
            return box._replace(y=box.y - up if up <= below else box.y + below)
    return box
