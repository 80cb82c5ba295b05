"""What is printed: one Planilla, a blank one, or all of a round in one file."""

from collections.abc import Iterable, Iterator
from typing import IO

from referee.printing.blank import blank_pages
from referee.printing.page import Page
from referee.printing.pdf import pdf_bytes, pdf_write
from referee.printing.planilla import planilla_pages
from referee.selectors.planilla.sheet import BlankSheet, PlanillaSheet

Sheet = PlanillaSheet | BlankSheet


def sheet_pdf(sheet: Sheet) -> bytes:
    """One Planilla as PDF; the same sheet gives the same bytes."""
    claim = sheet.claim if isinstance(sheet, PlanillaSheet) else ""
    return pdf_bytes(sheet_pages(sheet), title=_title(sheet), subject=claim)


def sheets_write(file: IO[bytes], sheets: Iterable[Sheet], *, title: str) -> None:
    """Write many Planillas into one PDF, taking each sheet only when the one before it is laid out."""
    pdf_write(file, _all_pages(sheets), title=title)


def sheet_pages(sheet: Sheet, size: str = "a4") -> list[Page]:
    """The pages of either kind of Planilla."""
    return blank_pages(sheet, size) if isinstance(sheet, BlankSheet) else planilla_pages(sheet, size)


def _all_pages(sheets: Iterable[Sheet]) -> Iterator[Page]:
    for sheet in sheets:
        yield from sheet_pages(sheet)


def _title(sheet: Sheet) -> str:
    partida = sheet.heading.partida
    return f"Planilla de Juego, partida {partida}" if partida else "Planilla de Juego"
