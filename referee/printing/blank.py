"""The Planilla to be kept on paper: the same form with boxes large enough for handwriting."""

from functools import partial
from typing import Final

from brackets.selectors.wording import said
from referee.printing.appeal import draw_appeal, draw_delivery
from referee.printing.closing import draw_chicas, draw_signature
from referee.printing.datas import draw_grid, draw_heads, draw_title
from referee.printing.flow import Flow
from referee.printing.heading import footer, full_heading, running_heading
from referee.printing.page import LEFT, RIGHT, ROOM, Page
from referee.printing.parejas import draw_parejas
from referee.rules import SEATS
from referee.selectors.planilla.sheet import BlankSheet, Heading, SignatureBlock

HALF_ROW: Final = 17.0  # 6 mm
LINE: Final = 18.0
WHO: Final = (("A", "Representante de la pareja A"), ("B", "Representante de la pareja B"))
BOX_GAP: Final = 6.0


def blank_pages(sheet: BlankSheet) -> list[Page]:
    """Lay out two pages: the game in front and overleaf, result and signatures at its end."""
    flow = Flow(partial(_open, sheet))
    draw_parejas(flow, sheet.heading, sheet.parejas)
    _identification(flow, sheet.heading)
    _sorteo(flow, sheet.heading)
    _datas(flow, sheet.heading, until=0)
    flow.turn()
    _datas(flow, sheet.heading, until=500)
    _lines(flow, "Sanciones, protestas, suspensiones y correcciones", sheet.heading.places.incidents, 3)
    _closing(flow, sheet.heading)
    draw_delivery(flow, sheet.heading, "")
    draw_appeal(flow, sheet.heading)
    caption = "Planilla de Juego en papel" + (f" · Partida {sheet.heading.partida}" if sheet.heading.partida else "")
    for number, page in enumerate(flow.pages, 1):
        footer(page, number=number, of=len(flow.pages), caption=caption, digest="")
    return flow.pages


def _open(sheet: BlankSheet, page: Page, *, first: bool) -> float:
    if not first:
        return running_heading(page, sheet.heading, sheet.parejas)
    return full_heading(page, sheet.heading, version="en papel", fingerprint="", url=sheet.page_url)


def _identification(flow: Flow, heading: Heading) -> None:
    y = flow.take(16) - 10
    told = said(heading.players, "El Juez identificó a los cuatro jugadores, sentados en forma alternada")
    place = f" ({heading.places.identification})" if heading.places.identification else ""
    x = flow.page.tick(LEFT, y, told + place)
    flow.page.text(x, y, RIGHT - x, "Hora de inicio: ______________", size=9, align="right")


def _sorteo(flow: Flow, heading: Heading) -> None:
    flow.title("Sorteo de la data", article=heading.places.sorteo)
    drawn = heading.sorteo_cards
    sums = ("Suma A", "Suma B") if heading.players > 1 else ()
    labels = (*SEATS[: 2 * heading.players], *sums, "Reparte") if drawn else ("Reparte",)
    width = ROOM / len(labels)
    for _ in range(2 if drawn else 1):  # a tie is drawn again
        top = flow.take(20)
        for index, label in enumerate(labels):
            flow.page.box(LEFT + width * index, top, width, 20)
            flow.page.text(LEFT + width * index + 3, top - 8, width - 6, label, size=7)
    flow.y -= 5


def _datas(flow: Flow, heading: Heading, *, until: float) -> None:
    """Fill the page with empty datas, leaving `until` points of it."""
    draw_title(flow, heading)
    draw_heads(flow)
    while flow.left - until >= 2 * HALF_ROW:
        draw_grid(flow.page, flow.take(2 * HALF_ROW), HALF_ROW)
    flow.y -= 5


def _lines(flow: Flow, title: str, article: str, count: int) -> None:
    flow.title(title, article=article)
    for _ in range(count):
        flow.page.rule(LEFT, flow.take(LINE) - LINE, ROOM)
    flow.y -= 5


def _closing(flow: Flow, heading: Heading) -> None:
    flow.title("Resultado y firmas", article=heading.places.result)
    draw_chicas(flow.page, flow.take(24), (), most=heading.chicas)
    page, y = flow.page, flow.take(26) - 17
    page.text(LEFT, y, 210, said(heading.players, "Gana la mesa la pareja n.º ____________ por"), size=9)
    x = LEFT + 208
    chicas = "una chica" if heading.chicas == 1 else "dos chicas"
    for cause in (chicas, "zapatería", "abandono o descalificación", "fallo"):
        x = page.tick(x, y, cause)
    width = (ROOM - 2 * BOX_GAP) / 3
    top = flow.take(108)
    signers = (*((side, said(heading.players, phrase)) for side, phrase in WHO), ("juez", "Juez"))
    for index, (party, who) in enumerate(signers):
        x = LEFT + (width + BOX_GAP) * index
        draw_signature(page, x, top, width, SignatureBlock(party=party, who=who, name=""))
        page.text(x + 4, top - 85, width - 8, "Nombre", size=7)
        page.text(x + 4, top - 98, width - 8, "Hora", size=7)
        if party != "juez":
            page.tick(x + 60, top - 99, "bajo protesta", size=8)
