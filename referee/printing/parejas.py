"""Who plays: parejas, players, representatives, identification (P1–P3) and the sorteo de la data (P4)."""

from collections.abc import Sequence
from typing import Final

from referee.printing.flow import Flow, Writer
from referee.printing.page import LEFT, ROOM, Page
from referee.printing.type import typeset, wrapped
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.sheet import DrawLine, Heading, ParejaBlock, Seat

GAP: Final = 8.0
HALF: Final = (ROOM - GAP) / 2
HEAD: Final = 40.0
PLAYER: Final = 21.0
LETTER: Final = 24.0
NUMBER: Final = 44.0
MARK: Final = 58.0
ALONE: Final = 1
"""Who plays alone signs for himself: nobody is marked as representative."""


def draw_parejas(flow: Flow, heading: Heading, parejas: tuple[ParejaBlock | None, ParejaBlock | None]) -> None:
    """Draw both parejas side by side; what is not known is left to be written."""
    height = HEAD + heading.players * PLAYER
    flow.need(height)
    top = flow.take(height)
    for side, x, pareja in zip("AB", (LEFT, LEFT + HALF + GAP), parejas, strict=True):
        _pareja(flow.page, x, top, side, pareja, heading)
    flow.y -= 5


def draw_identification(
    flow: Writer, heading: Heading, *, seats: Sequence[str], identified: str, began: str = ""
) -> None:
    """Say that the players were identified, when a paper says that they began, and how they sit."""
    order = f"Asientos en orden de turno, {heading.turn}: {' · '.join(seats)}." if seats else ""
    place = f" ({heading.places.identification})" if heading.places.identification else ""
    hour = f"{by_hand.STARTED} según el papel: {began}. " if began else ""
    flow.paragraph(f"Identificación de los jugadores{place}: {identified}. {hour}{order}", size=8)


def draw_sorteo(flow: Writer, heading: Heading, draws: Sequence[DrawLine]) -> None:
    """Draw one line a sorteo, redraws included."""
    flow.title("Sorteo de la data", article=heading.places.sorteo, keep=14)
    if not draws:
        flow.paragraph("Sin sorteo registrado.")
    for number, draw in enumerate(draws, 1):
        cards = " · ".join(f"{player} {rank}" for player, rank in draw.cards)
        sums = f"suma A {draw.sums[0]}, suma B {draw.sums[1]}" if draw.cards else ""
        if draw.winner:
            told = f"gana {draw.winner}; reparte {draw.dealer}" if draw.cards else f"reparte {draw.dealer}"
        else:
            told = "empate: se repite"
        flow.paragraph(f"{number}. " + " — ".join(filter(None, (cards, sums, told))) + ".", gap=1)
    flow.gap(4)


def _pareja(page: Page, x: float, top: float, side: str, pareja: ParejaBlock | None, heading: Heading) -> None:
    page.box(x, top, HALF, HEAD + heading.players * PLAYER, thick=True)
    page.box(x, top, LETTER, HEAD, thick=True)
    page.cell(x, top, LETTER, HEAD, side, size=20, bold=True)
    page.text(x + LETTER, top - 9, NUMBER, heading.who, size=7, align="center")
    page.post(x + LETTER + NUMBER, top, HEAD)
    left = x + LETTER + NUMBER + 4
    room = HALF - LETTER - NUMBER - 8
    if pareja is None:
        page.text(left, top - 9, room, by_hand.unnamed(heading), size=7)
    else:
        page.text(x + LETTER + 2, top - 28, NUMBER - 4, str(pareja.number), size=17, bold=True, align="center")
        name = pareja.title if heading.players == ALONE else pareja.name
        names = wrapped(name, size=9, room=room, bold=True, most=2) if name else ()
        y = top - 2
        for text in names:
            y -= 9.5
            page.text(left, y, room, text, size=9, bold=True)
        for text in wrapped(pareja.club, size=8, room=room, most=2):
            y -= 9
            page.text(left, y, room, text, size=8)
    for index in range(heading.players):
        y = top - HEAD - PLAYER * index
        page.rule(x, y, HALF)
        seat = pareja.players[index] if pareja and index < len(pareja.players) else None
        _player(page, x, y, f"{side}{index + 1}", seat, alone=heading.players == ALONE)


def _player(page: Page, x: float, top: float, key: str, seat: Seat | None, *, alone: bool) -> None:
    page.cell(x, top, LETTER, PLAYER, key, size=9, bold=True)
    page.post(x + LETTER, top, PLAYER)
    right = x + HALF - MARK
    if seat is None and alone:
        return
    if seat is None:
        page.box(right - 1, top - 6, 9, 9)
        page.text(right + 11, top - 13.5, MARK - 13, "Represent.", size=8)
        return
    left, room = x + LETTER + 4, HALF - LETTER - 8
    if seat.representative and not alone:
        room -= MARK
        page.text(right, top - 13.5, MARK - 4, "Representante", size=7.5, bold=True, align="right")
    if typeset(seat.name).unit * 9 <= room:
        page.text(left, top - 13.5, room, seat.name, size=10, least=9)
    else:
        for line, text in enumerate(wrapped(seat.name, size=8, room=room, most=2)):
            page.text(left, top - 9 - 9 * line, room, text, size=8)
