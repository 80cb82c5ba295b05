"""A kept Planilla de Juego laid out as pages."""

from functools import partial
from typing import Final

from referee.printing.appeal import draw_appeal, draw_appeals, draw_delivery
from referee.printing.closing import draw_closing
from referee.printing.datas import draw_datas
from referee.printing.flow import Flow
from referee.printing.heading import banner, full_heading, running_heading
from referee.printing.incidents import draw_incidents
from referee.printing.page import Page
from referee.printing.parejas import draw_identification, draw_parejas, draw_sorteo
from referee.selectors.planilla.sheet import PlanillaSheet

DRAFT = "BORRADOR · sin sellar"
ALTERED: Final = "NO VALE · sus firmas no son las del sello"


def planilla_pages(sheet: PlanillaSheet, size: str = "a4") -> list[Page]:
    """Lay out everything the Planilla shows; the same sheet gives the same pages."""
    flow = Flow(partial(_open, sheet), mark=mark_of(sheet), size=size)
    draw_parejas(flow, sheet.heading, sheet.parejas)
    draw_identification(flow, sheet.heading, seats=sheet.seats, identified=sheet.identified, began=sheet.began)
    draw_sorteo(flow, sheet.heading, sheet.draws)
    draw_datas(flow, sheet.heading, sheet.datas, sheet.chicas)
    draw_incidents(flow, sheet)
    draw_closing(flow, sheet)
    draw_delivery(flow, sheet.heading, delivered_told(sheet))
    draw_appeals(flow, sheet.appeals, sheet.resolutions, article=sheet.heading.places.appeal)
    draw_appeal(flow, sheet.heading)
    if sheet.log:
        flow.paragraph(sheet.log, size=7, gap=0)
    return flow.closed(caption_of(sheet), digest=sheet.digest)


def caption_of(sheet: PlanillaSheet) -> str:
    """Which paper it is, at the foot of each page."""
    told = (
        "Planilla de Juego",
        sheet.heading.partida and f"Partida {sheet.heading.partida}",
        version_told(sheet),
        f"Huella {sheet.fingerprint}",
        mark_of(sheet),
    )
    return " · ".join(filter(None, told))


def _open(sheet: PlanillaSheet, page: Page, *, first: bool) -> float:
    if not first:
        return running_heading(page, sheet.heading, sheet.parejas)
    y = full_heading(
        page, sheet.heading, version=version_told(sheet), fingerprint=sheet.fingerprint, url=sheet.verify_url
    )
    mark = mark_of(sheet)
    return banner(page, y, mark) if mark else y


def mark_of(sheet: PlanillaSheet) -> str:
    """What keeps it from being the valid one."""
    if sheet.status == "draft":
        return DRAFT
    if sheet.status == "altered":
        return ALTERED
    return f"REEMPLAZADA por v{sheet.replaced_by}" if sheet.status == "replaced" else ""


def version_told(sheet: PlanillaSheet) -> str:
    return f"v{sheet.version}" if sheet.version else "en juego"


def delivered_told(sheet: PlanillaSheet) -> str:
    """When it was delivered, and who has it; empty where nobody has."""
    at = sheet.delivered_at
    return f"Entregada el {at:%d/%m/%Y} a las {at:%H:%M}. Recibe: {sheet.received_by}." if at else ""
