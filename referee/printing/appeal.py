"""What comes after the mesa, and room to write it by hand: appeal, ruling, resolution, delivery (P15–P18)."""

from collections.abc import Sequence
from typing import Final

from brackets.selectors.wording import numbered
from referee.printing.closing import boxes_height, draw_signature
from referee.printing.flow import Flow, Writer
from referee.printing.page import LEFT, ROOM, Page
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.sheet import AppealBlock, Heading, SignatureBlock

APPEALED: Final = "Recurso de apelación"
LINE: Final = 18.0
SIGNING: Final = 36.0


def draw_appeal(flow: Flow, heading: Heading) -> None:
    """Leave room for the appeal and what the Director decides on it."""
    height = 4 * LINE + 2 * SIGNING + 24
    flow.title(by_hand.APPEAL, article=heading.places.appeal, keep=height)
    top = flow.take(height)
    page = flow.page
    page.box(LEFT, top, ROOM, height - 4, thick=True)
    y = _written(page, top, by_hand.appeal_by(heading))
    y = _written(page, y, "")
    y = _signed(page, y, (*by_hand.appellants(heading), by_hand.APPEALED_AT))
    page.text(LEFT + 5, y - 13, 140, by_hand.DIRECTOR, size=8)
    admitted, rejected = by_hand.ADMITTED
    x = page.tick(LEFT + 150, y - 13, admitted, size=8)
    page.tick(x, y - 13, rejected, size=8)
    y = _written(page, y - LINE, by_hand.RULING)
    signed, at = by_hand.RULED
    _signed(page, y, (signed, "", at))


def draw_appeals(flow: Flow, appeals: Sequence[AppealBlock], resolutions: Sequence[str], *, article: str) -> None:
    """Tell each appeal with its signatures and what was resolved, then the resolutions of doubts (P15–P17)."""
    for appeal in appeals:
        flow.title(APPEALED, article=article, keep=30)
        flow.paragraph(against_told(appeal), bold=True, gap=1)
        flow.paragraph(text_told(appeal), gap=1)
        _signers(flow, appeal.signatures)
        for text in appeal.resolved:
            flow.paragraph(text, gap=1)
        flow.y -= 3
    draw_resolutions(flow, resolutions)


def draw_resolutions(flow: Writer, resolutions: Sequence[str]) -> None:
    if resolutions:
        flow.title("Resoluciones sobre lo no previsto", keep=14)
        for text in resolutions:
            flow.paragraph(text, gap=2)


def against_told(appeal: AppealBlock) -> str:
    """Which appeal it is, and what it is against."""
    return f"{appeal.title}. {appeal.against}"


def text_told(appeal: AppealBlock) -> str:
    return f"«{appeal.text}»"


def proven_told(blocks: Sequence[SignatureBlock]) -> str:
    """Who signed without ink; empty where all did with it."""
    proven = [block.name for block in blocks if not block.ink]
    by_page = "{} por la página privada, con su cédula: {{}}."
    return numbered(proven, by_page.format("Firma"), by_page.format("Firman")) if proven else ""


def _signers(flow: Flow, blocks: Sequence[SignatureBlock]) -> None:
    inked = [block for block in blocks if block.ink]
    if inked:
        width = (ROOM - 12) / 3
        height = boxes_height(width, inked)
        flow.need(height)
        top = flow.take(height + 3)
        for index, block in enumerate(inked):
            draw_signature(flow.page, LEFT + (width + 6) * index, top, width, block, height=height)
    if proven := proven_told(blocks):
        flow.paragraph(proven, gap=1)


def draw_delivery(flow: Flow, heading: Heading, told: str) -> None:
    """Say when the Planilla was delivered and to whom, or leave room for it."""
    height = 16.0 if told else 16.0 + SIGNING
    flow.title(by_hand.DELIVERY, article=heading.places.signatures, keep=height)
    if told:
        flow.paragraph(told, size=9)
    else:
        _signed(flow.page, flow.take(height), by_hand.DELIVERED)


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
