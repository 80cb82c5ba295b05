"""Sheets to be cut up: the credentials of the players, and the slips with the private addresses of the parejas."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from django.utils.formats import date_format

from referee.printing.page import BOTTOM, HEIGHT, LEFT, RIGHT, ROOM, TOP, WIDTH, Code, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.type import wrapped
from referee.selectors.credentials import Credential, Event, Slip

ACROSS: Final = 2
DOWN: Final = 4
CARD_WIDTH: Final = ROOM / ACROSS
CARD_HEIGHT: Final = (TOP - BOTTOM) / DOWN
PAD: Final = 12.0
TICK: Final = 9.0
QR: Final = 104.0

Card = TypeVar("Card")
Draw = Callable[[Page, float, float, Card], None]


def credentials_pdf(event: Event, credentials: Sequence[Credential]) -> bytes:
    """A credential for each player; the same ones give the same bytes."""
    title = f"Credenciales · {event.name}"
    return pdf_bytes(card_pages(credentials, partial(_credential, event), title), title=title)


def slips_pdf(event: Event, slips: Sequence[Slip]) -> bytes:
    """A slip for each pareja."""
    title = f"Enlaces privados · {event.name}"
    return pdf_bytes(card_pages(slips, partial(_slip, event), title), title=title)


def card_pages(cards: Sequence[Card], draw: Draw[Card], title: str) -> Iterator[Page]:
    """Eight to a page, with marks where to cut."""
    each = ACROSS * DOWN
    sheets = -(-len(cards) // each)
    for number in range(1, sheets + 1):
        page = Page()
        _marks(page)
        for place, card in enumerate(cards[each * (number - 1) : each * number]):
            row, column = divmod(place, ACROSS)
            draw(page, LEFT + column * CARD_WIDTH, TOP - row * CARD_HEIGHT, card)
        page.text(LEFT, 22, ROOM - 90, title, size=7)
        page.text(RIGHT - 86, 22, 86, f"Página {number} de {sheets}", size=7, align="right")
        yield page


def _marks(page: Page) -> None:
    """Short lines at the edges, and crosses between the cards."""
    for column in range(ACROSS + 1):
        x = LEFT + column * CARD_WIDTH
        page.post(x, min(TOP + 3 + TICK, HEIGHT - 6), TICK)
        page.post(x, BOTTOM - 3, TICK)
        for row in range(1, DOWN):
            page.post(x, TOP - row * CARD_HEIGHT + TICK / 2, TICK)
    for row in range(DOWN + 1):
        y = TOP - row * CARD_HEIGHT
        page.rule(LEFT - 3 - TICK, y, TICK)
        page.rule(RIGHT + 3, y, min(TICK, WIDTH - RIGHT - 6))
        for column in range(1, ACROSS):
            page.rule(LEFT + column * CARD_WIDTH - TICK / 2, y, TICK)


def _credential(event: Event, page: Page, x: float, top: float, card: Credential) -> None:
    left, room = x + PAD, CARD_WIDTH - 2 * PAD
    y = _heading(event, page, left, top, room)
    page.codes.append(Code(card.url, left + room - QR + 8, top - CARD_HEIGHT + PAD - 6, QR))
    for line in wrapped(card.name, size=15, room=room, bold=True, most=2):
        y -= 17
        page.text(left, y, room, line, size=15, least=9, bold=True)
    beside = room - QR
    low = top - CARD_HEIGHT + PAD
    page.text(left, low + 22, beside, str(card.number), size=46, least=26, bold=True)
    page.text(left, low + 4, beside, f"Credencial {card.code}", size=10, bold=True)
    for line in (*wrapped(card.beside, size=8, room=beside, most=2), *wrapped(card.club, size=8, room=beside, most=1)):
        y -= 11
        page.text(left, y, beside, line, size=8)


def _slip(event: Event, page: Page, x: float, top: float, card: Slip) -> None:
    left, room = x + PAD, CARD_WIDTH - 2 * PAD
    y = _heading(event, page, left, top, room)
    page.codes.append(Code(card.url, left + room - QR + 8, top - CARD_HEIGHT + PAD - 6, QR))
    for line in wrapped(card.title, size=12, room=room, bold=True, most=2):
        y -= 15
        page.text(left, y, room, line, size=12, least=8, bold=True)
    beside = room - QR
    told = (
        f"{card.whose}: dónde y cuándo le toca, resultados, posición.",
        "No la comparta: entra quien tenga este código.",
    )
    y -= 4
    for line in (part for text in told for part in wrapped(text, size=8, room=beside, most=4)):
        y -= 10
        page.text(left, y, beside, line, size=8)
    page.text(left, top - CARD_HEIGHT + PAD + 4, beside, str(card.number), size=38, least=20, bold=True)


def _heading(event: Event, page: Page, left: float, top: float, room: float) -> float:
    """The championship over a line; where what follows may hang."""
    y = top - PAD
    for line in wrapped(event.name, size=8.5, room=room, bold=True, most=2):
        y -= 10
        page.text(left, y, room, line, size=8.5, bold=True)
    days = date_format(event.first, "j/m/Y")
    if event.last != event.first:
        days += date_format(event.last, " \\a\\l j/m/Y")
    page.text(left, y - 10, room, f"{event.place} · {days}", size=7)
    page.rule(left, y - 14, room)
    return y - 15
