"""Cards of a document, cut out of their sheets: what is read from afar, a QR and a few words."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from referee.printing.layout.crop import Grid, card_pages
from referee.printing.layout.sheets import Sheet
from referee.printing.page import Code, Page
from referee.printing.type import typeset, wrapped
from referee.selectors.papers.values import Card, Cards, Paper

DOWN: Final = 3
DOWN_SMALL: Final = 2
PAD: Final = 10.0
BIG: Final = 84.0
SIZE: Final = 8.5
LINE: Final = 10.5
CARD_FOOT: Final = 50.0


def cards_laid_out(paper: Paper, block: Cards, sheet: Sheet) -> Iterator[Page]:
    """Six on a large sheet, four on a small one."""
    down = DOWN_SMALL if sheet.small else DOWN
    grid = Grid.on((sheet.width, sheet.height), 2, down, margin=sheet.margin, bottom=CARD_FOOT)
    return card_pages(block.cards, partial(_card, grid), f"{paper.championship} · {paper.title}", grid)


def _card(grid: Grid, page: Page, x: float, top: float, card: Card) -> None:
    left, room = x + PAD, grid.width - 2 * PAD
    y = top - PAD
    for line in wrapped(card.above, size=SIZE, room=room, bold=True, most=8):
        y -= LINE
        page.text(left, y, room, line, size=SIZE, bold=True, align="center")
    low = top - grid.height + PAD
    for line in reversed([part for text in card.lines for part in wrapped(text, size=SIZE, room=room, most=4)]):
        page.text(left, low + 2, room, line, size=SIZE, align="center")
        low += LINE
    size = min(BIG, room / typeset(card.big, bold=True).unit, (y - low) * (0.42 if card.url else 0.9))
    page.text(left, y - size * 0.82, room, card.big, size=size, bold=True, align="center")
    side = min(room, y - size * 0.92 - low)
    if card.url:
        page.codes.append(Code(card.url, left + (room - side) / 2, low, side))
