"""Parejas in spreadsheets: reading .xlsx and .csv, a template, an export that can be imported again."""

from brackets.spreadsheets.exporting import export_csv, export_heads, export_xlsx
from brackets.spreadsheets.reading import MOST_ROWS, SheetError, read_parejas
from brackets.spreadsheets.template import template_xlsx

__all__ = ["MOST_ROWS", "SheetError", "export_csv", "export_heads", "export_xlsx", "read_parejas", "template_xlsx"]
