"""The report of a rehearsal on paper."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.printing.flow import Column, Flow, table
from referee.printing.page import LEFT, ROOM, TOP, Page
from referee.printing.pdf import pdf_bytes

FIRST: Final = 0.34
"""How much of the width the first column takes."""


class Section(NamedTuple):
    """Sentences, and below them a table whose first column is words and the others numbers."""

    title: str
    lines: tuple[str, ...]
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class RehearsalSheet(NamedTuple):
    """What the report says, in the order in which it is read."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]


def rehearsal_pdf(sheet: RehearsalSheet) -> bytes:
    """The report as PDF; the same sheet gives the same bytes."""
    return pdf_bytes(rehearsal_pages(sheet), title=sheet.title)


def rehearsal_pages(sheet: RehearsalSheet) -> list[Page]:
    """The report laid out."""
    flow = Flow(_Opener(sheet))
    for section in sheet.sections:
        draw_section(flow, section)
    return flow.closed(sheet.subtitle)


def draw_section(flow: Flow, section: Section) -> None:
    """Draw one section: its title, its sentences, its table."""
    if section.title:
        flow.title(section.title, keep=40)
    for line in section.lines:
        flow.paragraph(line, size=8.5)
    if section.rows:
        table(flow, _columns(section.heads), section.rows)


def _columns(heads: Sequence[str]) -> list[Column]:
    first = ROOM * (FIRST if len(heads) > 3 else 0.5)
    width = min((ROOM - first) / max(1, len(heads) - 1), 120)
    return [Column(heads[0], first), *(Column(head, width, "right") for head in heads[1:])]


class _Opener:
    """The heading of each page: large on the first."""

    def __init__(self, sheet: RehearsalSheet) -> None:
        self._sheet = sheet

    def __call__(self, page: Page, *, first: bool) -> float:
        if first:
            page.text(LEFT, TOP - 16, ROOM, self._sheet.title, size=17, bold=True)
            page.text(LEFT, TOP - 32, ROOM, self._sheet.subtitle, size=10)
            return TOP - 42
        page.text(LEFT, TOP - 9, ROOM, self._sheet.title, size=9, bold=True)
        page.rule(LEFT, TOP - 14, ROOM, thick=True)
        return TOP - 20
