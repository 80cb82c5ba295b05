"""Inscription from a spreadsheet: a check that shows row by row what would happen, and doing exactly that.

Importing again is a difference, never a doubling: a row is known by its number, else by both cédulas, else
by both names whatever their order. A row that is refused does not stop the others.
"""

from brackets.services.imports.apply import import_parejas_apply, import_parejas_check
from brackets.services.imports.report import Change, ImportReport, Outcome, Problem, RowReport
from brackets.services.imports.sheet import SheetRow, SheetRows
from brackets.services.imports.waiting import sheet_forget, sheet_keep, sheet_kept

__all__ = [
    "Change",
    "ImportReport",
    "Outcome",
    "Problem",
    "RowReport",
    "SheetRow",
    "SheetRows",
    "import_parejas_apply",
    "import_parejas_check",
    "sheet_forget",
    "sheet_keep",
    "sheet_kept",
]
