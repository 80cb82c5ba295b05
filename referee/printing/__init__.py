"""Planillas on paper: laid out as plain pages, written as PDF. Reads nothing and changes nothing."""

from referee.printing.documents import Sheet, sheet_pages, sheet_pdf, sheets_write

__all__ = ["Sheet", "sheet_pages", "sheet_pdf", "sheets_write"]
