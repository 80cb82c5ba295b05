"""How rulebooks play, on paper: plots and tables of many simulated mesas, and what a hall needs."""

from typing import NamedTuple

from referee.printing.balance_charts import Figure, drawing
from referee.printing.flow import Flow, numbered
from referee.printing.page import LEFT, ROOM, TOP, Chart, Page
from referee.printing.pdf import pdf_bytes
from referee.printing.rehearsal import Section, draw_section


class Chapter(NamedTuple):
    """One rulebook, or all of them side by side: begins on a page of its own."""

    title: str
    parts: tuple[Section | Figure, ...]


class BalanceSheet(NamedTuple):
    """All that is printed."""

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]


def balance_pdf(sheet: BalanceSheet) -> bytes:
    """The statistics as PDF; the same sheet gives the same bytes."""
    return pdf_bytes(balance_pages(sheet), title=sheet.title)


def balance_pages(sheet: BalanceSheet) -> list[Page]:
    """The statistics laid out, each chapter from the top of a page."""
    pages: list[Page] = []
    for chapter in sheet.chapters:
        flow = Flow(_Opener(sheet, chapter))
        for part in chapter.parts:
            if isinstance(part, Section):
                draw_section(flow, part)
            else:
                _draw_figure(flow, part)
        pages += flow.pages
    return numbered(pages, sheet.subtitle)


def _draw_figure(flow: Flow, figure: Figure) -> None:
    flow.title(figure.title, keep=figure.high + 4)
    top = flow.take(figure.high + 4)
    flow.page.charts.append(Chart(drawing(figure), LEFT, top - figure.high))


class _Opener:
    """The heading of each page: what this is, and of which rulebook."""

    def __init__(self, sheet: BalanceSheet, chapter: Chapter) -> None:
        self._sheet = sheet
        self._chapter = chapter

    def __call__(self, page: Page, *, first: bool) -> float:
        page.text(LEFT, TOP - 9, ROOM, self._sheet.title, size=9)
        page.text(LEFT, TOP - 27, ROOM, self._chapter.title if first else "", size=16, bold=True)
        return TOP - 36 if first else TOP - 16
