"""Tables laid out: columns as broad as they need, rows that go on overleaf, heads repeated on every page."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.printing.layout.sheets import LEAST, Flow, Sheet
from referee.printing.type import typeset, wrapped
from referee.selectors.papers.values import Column, Table

HEAD: Final = 7.0
PAD: Final = 4.0
BOX: Final = 9.0
"""The side of a box to be ticked."""
LINES: Final = 12
"""Of a head at most."""
WHOLE: Final = 4
"""Of a head that is set whole although it has a short form."""
TALL: Final = 24.0
BROADEST: Final = 0.26
"""Of the room, for a column that is as broad as its words."""
SHARE: Final = 0.62
"""Of the room, for all such columns of a table that has others."""
MOST: Final = 0.82
"""Of the room, for them where no less holds the words of their heads."""
BLANK: Final = 30.0
"""What a column to be written in takes at least."""


class Placed(NamedTuple):
    """A column with where it stands."""

    column: Column
    x: float
    width: float
    head: tuple[str, ...]
    is_short: bool = False


def draw_table(flow: Flow, table: Table) -> None:
    """The title, the heads and the rows; or what is said instead of rows."""
    if not table.rows:
        _title(flow, table, keep=12)
        flow.lines(table.empty, size=flow.sheet.cell + 0.5)
        return
    size = flow.sheet.cell
    placed = laid_out(table, flow.sheet)
    cells = [_lines(row, placed, size) for row in table.rows]
    high = max(len(each.head) for each in placed) * (HEAD + 1.5) + 4
    _title(flow, table, keep=high + _height(cells[0], size, tall=table.tall))
    flow.need(high + _height(cells[0], size, tall=table.tall))
    _heads(flow, placed, high)
    for row in cells:
        _row(flow, table, placed, row, high)
    _explained(flow, placed)
    flow.y -= 7


def _title(flow: Flow, table: Table, *, keep: float) -> None:
    if not table.title:
        return
    size = flow.sheet.cell + 1.5
    lines = wrapped(table.title, size=size, room=flow.sheet.room, bold=True, most=6)
    flow.need(len(lines) * size * 1.25 + 4 + keep)
    flow.lines(table.title, size=size, bold=True)


def laid_out(table: Table, sheet: Sheet) -> list[Placed]:
    """Its columns where they stand on this sheet, with the lines of their heads; a head that would be too tall is short."""
    widths, short = _widths(table, sheet.room, sheet.cell)
    x, placed = sheet.margin, []
    for column, width in zip(table.columns, widths, strict=True):
        told = _head(column, short=short)
        head = wrapped(told, size=HEAD, room=width - 2 * PAD, bold=True, most=LINES)
        if len(head) > WHOLE and column.short:
            told = column.short
            head = wrapped(told, size=HEAD, room=width - 2 * PAD, bold=True, most=LINES)
        placed.append(Placed(column, x, width, head, told != column.head))
        x += width
    return placed


def _explained(flow: Flow, placed: Sequence[Placed]) -> None:
    """What the short heads stand for."""
    told = [f"{each.column.short}: {each.column.head}." for each in placed if each.is_short]
    new = [each for each in told if each not in flow.explained]
    flow.explained |= set(new)
    if new:
        flow.lines(" ".join(new), size=LEAST, gap=0)


def _head(column: Column, *, short: bool) -> str:
    return column.short if short and column.short else column.head


def _widths(table: Table, room: float, size: float) -> tuple[list[float], bool]:
    """Columns without weight take what their words need; the others share the rest. All together fill the room.

    None is narrower than its longest word while there is room for that. And whether the heads are the short ones: where the whole
    ones would leave the others less than their share.
    """
    weights = {place: column.weight for place, column in enumerate(table.columns) if column.weight}
    plain = [place for place in range(len(table.columns)) if place not in weights]
    most = room * SHARE if weights else room
    heads = sum(_head_least(table.columns[place], short=False) for place in plain)
    short = heads > most and any(column.short for column in table.columns)
    least = {place: _least(table, place, room, size, short=short) for place in range(len(table.columns))}
    low, shared = {place: least[place] for place in plain}, {place: least[place] for place in weights}
    if weights:
        most = min(max(min(most, room - sum(shared.values())), sum(low.values())), room * MOST)
    own = {place: max(low[place], _own(table, place, room, size)) for place in plain}
    if sum(own.values()) > most:
        own = _shrunk(own, low, most)
    elif not weights:
        own = {place: width * room / sum(own.values()) for place, width in own.items()}
    own |= _shared(weights, shared, room - sum(own.values()))
    return [own[place] for place in range(len(table.columns))], short


def _shared(weights: dict[int, float], least: dict[int, float], room: float) -> dict[int, float]:
    """The room by their weights, but to each its least; where that is not there, by what each needs at least."""
    if sum(least.values()) > room:
        weights, least = least, dict.fromkeys(least, 0.0)
    widths: dict[int, float] = {}
    while left := weights.keys() - widths.keys():
        share = (room - sum(widths.values())) / sum(weights[place] for place in left)
        narrow = {place: least[place] for place in left if weights[place] * share < least[place]}
        widths |= narrow or {place: weights[place] * share for place in left}
    return widths


def _shrunk(own: dict[int, float], least: dict[int, float], most: float) -> dict[int, float]:
    """First what each has over its least is given up, then of that too."""
    spare = most - sum(least.values())
    if spare < 0:
        return {place: width * most / sum(least.values()) for place, width in least.items()}
    over = sum(own.values()) - sum(least.values())
    return {place: low + (own[place] - low) * spare / over for place, low in least.items()}


def _least(table: Table, place: int, room: float, size: float, *, short: bool) -> float:
    """The longest word of its head and of its rows, so that none is broken; of these no more than a column may take."""
    column = table.columns[place]
    words = {word for row in table.rows for word in row[place].split()}
    longest = max((typeset(word, bold=column.bold).unit * size for word in words), default=0)
    return max(_head_least(column, short=short), min(longest, room * BROADEST) + 2 * PAD + 1)


def _head_least(column: Column, *, short: bool) -> float:
    """The longest word of its head; room for a box, or for a number by hand."""
    words = _head(column, short=short).split()
    head = max((typeset(word, bold=True).unit * HEAD for word in words), default=0)
    return max(head, {"tick": BOX, "line": BLANK, "": 0.0}[column.fill]) + 2 * PAD + 1


def _own(table: Table, place: int, room: float, size: float) -> float:
    bold = table.columns[place].bold
    words = max((typeset(row[place], bold=bold).unit for row in table.rows), default=0) * size
    return min(words, room * BROADEST) + 2 * PAD + 1


def _lines(row: Sequence[str], placed: Sequence[Placed], size: float) -> list[tuple[str, ...]]:
    return [
        wrapped(text, size=size, room=each.width - 2 * PAD, bold=each.column.bold, most=400) if text else ()
        for text, each in zip(row, placed, strict=True)
    ]


def _height(cells: Sequence[Sequence[str]], size: float, *, tall: bool) -> float:
    return max(max(map(len, cells)) * size * 1.2 + 4, TALL if tall else 0.0, BOX + 4)


def _heads(flow: Flow, placed: Sequence[Placed], height: float) -> None:
    top = flow.take(height)
    for each in placed:
        for number, line in enumerate(each.head, 1):
            y = top - number * (HEAD + 1.5) + 1
            room = each.width - 2 * PAD
            flow.page.text(each.x + PAD, y, room, line, size=HEAD, bold=True, align=each.column.align)
    flow.page.rule(flow.sheet.margin, top - height, flow.sheet.room, thick=True)


def _row(flow: Flow, table: Table, placed: Sequence[Placed], cells: list[tuple[str, ...]], high: float) -> None:
    """One row; what a whole page does not hold goes on overleaf."""
    size = flow.sheet.cell
    leading = size * 1.2
    height = _height(cells, size, tall=table.tall)
    if flow.need(height):
        _heads(flow, placed, high)
    while height > flow.left:
        many = max(1, int((flow.left - 4) / leading))
        _part(flow, table, placed, [lines[:many] for lines in cells])
        cells = [lines[many:] for lines in cells]
        height = _height(cells, size, tall=False)
        flow.turn()
        _heads(flow, placed, high)
    _part(flow, table, placed, cells)


def _part(flow: Flow, table: Table, placed: Sequence[Placed], cells: Sequence[Sequence[str]]) -> None:
    size = flow.sheet.cell
    height = _height(cells, size, tall=table.tall)
    top = flow.take(height)
    for each, lines in zip(placed, cells, strict=True):
        room = each.width - 2 * PAD
        if each.column.fill == "tick" and not lines:
            flow.page.box(each.x + (each.width - BOX) / 2, top - (height - BOX) / 2, BOX, BOX)
        for number, line in enumerate(lines):
            y = top - 2 - size * 1.2 * number - size * 0.95
            column = each.column
            flow.page.text(
                each.x + PAD, y, room, line, size=size, least=min(size, LEAST), bold=column.bold, align=column.align
            )
    flow.page.rule(flow.sheet.margin, top - height, flow.sheet.room)
    if any(each.column.fill for each in placed):
        for each in placed:
            flow.page.post(each.x, top, height)
        flow.page.post(flow.sheet.right, top, height)
