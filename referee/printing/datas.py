"""The table of datas: one row a data with a line for each pareja, closed by its chica (P5–P8, P10)."""

from collections.abc import Sequence
from typing import Final

from referee.printing.flow import Flow
from referee.printing.page import LEFT, ROOM, Page
from referee.selectors.planilla.sheet import CAUSES, LABELS, ChicaLine, DataLine, Heading, Pair

NONE: Final = "Todavía no se ha jugado ninguna data."
HALF_ROW: Final = 10.0
HEADS: Final = 20.0
CLOSING: Final = 13.0
# Columns before the causes: heads and widths; then the causes; then what was proclaimed.
BEFORE: Final = (
    (("Chica",), 25.0),
    (("Data",), 22.0),
    (("Reparte",), 31.0),
    ((), 14.0),
    (("Cartas",), 28.0),
    (("En la", "mesa"), 24.0),
    (("Reti-", "radas"), 24.0),
)
SCORE: Final = 37.0
CAUSE: Final = (ROOM - sum(width for _, width in BEFORE) - SCORE) / len(CAUSES)
WIDTHS: Final = (*(width for _, width in BEFORE), *(CAUSE for _ in CAUSES), SCORE)
SPLIT: Final = 3  # from this column on, each pareja has its own line
SHARED: Final = (5, 6)  # but these are the table's, not a pareja's


def draw_datas(flow: Flow, heading: Heading, datas: Sequence[DataLine], chicas: Sequence[ChicaLine]) -> None:
    """Draw every data, and after the last of a chica what the Juez proclaimed."""
    draw_title(flow, heading, keep=HEADS + 2 * HALF_ROW)
    if not datas:
        flow.paragraph(NONE)
        return
    draw_heads(flow)
    closed = {chica.number: chica for chica in chicas}
    for index, data in enumerate(datas):
        last = index + 1 == len(datas) or datas[index + 1].chica != data.chica
        closing = CLOSING if last else 0
        if flow.need(2 * HALF_ROW + closing):
            draw_heads(flow)
        _data(flow.page, flow.take(2 * HALF_ROW), data)
        if last and data.chica in closed:
            _chica(flow.page, flow.take(CLOSING), closed[data.chica])
    flow.y -= 5


def draw_title(flow: Flow, heading: Heading, *, keep: float = 0) -> None:
    """Draw the title of the table, beside it where the text tells what a data is worth."""
    flow.title("Datas", article=worth(heading), keep=keep)


def worth(heading: Heading) -> str:
    """What the columns hold, and where the text tells what a data is worth."""
    return " · ".join(filter(None, ("puntos por causa", heading.places.datas)))


def draw_heads(flow: Flow) -> None:
    """Draw the heads of the columns."""
    top = flow.take(HEADS)
    heads = (*(head for head, _ in BEFORE), *(label.rsplit(" ", 1) for label in LABELS.values()), ("Puntos",))
    x = LEFT
    for head, width in zip(heads, WIDTHS, strict=True):
        flow.page.box(x, top, width, HEADS)
        for line, text in enumerate(head):
            y = top - (12.5 if len(head) == 1 else 8.5 + 8 * line)
            flow.page.text(x + 1, y, width - 2, text, size=7, align="center")
        x += width


def draw_grid(page: Page, top: float, half: float) -> None:
    """Draw the empty boxes of one data, `half` points high for each pareja."""
    x = LEFT
    for index, width in enumerate(WIDTHS):
        page.post(x, top, 2 * half, thick=index in (0, SPLIT, len(BEFORE), len(WIDTHS) - 1))
        if index >= SPLIT and index not in SHARED:
            page.rule(x, top - half, width)
        x += width
    page.post(x, top, 2 * half, thick=True)
    page.rule(LEFT, top - 2 * half, ROOM, thick=True)
    letter = LEFT + sum(WIDTHS[:SPLIT])
    page.cell(letter, top, WIDTHS[SPLIT], half, "A", size=8, bold=True)
    page.cell(letter, top - half, WIDTHS[SPLIT], half, "B", size=8, bold=True)


def _data(page: Page, top: float, data: DataLine) -> None:
    draw_grid(page, top, HALF_ROW)
    x = LEFT
    for text, width in zip((str(data.chica), str(data.data or "–"), data.dealer), WIDTHS, strict=False):
        page.cell(x, top, width, 2 * HALF_ROW, text, size=9)
        x += width
    x += WIDTHS[SPLIT]
    if data.cards is None:
        _uncounted(page, x, top, data)
    else:
        _pair(page, x, top, WIDTHS[4], data.cards)
        page.cell(x + WIDTHS[4], top, WIDTHS[5], 2 * HALF_ROW, str(data.table), size=9)
        page.cell(x + WIDTHS[4] + WIDTHS[5], top, WIDTHS[6], 2 * HALF_ROW, str(data.withdrawn), size=9)
    x += sum(WIDTHS[4 : len(BEFORE)])
    for points in data.points:
        for line, value in enumerate(points):
            if value:
                page.cell(x, top - HALF_ROW * line, CAUSE, HALF_ROW, signed(value), size=8.5)
        x += CAUSE
    _pair(page, x, top, SCORE, data.score, bold=True)


def _pair(page: Page, x: float, top: float, width: float, pair: Pair, *, bold: bool = False) -> None:
    for line, value in enumerate(pair):
        page.cell(x, top - HALF_ROW * line, width, HALF_ROW, str(value), size=9, bold=bold)


def _uncounted(page: Page, x: float, top: float, data: DataLine) -> None:
    """Cross out the boxes of the cards: by hand one would do the same."""
    width = sum(WIDTHS[4 : len(BEFORE)])
    page.thin.append((x, top - 2 * HALF_ROW, x + width, top))
    if data.annulled:
        page.thin.append((x, top, x + width, top - 2 * HALF_ROW))


def _chica(page: Page, top: float, chica: ChicaLine) -> None:
    page.box(LEFT, top, ROOM, CLOSING, thick=True)
    page.text(LEFT + 4, top - 9.5, ROOM - 8, proclaimed(chica), size=9, bold=True, align="right")


def proclaimed(chica: ChicaLine) -> str:
    """What the Juez proclaimed of it."""
    a, b = chica.points
    told = f"Chica {chica.number}: A {a} – B {b}. Gana {chica.winner}"
    return told + (", con zapatería." if chica.zapateria else ".")


def signed(points: int) -> str:
    """Write points as they change the score: `+2`, `–2`."""
    return f"+{points}" if points > 0 else f"–{-points}"
