"""How it ended and who signs it: the result in words, and the signatures as they were drawn (P10–P13)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from referee.printing.flow import Flow, Writer
from referee.printing.page import LEFT, ROOM, Page
from referee.printing.type import wrapped
from referee.selectors.planilla.sheet import ChicaLine, PlanillaSheet, SignatureBlock

RESULT: Final = 14.0
CHICAS: Final = 24.0
BOX: Final = 104.0
"""The least height of the box of a signature."""
HEAD: Final = 14.0
FOOT: Final = 12.0
NAME: Final = 8.0
LEADING: Final = 8.5
GAP: Final = 6.0
INK: Final = (1000, 375)  # the box that a tablet draws in
INK_ON_PAPER: Final = "firmó en el papel"
OUTCOMES: Final = {"firma": "Firma", "bajo-protesta": "Firma bajo protesta", "no-firma": "No firma"}


def draw_closing(flow: Flow, sheet: PlanillaSheet) -> None:
    """Draw result and signatures on one page, so that what is signed is read beside it."""
    sentence = wrapped(sheet.result, size=11.5, room=ROOM - 12, bold=True, most=4)
    height = RESULT * len(sentence) + CHICAS + 8
    signing = boxes_height(_box_width(sheet.signatures), sheet.signatures)
    more = (13 if sheet.transcribed else 0) + (26 if sheet.overruled else 0)
    flow.title("Resultado", article=sheet.heading.places.result, keep=height + 20 + signing + more)
    top = flow.take(height)
    flow.page.box(LEFT, top, ROOM, height - 4, thick=True)
    draw_chicas(flow.page, top, sheet.chicas, most=sheet.heading.chicas, absent=partial(absent_told, sheet))
    for index, line in enumerate(sentence):
        y = top - CHICAS - 11 - RESULT * index
        flow.page.text(LEFT + 6, y, ROOM - 12, line, size=11.5, least=9, bold=True)
    draw_standing(flow, sheet)
    flow.title("Firmas", article=sheet.heading.places.signatures, keep=signing)
    _signatures(flow, sheet.signatures)
    if sheet.seal:
        flow.paragraph(sheet.seal, size=7.5, bold=True)


def draw_standing(flow: Writer, sheet: PlanillaSheet) -> None:
    """Say what has become of the result, and where it comes from."""
    if sheet.overruled:
        flow.paragraph(sheet.overruled, size=9, gap=2, bold=True)
    for text in filter(None, (sheet.transcribed, sheet.amends)):
        flow.paragraph(text, size=9, gap=2)


def draw_chicas(
    page: Page, top: float, chicas: Sequence[ChicaLine], *, most: int, absent: Callable[[int], str] = lambda _: ""
) -> None:
    """Draw a box for each chica that a mesa may have; one that is not there says what is `absent`, by its number."""
    width = ROOM / most
    for index in range(most):
        x = LEFT + width * index
        page.box(x, top, width, CHICAS - 4)
        page.text(x + 4, top - 13.5, 34, f"Chica {index + 1}", size=8)
        if index < len(chicas):
            score, tail = chica_told(chicas[index])
            page.text(x + 40, top - 14, 64, score, size=11, bold=True)
            page.text(x + 106, top - 13.5, width - 110, tail, size=8, align="right")
        else:
            page.text(x + 40, top - 13.5, width - 44, absent(index + 1), size=8, align="right")


def chica_told(chica: ChicaLine) -> tuple[str, str]:
    """Its points, and who won it."""
    a, b = chica.points
    return f"A {a} – B {b}", f"gana {chica.winner}" + (" · zapatería" if chica.zapateria else "")


def absent_told(sheet: PlanillaSheet, number: int) -> str:
    """What is said of a chica that was not proclaimed; a mesa that was abandoned ends in the middle of one."""
    begun = any(data.chica == number for data in sheet.datas)
    return ("no se terminó" if begun else "no se jugó") if sheet.winner else ""


def _signatures(flow: Flow, blocks: Sequence[SignatureBlock]) -> None:
    width = _box_width(blocks)
    height = boxes_height(width, blocks)
    top = flow.take(height)
    for index, block in enumerate(blocks):
        draw_signature(flow.page, LEFT + (width + GAP) * index, top, width, block, height=height)
    flow.y -= 4
    for block in blocks:
        for text in explained(block):
            flow.paragraph(text, size=8, gap=1)
    flow.y -= 4


def boxes_height(width: float, blocks: Sequence[SignatureBlock]) -> float:
    """How high boxes of this width are beside one another, so that each name stands whole in its own."""
    lines = max((len(_name(block, width)) for block in blocks), default=0)
    return max(BOX, HEAD + _ink_height(width) + LEADING * lines + FOOT)


def draw_signature(
    page: Page, x: float, top: float, width: float, block: SignatureBlock, *, height: float = BOX
) -> None:
    """Draw one box: whose, the ink on its line, the name, what was answered and when."""
    page.box(x, top, width, height)
    page.text(x + 4, top - 9, width - 8, block.who, size=8, bold=True)
    _ink(page, x + 6, top - HEAD, width - 12, block.ink)
    line = top - HEAD - _ink_height(width)
    page.rule(x + 8, line, width - 16)
    if block.on_paper and block.outcome != "no-firma":
        page.text(x + 8, line + 4, width - 16, INK_ON_PAPER, size=8, align="center")
    for index, text in enumerate(_name(block, width)):
        page.text(x + 4, line - 9 - LEADING * index, width - 8, text, size=NAME, align="center")
    page.text(x + 4, top - height + 3.5, width - 8, answer_told(block), size=7.5, bold=True, align="center")


def answer_told(block: SignatureBlock) -> str:
    """What was answered and when; empty where nobody has answered."""
    answer = OUTCOMES.get(block.outcome, "") + (
        " en el papel" if block.on_paper and block.outcome == "firma" else ""  # a protest's hour would not fit
    )
    hour = f" · {block.at:%d/%m/%Y %H:%M}" if block.at else ""
    return answer + hour


def _box_width(blocks: Sequence[SignatureBlock]) -> float:
    return (ROOM - GAP * (len(blocks) - 1)) / max(1, len(blocks))


def _ink_height(width: float) -> float:
    return (width - 12) * INK[1] / INK[0]


def _name(block: SignatureBlock, width: float) -> tuple[str, ...]:
    return wrapped(block.name, size=NAME, room=width - 8)


def _ink(page: Page, x: float, top: float, width: float, ink: Sequence[Sequence[int]]) -> None:
    """Scale the strokes into the box; a point outside the tablet's box is moved to its edge."""
    scale = width / INK[0]
    for stroke in ink:
        points = zip(stroke[::2], stroke[1::2], strict=False)
        page.strokes.append(
            tuple((x + min(max(a, 0), INK[0]) * scale, top - min(max(b, 0), INK[1]) * scale) for a, b in points)
        )


def explained(block: SignatureBlock) -> list[str]:
    """Say who confirmed it on a phone, why somebody did not simply sign, and what a protest is about."""
    told = []
    if block.confirmed:
        told.append(f"{block.who}: confirmada desde su teléfono, {block.confirmed:%H:%M}.")
    if block.late:
        told.append(f"{block.who}: respondió a las {block.late}.")
    if block.reason:
        said = "firma bajo protesta" if block.outcome == "bajo-protesta" else "no firma"
        told.append(f"{block.who}: {said}. Motivo: {block.reason}" + _stop(block.reason) + _witnessed(block))
    if block.contested:
        told.append("Jugadas que impugna: " + "; ".join(block.contested) + ".")
    if block.changes_result is not None:
        told.append(
            "Sin las jugadas impugnadas, el resultado " + ("sería otro." if block.changes_result else "sería el mismo.")
        )
    return told


def _witnessed(block: SignatureBlock) -> str:
    return f" Testigo: {block.witness}." if block.witness else ""


def _stop(text: str) -> str:
    return "" if text.endswith((".", "!", "?", "…")) else "."
