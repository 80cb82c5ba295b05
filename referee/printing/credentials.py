"""Sheets to be cut up: the credentials of the players, and the slips with the private addresses of the parejas."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from django.utils.formats import date_format

from referee.printing.layout.crop import Grid, card_pages
from referee.printing.layout.sheets import SHEETS
from referee.printing.page import Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import shrunk, wrapped
from referee.selectors.credentials import Credential, Event, Slip

PAD: Final = 12.0
QR: Final = 104.0
FOOT: Final = 50.0
MANY: Final = 3
DEEP: Final = 0.24
"""What hangs below the line of a letter, of its size."""
HIGH: Final = 185.0
"""Below this height a card has less room for its number."""
GRIDS: Final = {
    "a4": Grid.on((SHEETS["a4"].width, SHEETS["a4"].height), 2, 4, margin=SHEETS["a4"].margin, bottom=FOOT),
    "a5": Grid.on((SHEETS["a5"].height, SHEETS["a5"].width), 2, 2, margin=SHEETS["a4"].margin, bottom=FOOT - 6),
}
"""Eight on a large sheet, four on a small one that lies on its side."""


def credentials_pdf(event: Event, credentials: Sequence[Credential]) -> bytes:
    """A credential for each player; the same ones give the same bytes."""
    return pdf_bytes(credentials_pages(event, credentials), title=f"Credenciales · {event.name}")


def credentials_pages(event: Event, credentials: Sequence[Credential], size: str = "a4") -> Iterator[Page]:
    """Their pages, on a sheet of one of `GRIDS`."""
    grid = GRIDS[size]
    return card_pages(credentials, partial(_credential, event, grid), f"Credenciales · {event.name}", grid)


def slips_pdf(event: Event, slips: Sequence[Slip]) -> bytes:
    """A slip for each pareja."""
    return pdf_bytes(slips_pages(event, slips), title=f"Enlaces privados · {event.name}")


def slips_pages(event: Event, slips: Sequence[Slip], size: str = "a4") -> Iterator[Page]:
    """Their pages, on a sheet of one of `GRIDS`."""
    grid = GRIDS[size]
    return card_pages(slips, partial(_slip, event, grid), f"Enlaces privados · {event.name}", grid)


def _credential(event: Event, grid: Grid, page: Page, x: float, top: float, card: Credential) -> None:
    """The number is as large as the words above it leave room for."""
    is_small = grid.height < HIGH
    pad, size, side = (8.0, 13.0, 84.0) if is_small else (PAD, 15.0, QR)
    left, room, low = x + pad, grid.width - 2 * pad, top - grid.height + pad
    low = _log(event, page, left, low, room)
    y = _heading(event, page, left, top - pad, room)
    lines, size = shrunk(card.name, size=size, least=7, room=room, height=2 * size * 1.12, leading=1.12, bold=True)
    for line in lines:
        y -= size * 1.12
        page.text(left, y, room, line, size=size, bold=True)
    beside = room - _code(page, card.url, left + room, low - 6, y - DEEP * size, most=side)
    y -= 1
    for text in (card.beside, card.club):
        for line in wrapped(text, size=7.5, room=beside, most=4):
            y -= 8.7
            page.text(left, y, beside, line, size=7.5)
    number = min(46.0, (y - low - 18) / 0.8)
    page.text(left, low + 17, beside, str(card.number), size=number, least=min(number, 18), bold=True)
    page.text(left, low + 4, beside, f"Credencial {card.code}", size=10, bold=True)


def _log(event: Event, page: Page, left: float, low: float, room: float) -> float:
    """The checkpoint at the foot of a card; where what is above it may end."""
    lines = wrapped(event.log, size=6, room=room, most=3) if event.log else []
    for index, line in enumerate(reversed(lines)):
        page.text(left, low - 3 + 7 * index, room, line, size=6)
    return low + 7 * len(lines)


def _slip(event: Event, grid: Grid, page: Page, x: float, top: float, card: Slip) -> None:
    left, room = x + PAD, grid.width - 2 * PAD
    y = _heading(event, page, left, top - PAD, room)
    size = 12.0 if len(wrapped(card.title, size=12, room=room, bold=True)) < MANY else 9.5
    lines, size = shrunk(card.title, size=size, least=7, room=room, height=4 * size * 1.2, leading=1.2, bold=True)
    for line in lines:
        y -= size * 1.2
        page.text(left, y, room, line, size=size, bold=True)
    low = top - grid.height + PAD + 4
    beside = room - _code(page, card.url, left + room, low - 10, y - DEEP * size, most=QR)
    y -= 3
    for line in (part for text in card.told for part in wrapped(text, size=7.5, room=beside, most=4)):
        y -= 9
        page.text(left, y, beside, line, size=7.5)
    number = min(38.0, (y - low - 3) / 0.8)
    page.text(left, low, beside, str(card.number), size=number, least=min(number, 18), bold=True)


def _code(page: Page, url: str, right: float, low: float, top: float, *, most: float) -> float:
    """The code as large as there is room below the name; its side. Its white edge may stand over the card's."""
    side = min(most, top - low)
    page.codes.append(Code(url, right - side + 8, low, side))
    return side


def _heading(event: Event, page: Page, left: float, top: float, room: float) -> float:
    """The championship over a line; where what follows may hang."""
    y = top
    for line in wrapped(event.name, size=8.5, room=room, bold=True, most=2):
        y -= 10
        page.text(left, y, room, line, size=8.5, bold=True)
    days = date_format(event.first, "j/m/Y")
    if event.last != event.first:
        days += date_format(event.last, " \\a\\l j/m/Y")
    for line in wrapped(f"{event.place} · {days}", size=7, room=room, most=3):
        y -= 9
        page.text(left, y, room, line, size=7)
    page.rule(left, y - 4, room)
    return y - 5
