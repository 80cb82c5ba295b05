"""Documents laid out as pages of A4 or A5, block by block. The same document gives the same pages."""

from collections.abc import Iterable, Iterator
from typing import Final

from referee.printing.layout.cards import cards_laid_out
from referee.printing.layout.diploma import diploma_page
from referee.printing.layout.sheets import LEAST, SHEETS, Flow, sheet_for
from referee.printing.layout.tables import PAD, draw_table
from referee.printing.page import Page
from referee.printing.type import typeset, wrapped
from referee.selectors.papers.values import (
    Block,
    Cards,
    Diploma,
    Facts,
    Heading,
    Paper,
    Paragraph,
    Signatures,
    Table,
)

SIGNATURE: Final = 72.0
STRONG: Final = 1.5
"""How many points larger a strong paragraph is."""


def papers_pages(papers: Iterable[Paper], size: str = "a4") -> Iterator[Page]:
    """The pages of all of them, each document numbered for itself."""
    for paper in papers:
        yield from paper_pages(paper, size)


def paper_pages(paper: Paper, size: str = "a4") -> list[Page]:
    """Lay out one document on sheets of `SHEETS`."""
    pages: list[Page] = []
    flowing: list[Block] = []
    for block in paper.blocks:
        if isinstance(block, Cards) and block.cards:
            pages += cards_laid_out(paper, block, SHEETS[size])
        elif isinstance(block, Diploma):
            pages.append(diploma_page(paper, block, SHEETS[size]))
        else:
            flowing.append(Paragraph(block.empty) if isinstance(block, Cards) else block)
    return [*_flowing(paper, flowing, size), *pages] if flowing else pages


def _flowing(paper: Paper, blocks: Iterable[Block], size: str) -> list[Page]:
    flow = Flow(paper, sheet_for(paper, size))
    for block in blocks:
        _draw(flow, block)
    return flow.closed()


def _draw(flow: Flow, block: Block) -> None:
    match block:
        case Heading():
            _heading(flow, block)
        case Paragraph():
            larger = STRONG if block.strong else 0.5
            flow.lines(block.text, size=flow.sheet.cell + larger, bold=block.strong)
        case Facts():
            _facts(flow, block)
        case Table():
            draw_table(flow, block)
        case Signatures():
            _signatures(flow, block)
        case _:
            pass


def _heading(flow: Flow, block: Heading) -> None:
    """Kept together with what follows it."""
    sheet, size = flow.sheet, flow.sheet.cell + 1
    aside = typeset(block.aside).unit * 7.5 + 8 if block.aside else 0
    lines = wrapped(block.text.upper(), size=size, room=sheet.room - aside, bold=True, most=6)
    height = len(lines) * size * 1.25 + 9
    flow.need(height + 34)
    top = flow.take(height)
    if block.aside:
        flow.page.text(sheet.margin, top - size - 3, sheet.room, block.aside, size=7.5, align="right")
    for number, line in enumerate(lines, 1):
        y = top - 3 - number * size * 1.25 + size * 0.25
        flow.page.text(sheet.margin, y, sheet.room - aside, line, size=size, least=LEAST, bold=True)
    flow.page.rule(sheet.margin, top - height + 3, sheet.room, thick=True)


def _facts(flow: Flow, block: Facts) -> None:
    size, sheet = flow.sheet.cell + 0.5, flow.sheet
    names = max((typeset(name, bold=True).unit * size for name, _ in block.pairs), default=0)
    names = min(names + 8, sheet.room * 0.42)
    for name, value in block.pairs:
        left = wrapped(name, size=size, room=names - PAD, bold=True, most=6)
        right = wrapped(value, size=size, room=sheet.room - names, most=400) if value else ("",)
        for number in range(max(len(left), len(right))):
            flow.need(size * 1.3)
            y = flow.take(size * 1.3) - size
            if number < len(left):
                flow.page.text(sheet.margin, y, names - PAD, left[number], size=size, least=LEAST, bold=True)
            if number < len(right):
                flow.page.text(sheet.margin + names, y, sheet.room - names, right[number], size=size, least=LEAST)
    flow.y -= 5


def _signatures(flow: Flow, block: Signatures) -> None:
    across = 2 if flow.sheet.small else 3
    width = flow.sheet.room / min(across, max(2, len(block.lines)))
    room = width - 12
    told = [
        (*wrapped(name, size=8, room=room, most=6), *wrapped(who, size=7.5, room=room, most=2))
        for who, name in block.lines
    ]
    for start in range(0, len(told), across):
        beside = told[start : start + across]
        height = max(SIGNATURE, 40 + 9 * max(map(len, beside)) + 5)
        flow.need(height)
        top = flow.take(height)
        for place, lines in enumerate(beside):
            x = flow.sheet.margin + width * place + 6
            flow.page.rule(x, top - 40, room)
            for number, line in enumerate(lines, 1):
                flow.page.text(x, top - 40 - 9 * number, room, line, size=8, align="center")
