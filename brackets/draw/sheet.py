"""Where the matches of a stage stand on a drawing: boxes, the lines that join them, the titles of their columns.

Plain geometry in one unit, the caller's (pixels of a screen, points of paper): x grows to the right and y downwards, from the upper
left corner. A knock-out is drawn as trees, each match between the two it comes from; series as a grid of tables whose columns are their
rounds; a Swiss stage as one column a round.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, sqrt
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from brackets.draw.bracket import Key
from brackets.draw.structure import From, Planned, Section, Structure

Point: TypeAlias = tuple[float, float]

BEND: Final = 0.6
"""Where a line turns, as a part of the gap counted from its end."""
LANDSCAPE: Final = 1.5
"""How much wider than high what has no shape of its own is made."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """Sizes in the unit of the drawing: of a box; `aside` to the next column, where the lines run; `below` to the next box of the fullest
    column; `title` above a column; `apart` between trees and tables.
    """

    width: float
    height: float
    aside: float
    below: float
    title: float
    apart: float

    def times(self, scale: float) -> "Metrics":
        return Metrics(*(scale * getattr(self, name) for name in self.__slots__))


class Box(NamedTuple):
    """The place of a match; (`x`, `y`) is its upper left corner."""

    key: Key
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.y + self.height / 2


class Join(NamedTuple):
    """The line on which the winner of `start` comes to `end`, its parts horizontal or vertical."""

    start: Key
    end: Key
    points: tuple[Point, ...]


class Title(NamedTuple):
    """The room above the first box of a column; the round of match `key` is its text."""

    key: Key
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing; `columns` are its matches in reading order, column by column from top to bottom."""

    width: float
    height: float
    boxes: Mapping[Key, Box]
    columns: tuple[tuple[Key, ...], ...]
    joins: tuple[Join, ...]
    titles: tuple[Title, ...]


def lay_out(structure: Structure, metrics: Metrics, keys: Collection[Key] | None = None) -> Sheet:
    """Draw all matches, or those of `keys` as if there were no others.

    >>> from brackets.draw.knockout import single_elimination
    >>> drawn = lay_out(single_elimination(4), Metrics(100, 20, 10, 5, 15, 30))
    >>> [(box.x, box.y) for box in drawn.boxes.values()]
    [(0, 15.0), (0, 40.0), (110, 27.5)]
    """
    shown = [planned for planned in structure.matches if keys is None or planned.key in keys]
    drawing = _Drawing(metrics)
    for section in (Section.SERIES, Section.SWISS):
        drawing.tables([planned for planned in shown if planned.section is section])
    trees = {section: [planned for planned in shown if planned.section is section] for section in Section}
    drawing.tree(trees[Section.MAIN])
    drawing.third(trees[Section.THIRD])
    drawing.tree(trees[Section.LOSERS])
    drawing.finals(trees[Section.FINAL])
    drawing.tree(trees[Section.CONSOLATION])
    return drawing.sheet(shown)


def joined(sheet: Sheet, metrics: Metrics, starts: Iterable[tuple[Key, Key]], boxes: Mapping[Key, Box]) -> Sheet:
    """The same drawing with its boxes moved to `boxes`: lines and titles go with them."""
    firsts = {column[0]: boxes[column[0]] for column in sheet.columns}
    return Sheet(
        max((box.right for box in boxes.values()), default=0),
        max((box.bottom for box in boxes.values()), default=0),
        boxes,
        sheet.columns,
        tuple(_join(boxes[start], boxes[end], metrics.aside) for start, end in starts),
        tuple(title._replace(y=firsts[title.key].y - metrics.title) for title in sheet.titles),
    )


class Ways(NamedTuple):
    """How the matches of a knock-out hang together: whose winners come here, and where winner and loser go."""

    before: tuple[Key, ...]
    winner: Key | None
    loser: Key | None


def ways(structure: Structure) -> Mapping[Key, Ways]:
    """For each match. A loser who goes where his first defeat counts goes there too.

    >>> from brackets.draw.knockout import double_elimination
    >>> ways(double_elimination(4))[1, 0]
    Ways(before=(), winner=(2, 0), loser=(2, 1))
    """
    winners: dict[Key, Key] = {}
    losers: dict[Key, Key] = {}
    for planned in structure.matches:
        for source in (planned.a, planned.b):
            if source.what in (From.WINNER, From.AGAIN):
                winners[source.of] = planned.key
            elif source.what in (From.LOSER, From.FIRST_DEFEAT):
                losers[source.of] = planned.key
    return {
        planned.key: Ways(_before(planned), winners.get(planned.key), losers.get(planned.key))
        for planned in structure.matches
    }


def _before(planned: Planned) -> tuple[Key, ...]:
    """The matches whose winners meet here, above first; a final played again comes from one."""
    sources = (source.of for source in (planned.a, planned.b) if source.what in (From.WINNER, From.AGAIN))
    return tuple(dict.fromkeys(sources))


class _Block(NamedTuple):
    """A tree or a table: its columns of matches, and how many rows of boxes down the middle of each match is."""

    columns: Sequence[Sequence[Key]]
    rows: Mapping[Key, float]

    @property
    def height(self) -> int:
        return ceil(max(self.rows.values())) + 1


class _Drawing:
    """What has been drawn so far."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.boxes: dict[Key, Box] = {}
        self.columns: list[tuple[Key, ...]] = []

    def tables(self, shown: Sequence[Planned]) -> None:
        """One table for each series, from left to right and then below."""
        groups: defaultdict[int, list[Planned]] = defaultdict(list)
        for planned in shown:
            groups[planned.group].append(planned)
        blocks = [_table(group, self.metrics) for group in groups.values()]
        if not blocks:
            return
        width = max(len(block.columns) for block in blocks) * self._pitch[0] + self.metrics.apart
        height = max(block.height for block in blocks) * self._pitch[1] + self.metrics.apart
        across = min(len(blocks), ceil(sqrt(len(blocks) * height * LANDSCAPE / width)))
        for start in range(0, len(blocks), across):
            top = self._below()
            for place, block in enumerate(blocks[start : start + across]):
                self._place(block, place * width, top)

    def tree(self, shown: Sequence[Planned]) -> None:
        if shown:
            self._place(_tree(shown), 0, self._below())

    def third(self, shown: Sequence[Planned]) -> None:
        """Below the final, or below what else is there."""
        for planned in shown:
            x = max((box.x for box in self.boxes.values()), default=0)
            above = (box.bottom for box in self.boxes.values() if box.x == x)
            self._single(planned, x, max(above, default=-self.metrics.below) + self.metrics.below + self.metrics.title)

    def finals(self, shown: Sequence[Planned]) -> None:
        """At the right of both trees, between their ends."""
        for planned in shown:
            x = max((box.right + self.metrics.aside for box in self.boxes.values()), default=0)
            middles = [self.boxes[key].middle for key in _before(planned) if key in self.boxes]
            half = self.metrics.height / 2
            self._single(planned, x, sum(middles) / len(middles) - half if middles else self.metrics.title)

    def sheet(self, shown: Sequence[Planned]) -> Sheet:
        order = {planned.key: (list(Section).index(planned.section), planned.group) for planned in shown}
        columns = tuple(sorted(self.columns, key=lambda column: order[column[0]]))
        starts = [(start, planned.key) for planned in shown for start in _before(planned) if start in self.boxes]
        titles = tuple(Title(column[0], self.boxes[column[0]].x, 0, self.metrics.width) for column in columns)
        boxes = {key: self.boxes[key] for column in columns for key in column}
        return joined(Sheet(0, 0, boxes, columns, (), titles), self.metrics, starts, boxes)

    @property
    def _pitch(self) -> Point:
        return self.metrics.width + self.metrics.aside, self.metrics.height + self.metrics.below

    def _below(self) -> float:
        """Where what comes next may hang."""
        return max((box.bottom for box in self.boxes.values()), default=-self.metrics.apart) + self.metrics.apart

    def _single(self, planned: Planned, x: float, y: float) -> None:
        self.boxes[planned.key] = Box(planned.key, x, y, self.metrics.width, self.metrics.height)
        self.columns.append((planned.key,))

    def _place(self, block: _Block, x: float, y: float) -> None:
        right, down = self._pitch
        for number, column in enumerate(block.columns):
            for key in column:
                top = y + self.metrics.title + block.rows[key] * down
                self.boxes[key] = Box(key, x + number * right, top, self.metrics.width, self.metrics.height)
            self.columns.append(tuple(column))


def _tree(shown: Sequence[Planned]) -> _Block:
    """Each match in the middle of those it comes from in the same tree; those that come from none below one another."""
    inside = {planned.key for planned in shown}
    feeding = {planned.key: [key for key in _before(planned) if key in inside] for planned in shown}
    fed = {key for keys in feeding.values() for key in keys}
    rows: dict[Key, float] = {}
    leaves = count()

    def place(key: Key) -> float:
        before = [place(each) for each in feeding[key]]
        rows[key] = sum(before) / len(before) if before else float(next(leaves))
        return rows[key]

    for planned in shown:
        if planned.key not in fed:
            place(planned.key)
    return _Block([sorted(column, key=rows.__getitem__) for column in _by_step(shown)], rows)


def _table(shown: Sequence[Planned], metrics: Metrics) -> _Block:
    """A column for each round; a single round is broken into columns, so that it is no strip."""
    columns = _by_step(shown)
    if len(columns) == 1:
        (matches,) = columns
        ratio = LANDSCAPE * (metrics.height + metrics.below) / (metrics.width + metrics.aside)
        deep = ceil(len(matches) / max(1, round(sqrt(len(matches) * ratio))))
        columns = [matches[start : start + deep] for start in range(0, len(matches), deep)]
    return _Block(columns, {key: float(row) for column in columns for row, key in enumerate(column)})


def _by_step(shown: Sequence[Planned]) -> list[list[Key]]:
    steps: defaultdict[int, list[Key]] = defaultdict(list)
    for planned in sorted(shown, key=attrgetter("step", "key")):
        steps[planned.step].append(planned.key)
    return list(steps.values())


def _join(start: Box, end: Box, aside: float) -> Join:
    """From the right edge to the left one, turning in the gap before `end`, a little before its middle, where paper is cut."""
    bend = end.x - aside * BEND
    points = ((start.right, start.middle), (bend, start.middle), (bend, end.middle), (end.x, end.middle))
    level = abs(start.middle - end.middle) < aside * 1e-9
    return Join(start.key, end.key, (points[0], (end.x, start.middle)) if level else points)
