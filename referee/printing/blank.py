"""The Planilla to be kept on paper: the same form with boxes large enough for handwriting."""

from functools import partial
from typing import Final

from referee.printing.appeal import draw_appeal, draw_delivery
from referee.printing.closing import draw_chicas, draw_signature
from referee.printing.datas import draw_grid, draw_heads, draw_title
from referee.printing.flow import Flow
from referee.printing.heading import full_heading, running_heading
from referee.printing.page import LEFT, RIGHT, ROOM, Page
from referee.printing.parejas import draw_parejas
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.sheet import BlankSheet, Heading, SignatureBlock

HALF_ROW: Final = 17.0  # 6 mm
LINE: Final = 18.0
BOX_GAP: Final = 6.0


def blank_pages(sheet: BlankSheet, size: str = "a4") -> list[Page]:
    """Lay out two pages: the game in front and overleaf, result and signatures at its end; five small ones with as many datas."""
    flow = Flow(partial(_open, sheet), size=size)
    draw_parejas(flow, sheet.heading, sheet.parejas)
    _identification(flow, sheet.heading)
    _sorteo(flow, sheet.heading)
    if flow.small:
        flow.turn()
    _datas(flow, sheet.heading, until=0)
    flow.turn()
    _datas(flow, sheet.heading, until=0 if flow.small else 500)
    if flow.small:
        flow.turn()
    _lines(flow, by_hand.INCIDENTS, sheet.heading.places.incidents, by_hand.INCIDENT_LINES)
    _closing(flow, sheet.heading)
    draw_delivery(flow, sheet.heading, "")
    draw_appeal(flow, sheet.heading)
    caption = "Planilla de Juego en papel" + (f" · Partida {sheet.heading.partida}" if sheet.heading.partida else "")
    return flow.closed(caption)


def _open(sheet: BlankSheet, page: Page, *, first: bool) -> float:
    if not first:
        return running_heading(page, sheet.heading, sheet.parejas)
    return full_heading(page, sheet.heading, version=by_hand.ON_PAPER, fingerprint="", url=sheet.page_url)


def _identification(flow: Flow, heading: Heading) -> None:
    y = flow.take(16) - 10
    x = flow.page.tick(LEFT, y, by_hand.identified(heading))
    flow.page.text(x, y, RIGHT - x, f"{by_hand.STARTED}: ______________", size=9, align="right")


def _sorteo(flow: Flow, heading: Heading) -> None:
    labels = by_hand.sorteo_boxes(heading)
    width, count = ROOM / len(labels), by_hand.sorteos(heading)
    flow.title("Sorteo de la data", article=heading.places.sorteo, keep=20 * count)
    for _ in range(count):
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
    flow.title(title, article=article, keep=LINE * count)
    for _ in range(count):
        flow.page.rule(LEFT, flow.take(LINE) - LINE, ROOM)
    flow.y -= 5


def _closing(flow: Flow, heading: Heading) -> None:
    flow.title("Resultado y firmas", article=heading.places.result, keep=158)
    draw_chicas(flow.page, flow.take(24), (), most=heading.chicas)
    page, y = flow.page, flow.take(26) - 17
    page.text(LEFT, y, 210, by_hand.winner_line(heading), size=9)
    x = LEFT + 208
    for cause in by_hand.endings(heading):
        x = page.tick(x, y, cause)
    width = (ROOM - 2 * BOX_GAP) / 3
    top = flow.take(108)
    for index, (party, who) in enumerate(by_hand.signers(heading)):
        x = LEFT + (width + BOX_GAP) * index
        draw_signature(page, x, top, width, SignatureBlock(party=party, who=who, name=""))
        page.text(x + 4, top - 85, width - 8, "Nombre", size=7)
        page.text(x + 4, top - 98, width - 8, "Hora", size=7)
        if party != "juez":
            page.tick(x + 60, top - 99, by_hand.PROTESTED, size=8)
