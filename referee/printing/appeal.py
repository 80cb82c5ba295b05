"""Room to write by hand what comes after the mesa: appeal, ruling, resolution, delivery (P15–P18)."""

from typing import Final

from brackets.selectors.wording import said
from referee.printing.flow import Flow
from referee.printing.page import LEFT, ROOM, Page
from referee.selectors.planilla.sheet import Heading

LINE: Final = 18.0
SIGNING: Final = 36.0


def draw_appeal(flow: Flow, heading: Heading) -> None:
    """Leave room for the appeal and what the Director decides on it."""
    height = 4 * LINE + 2 * SIGNING + 24
    flow.title("Recurso de apelación y resoluciones", article=heading.places.appeal, keep=height)
    top = flow.take(height)
    page = flow.page
    page.box(LEFT, top, ROOM, height - 4, thick=True)
    y = _written(page, top, said(heading.players, "Pedido de la pareja n.º"))
    y = _written(page, y, "")
    first, second = (
        said(heading.players, label) for label in ("Firma del primer jugador", "Firma del segundo jugador")
    )
    y = _signed(page, y, (first, second, "Hora de presentación"))
    page.text(LEFT + 5, y - 13, 140, "El Director del Campeonato", size=8)
    x = page.tick(LEFT + 150, y - 13, "admite el recurso", size=8)
    page.tick(x, y - 13, "lo rechaza", size=8)
    y = _written(page, y - LINE, "Fallo o resolución")
    _signed(page, y, ("Firma del Director del Campeonato", "", "Hora del fallo"))


def draw_delivery(flow: Flow, heading: Heading, told: str) -> None:
    """Say when the Planilla was delivered and to whom, or leave room for it."""
    height = 16.0 if told else 16.0 + SIGNING
    flow.title("Entrega en la Mesa de Control", article=heading.places.signatures, keep=height)
    if told:
        flow.paragraph(told, size=9)
    else:
        _signed(flow.page, flow.take(height), ("Recibe (nombre)", "Firma", "Fecha y hora"))


def _written(page: Page, top: float, label: str) -> float:
    page.text(LEFT + 5, top - LINE + 3, ROOM - 10, label, size=8)
    page.rule(LEFT + 5, top - LINE, ROOM - 10)
    return top - LINE


def _signed(page: Page, top: float, labels: tuple[str, str, str]) -> float:
    width = (ROOM - 10) / 3
    for index, label in enumerate(labels):
        if label:
            x = LEFT + 5 + width * index
            page.rule(x + 4, top - SIGNING + 2, width - 8)
            page.text(x + 4, top - SIGNING - 7, width - 8, label, size=7.5, align="center")
    return top - SIGNING - 8
