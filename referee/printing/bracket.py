"""A bracket on paper, in black and white: on one page where it can be read there, else on several to be joined.

Each page shows its part of one drawing between crop marks; lines go on over the right and the lower mark, where the next
page is pasted. The same bracket gives the same bytes.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final, NamedTuple

from brackets.draw.sheet import Box, Metrics, Sheet, lay_out
from brackets.draw.tiling import Tile, Tiling, clipped, neighbours, sheets_needed, tile
from brackets.selectors.shorter import shorter
from referee.printing.page import Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import typeset
from referee.selectors.bracket_paper import BracketPaper, PaperBox

PAPERS: Final = {"a4": (595.28, 841.89), "a3": (841.89, 1190.55)}
"""Width and height upright, in points."""
SIZES: Final = (10.0, 9.0, 8.5, 8.0, 7.5, 7.0)
"""The sizes of type that are tried, in points; nothing is printed smaller than the last one."""
BROAD: Final = (1.7, 1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""How much broader than need be a box is made where the paper allows it, so that names stand whole."""
LEAST: Final = SIZES[-1]
LARGE: Final = 300
"""More matches than this fill so many pages that only the smallest type is tried."""
AT: Final = 8.0
METRICS: Final = Metrics(width=152, height=21, aside=16, below=3, title=14, apart=24)
"""In points where the type is of 8 points."""
MARGIN: Final = 28.35
HEAD: Final = 30.0
FOOT: Final = 24.0
FLAP: Final = 14.0
"""What is pasted below the next page."""
MARK: Final = 9.0


class Fit(NamedTuple):
    """How a bracket is put on paper: its pages, and the sizes of page and type in points."""

    tiling: Tiling
    metrics: Metrics
    page: tuple[float, float]
    type: float


def bracket_pdf(paper: BracketPaper, format_: str) -> bytes:
    """The PDF for one of `PAPERS`."""
    return pdf_bytes(bracket_pages(paper, format_), title=f"{paper.stage} · {paper.championship}")


def bracket_pages(paper: BracketPaper, format_: str) -> list[Page]:
    fit = fitted_on(paper, format_)
    return [_page(paper, fit, part, number) for number, part in enumerate(fit.tiling.tiles, start=1)]


def fitted_on(paper: BracketPaper, format_: str) -> Fit:
    """On the fewest pages; then with type and boxes as large as those allow; upright rather than lying."""
    width, height = PAPERS[format_]
    upright, lying = (width, height), (height, width)
    sizes = SIZES if len(paper.boxes) <= LARGE else SIZES[-1:]
    choices = sorted(product(sizes, BROAD), key=lambda choice: choice[0] / AT + choice[1], reverse=True)
    return min((_Choice.of(paper, *choice, page) for choice in choices for page in (upright, lying)), key=_pages).fit()


class _Choice(NamedTuple):
    """One way to put a bracket on paper."""

    drawing: Sheet
    metrics: Metrics
    page: tuple[float, float]
    type: float

    @classmethod
    def of(cls, paper: BracketPaper, size: float, broad: float, page: tuple[float, float]) -> "_Choice":
        metrics = replace(METRICS, width=METRICS.width * broad).times(size / AT)
        return cls(lay_out(paper.structure, metrics, paper.boxes.keys()), metrics, page, size)

    @property
    def alone(self) -> bool:
        """Whether it stands on one page, which needs no flap."""
        width, height = _room(self.page)
        return self.drawing.width <= width + FLAP and self.drawing.height <= height + FLAP

    def fit(self) -> Fit:
        width, height = _room(self.page)
        flap = FLAP if self.alone else 0
        return Fit(tile(self.drawing, self.metrics, width + flap, height + flap), self.metrics, self.page, self.type)


def _pages(choice: _Choice) -> int:
    return 1 if choice.alone else max(2, sheets_needed(choice.drawing, choice.metrics, *_room(choice.page)))


def _room(page: tuple[float, float]) -> tuple[float, float]:
    """Between the crop marks."""
    return page[0] - 2 * MARGIN - FLAP, page[1] - 2 * MARGIN - HEAD - FOOT - FLAP


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
    _marks(page, fit, part)
    _foot(page, paper, fit, number, beside)
    return page


def _box(page: Page, fit: Fit, box: Box, shown: PaperBox) -> None:
    """A box hanging from `box.y`: the number of the partida, and of each side number, name and chicas."""
    size, scale = fit.type, fit.type / AT
    tab, line = 22 * scale, box.height / 2
    top = box.y if shown.number else box.y - line / 2
    page.box(box.x, top, box.width, line * len(shown.sides) if shown.sides else line, thick=False)
    if shown.number:
        page.post(box.x + tab, top, box.height)
        page.rule(box.x + tab, top - line, box.width - tab)
        middle = top - line - 0.36 * size
        high = 0.5 * size if shown.provisional else 0
        page.text(box.x + 1, middle + high, tab - 2, shown.number, size=size, least=LEAST, bold=True, align="center")
        if shown.provisional:
            page.text(box.x + 1, middle - high, tab - 2, "prov.", size=LEAST, align="center")
    for place, side in enumerate(shown.sides):
        base = top - line * place - line / 2 - 0.36 * size
        x, right = box.x + tab + 2, box.x + box.width - 3
        said = _said_room(side.said, size)
        page.text(x, base, 20 * scale, side.number, size=size, least=LEAST, bold=side.wins, align="right")
        left = x + 20 * scale + 3
        room, least = right - left - said, max(LEAST, 0.85 * size)
        name = shorter(side.name, partial(_fits, room=room / least, bold=side.wins))
        page.text(left, base, room, name, size=size, least=least, bold=side.wins)
        page.text(right - said, base, said, side.said, size=LEAST, least=LEAST, bold=side.wins, align="right")
        if side.wins and shown.number:
            page.thick.append((box.x + tab + 1, top - line * place, box.x + tab + 1, top - line * (place + 1)))


def _fits(name: str, *, room: float, bold: bool) -> bool:
    return typeset(name, bold=bold).unit <= room


def _said_room(said: str, size: float) -> float:
    """What the chicas need, at most half of the box."""
    return min(len(said) * 4.3 + 3, 9 * size) if said else 0


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
    page.text(MARGIN, y, room - 90, f"Resultados hasta el {paper.as_of}." if paper.as_of else "", size=8)
    page.text(fit.page[0] - MARGIN - 88, y, 88, f"Página {number} de {total}", size=8, bold=True, align="right")
