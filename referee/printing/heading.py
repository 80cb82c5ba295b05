"""The heading of a Planilla and the lines that tell one page from another."""

from typing import Final

from referee.printing.page import LEFT, RIGHT, ROOM, TOP, Code, Page
from referee.printing.type import wrapped
from referee.selectors.planilla.by_hand import rules_told
from referee.selectors.planilla.sheet import Heading, ParejaBlock

QR: Final = 72.0
UNDER: Final = 112.0
"""What the fingerprint takes under the QR, in points."""
STRIP: Final = 25.0
LEAST: Final = 7.0
TWICE: Final = 7.5
"""In this size what would be cut short in one line stands in two."""
# Label and width of each box below the title; they add up to the page's room.
BOXES: Final = (
    ("Ronda", 130.0),
    ("Partida", 48.0),
    ("Mesa", 48.0),
    ("Juez", 168.0),
    ("Fecha", 62.0),
    ("Versión", ROOM - 456.0),
)


def full_heading(page: Page, heading: Heading, *, version: str, fingerprint: str, url: str) -> float:
    """Draw the heading of the first page."""
    room = ROOM - QR - 12
    page.text(LEFT, TOP - 9, room, heading.organiser, size=9)
    y = TOP - 11
    for line in wrapped(heading.championship, size=14, room=room, bold=True, most=2):
        y -= 14.5
        page.text(LEFT, y, room, line, size=14, bold=True)
    where = " · ".join(filter(None, (heading.place, heading.days)))
    short = len(wrapped(where, size=LEAST, room=room)) == 1
    for number, line in enumerate([where] if short else wrapped(where, size=TWICE, room=room, most=2)):
        page.text(LEFT, y - (12 if short else 10 + 8.5 * number), room, line, size=9 if short else TWICE)
    page.text(LEFT, TOP - 75, room, "PLANILLA DE JUEGO", size=17, bold=True)
    place = heading.places.signatures
    form = f"Cuarenta · {place} del Reglamento" if place else "Cuarenta"
    page.text(LEFT + 185, TOP - 75, ROOM - UNDER - 191, form, size=8, align="right")
    _code(page, url, fingerprint)
    y = _strip(page, heading, version)
    return _rules(page, heading, y)


def running_heading(page: Page, heading: Heading, parejas: tuple[ParejaBlock | None, ParejaBlock | None]) -> float:
    """Draw the heading of every further page: first which partida it is, so that no name of a championship takes its room."""
    where = (_said("Partida", heading.partida), _said("Mesa", heading.table), heading.round, heading.championship)
    page.text(LEFT, TOP - 9, 120, "PLANILLA DE JUEGO", size=9, bold=True)
    page.text(LEFT + 110, TOP - 9, ROOM - 110, " · ".join(filter(None, where)), size=8, align="right")
    half = ROOM / 2 - 4
    for x, pareja in zip((LEFT, LEFT + half + 8), parejas, strict=True):
        if pareja:
            page.text(x, TOP - 21, half, f"{pareja.side} · {heading.who} {pareja.number} · {pareja.title}", size=8)
    page.rule(LEFT, TOP - 26, ROOM, thick=True)
    return TOP - 30


def banner(page: Page, y: float, text: str) -> float:
    """Say in a frame across the page what keeps this paper from being the valid one."""
    page.box(LEFT, y, ROOM, 22, thick=True)
    page.text(LEFT + 6, y - 15.5, ROOM - 12, text, size=12, least=8, bold=True, align="center")
    return y - 27


def _code(page: Page, url: str, fingerprint: str) -> None:
    if not url:
        return
    page.codes.append(Code(url, RIGHT - QR, TOP - QR + 4, QR))
    under = fingerprint and f"Huella {fingerprint}"
    page.text(RIGHT - UNDER, TOP - QR - 5, UNDER, under, size=7, bold=True, align="right")


def _strip(page: Page, heading: Heading, version: str) -> float:
    top, x = TOP - 82, LEFT
    values = (heading.round, heading.partida, heading.table, heading.juez, heading.day, version)
    for (label, width), value in zip(BOXES, values, strict=True):
        page.box(x, top, width, STRIP)
        page.text(x + 3, top - 8, width - 6, label, size=7)
        lines = wrapped(value, size=LEAST, room=width - 6, bold=True, most=2)
        if len(lines) > 1:
            for number, line in enumerate(lines):
                page.text(x + 3, top - 15.5 - 7 * number, width - 6, line, size=LEAST, bold=True)
        else:
            page.text(x + 3, top - 20, width - 6, value, size=10, bold=True)
        x += width
    return top - STRIP


def _rules(page: Page, heading: Heading, y: float) -> float:
    """Write which rulebook, and what was settled differently from it."""
    for line in wrapped(rules_told(heading), size=8, room=ROOM, most=16):
        y -= 10
        page.text(LEFT, y, ROOM, line, size=8)
    return y - 5


def _said(label: str, value: str) -> str:
    return value and f"{label} {value}"
