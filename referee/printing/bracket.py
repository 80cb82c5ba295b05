"""A bracket on paper, in black and white: on one page where it can be read there, else on several to be joined.

Each page shows its part of one drawing between crop marks; lines go on over the right and the lower mark, where the next
page is pasted. The same bracket gives the same bytes.
"""

from collections.abc import Mapping
from typing import Final

from brackets.draw.sheet import Box
from brackets.draw.tiling import Tile, clipped, neighbours
from brackets.selectors.sheet import NOT_PAIRED
from referee.printing.bracket_fit import FLAP, HEAD, MARGIN, Fit, fitted_on
from referee.printing.bracket_names import LEAST, NUMBER, TAB, name_room, said_room, said_size, set_in
from referee.printing.page import Page
from referee.printing.pdf import pdf_bytes
from referee.selectors.bracket_paper import MARKS, BracketPaper, PaperBox, PaperSide

MARK: Final = 9.0
LEADING: Final = 1.15
"""From one line of a name to the next, in times the size of the type."""


def bracket_pdf(paper: BracketPaper, format_: str) -> bytes:
    """The PDF for one of `PAPERS`."""
    return pdf_bytes(bracket_pages(paper, format_), title=f"{paper.stage} · {paper.championship}")


def bracket_pages(paper: BracketPaper, format_: str) -> list[Page]:
    fit = fitted_on(paper, format_)
    return [_page(paper, fit, part, number) for number, part in enumerate(fit.tiling.tiles, start=1)]


def _page(paper: BracketPaper, fit: Fit, part: Tile, number: int) -> Page:
    page = Page(size=fit.page)
    beside = neighbours(fit.tiling, part)
    dx, top = MARGIN - part.left, fit.page[1] - MARGIN - HEAD + part.top
    _heading(page, paper, fit, part)
    right, bottom = part.right + FLAP * ("right" in beside), part.bottom + FLAP * ("below" in beside)
    for join in fit.tiling.sheet.joins:
        for (x, y), (to_x, to_y) in clipped(join, part.left, part.top, right, bottom):
            page.thick.append((x + dx, top - y, to_x + dx, top - to_y))
    for title in fit.tiling.sheet.titles:
        if title.key in part.keys:
            y = top - title.y - fit.metrics.title + 0.4 * fit.type
            page.text(title.x + dx, y, title.width, paper.rounds[title.key], size=fit.type, least=LEAST, bold=True)
    for key in part.keys:
        box = fit.tiling.sheet.boxes[key]
        _box(page, fit, box._replace(x=box.x + dx, y=top - box.y), paper.boxes[key])
    if not paper.boxes:
        page.text(MARGIN, top - 2 * fit.type, fit.page[0] - 2 * MARGIN, NOT_PAIRED, size=fit.type)
    _marks(page, fit, part)
    _foot(page, paper, fit, number, beside)
    return page


def _box(page: Page, fit: Fit, box: Box, shown: PaperBox) -> None:
    """A box hanging from `box.y`: the number of the partida, and of each side number, name and chicas."""
    size = fit.type
    tab, line = TAB * size, box.height / 2
    top = box.y if shown.number else box.y - line / 2
    page.box(box.x, top, box.width, line * len(shown.sides) if shown.sides else line, thick=False)
    if shown.number:
        page.post(box.x + tab, top, box.height)
        page.rule(box.x + tab, top - line, box.width - tab)
        middle = top - line - 0.36 * size
        high = 0.5 * size if shown.mark else 0
        page.text(box.x + 1, middle + high, tab - 2, shown.number, size=size, least=LEAST, bold=True, align="center")
        if shown.mark:
            page.text(box.x + 1, middle - high, tab - 2, shown.mark, size=LEAST, align="center")
    for place, side in enumerate(shown.sides):
        _side(page, fit, box, top - line * place, line, side)
        if side.wins and shown.number:
            page.thick.append((box.x + tab + 1, top - line * place, box.x + tab + 1, top - line * (place + 1)))


def _side(page: Page, fit: Fit, box: Box, top: float, height: float, side: PaperSide) -> None:
    size, base = fit.type, top - height / 2 - 0.36 * fit.type
    x, number = box.x + TAB * size + 2, NUMBER * size
    page.text(x, base, number, side.number, size=size, least=LEAST, bold=side.wins, align="right")
    room, said = name_room(box.width, size, side.said), said_room(side.said, size, box.width)
    lines, small = set_in(side.name, fit.lines, room=room, size=size, bold=side.wins)
    for place, line in enumerate(lines):
        y = base + LEADING * small * ((len(lines) - 1) / 2 - place)
        page.text(x + number + 3, y, room, line, size=small, least=small, bold=side.wins)
    at = box.x + box.width - 3 - said
    page.text(at, base, said, side.said, size=said_size(size), least=LEAST, bold=side.wins, align="right")


def _heading(page: Page, paper: BracketPaper, fit: Fit, part: Tile) -> None:
    room, y = fit.page[0] - 2 * MARGIN, fit.page[1] - MARGIN
    many = len(fit.tiling.tiles) > 1
    page.text(MARGIN, y - 9, room - 170, f"{paper.championship} · {paper.stage}", size=11, bold=True)
    if many:
        where = f"Fila {part.row + 1} de {fit.tiling.rows}, columna {part.column + 1} de {fit.tiling.columns}"
        page.text(fit.page[0] - MARGIN - 165, y - 9, 165, where, size=9, bold=True, align="right")


def _marks(page: Page, fit: Fit, part: Tile) -> None:
    """Where to cut and to paste: short lines at the corners, outside the drawing."""
    if len(fit.tiling.tiles) == 1:
        return
    left, top = MARGIN, fit.page[1] - MARGIN - HEAD
    right, bottom = left + part.right - part.left, top - (part.bottom - part.top)
    for x, away in ((left, -1), (right, 1)):
        for y, up in ((top, 1), (bottom, -1)):
            page.thin.append((x + 3 * away, y, x + MARK * away, y))
            page.thin.append((x, y + 3 * up, x, y + MARK * up))


def _foot(page: Page, paper: BracketPaper, fit: Fit, number: int, beside: Mapping[str, int]) -> None:
    room, y = fit.page[0] - 2 * MARGIN, MARGIN
    total = len(fit.tiling.tiles)
    words = {"left": "a la izquierda", "right": "a la derecha", "above": "arriba", "below": "abajo"}
    told = [f"{words[side]}, la página {other}" for side, other in beside.items()]
    if told:
        text = "Recorte por las marcas y junte: " + "; ".join(told) + "."
        page.text(MARGIN, y + 9, room - 90, text, size=8)
    marks = {box.mark for box in paper.boxes.values()}
    meant = [f"«{mark}»: {estado.label.lower()}." for estado, mark in MARKS.items() if mark in marks]
    until = [f"Resultados hasta el {paper.as_of}."] if paper.as_of else []
    page.text(MARGIN, y, room - 90, " ".join([*until, *meant]), size=8)
    page.text(fit.page[0] - MARGIN - 88, y, 88, f"Página {number} de {total}", size=8, bold=True, align="right")
