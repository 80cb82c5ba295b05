"""What the sheets of a book say, in a process of its own: `python -m brackets.spreadsheets.xlsx_apart 10 < a.xlsx`, in ten seconds.

A book from anybody may be made to take for ever or all memory, so the process limits itself before it reads. No Django is loaded. It
answers a line of JSON for each row, `[sheet, [cell, ...]]`, the sheets counted from 0: a cell is its text, or `[why]` where it is refused.
Instead of a row `{"code": ..., "message": ...}` says why the sheet is not read on, and instead of the first line why none is.
"""

import json
import sys
import warnings
from collections.abc import Iterator
from datetime import date, time
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile

from openpyxl import load_workbook

from brackets.confined import confined
from brackets.spreadsheets.errors import SheetError, too_many_rows
from brackets.spreadsheets.formulas import formula_restore
from brackets.spreadsheets.grid import COLUMNS, LONGEST_TEXT, ROWS, TITLES_WITHIN, TOO_LONG
from kernel.normal_form import normal_form

MEMORY: Final = 128 * 1024**2
"""Bytes: twice what two thousand inscriptions of 35 columns take."""
LARGEST: Final = 60 * 1024**2
"""Bytes of an unpacked book: thousands of rows take a few; more is a trap or a mistake."""
PARTS: Final = 2_000
"""Files in one book."""
MOST: Final = 8 * 1024**2
"""Bytes of the answer: two thousand inscriptions of 35 columns take three million."""
MOST_TITLES: Final = 3_000_000
"""What comparing the first rows of all sheets with titles may cost whoever asked: of each text its characters, taken apart, and A_TITLE."""
A_TITLE: Final = 15
COMPARED: Final = 100
"""Characters of a text: no longer one is compared with titles (`headers.LONGEST_TITLE`)."""
FORMULA: Final = "tiene una fórmula: copie y péguela como valor."
ERROR: Final = "tiene un error de la hoja: corríjalo allí."
DATE: Final = "es una fecha: escriba el texto."

Told = str | tuple[str]
"""The text of a cell, or why it is refused."""


def told(content: bytes) -> str:
    """All lines."""
    try:
        return "".join(_within(_lines(content)))
    except SheetError as error:
        return json.dumps(_refusal(error))
    except MemoryError:
        return json.dumps(_refusal(too_large()))
    except Exception:  # the library lets through whatever a broken file makes fail
        return json.dumps(_refusal(_broken()))


def _within(lines: Iterator[str]) -> Iterator[str]:
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST:
            raise too_large()
        yield line


def _lines(content: bytes) -> Iterator[str]:
    _require_book(content)
    workbook = load_workbook(BytesIO(content), read_only=True, keep_links=False)
    visible = [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    spent = 0
    for place, sheet in enumerate(visible):
        for number, cells in enumerate(_rows(sheet)):
            spent += _cost_of_titles(cells) if number < TITLES_WITHIN else 0
            if spent > MOST_TITLES:
                raise too_large()
            yield json.dumps([place, cells], separators=(",", ":")) + "\n"


def _require_book(content: bytes) -> None:
    with ZipFile(BytesIO(content)) as book:
        parts = book.infolist()
        if "xl/workbook.xml" not in book.namelist():
            raise _broken()
        if sum(part.file_size for part in parts) > LARGEST or len(parts) > PARTS:
            raise too_large()


def _rows(sheet: Any) -> Iterator[list[Told] | dict[str, str]]:
    """Up to the first that cannot be read, which is told instead."""
    sheet.reset_dimensions()  # what the file says of its own size may be wrong
    rows = sheet.iter_rows(max_col=COLUMNS)
    try:
        for _ in range(ROWS):
            cells = next(rows, None)
            if cells is None:
                return
            yield _trimmed([_told(cell) for cell in cells])
        if next(rows, None) is None:
            return
    except MemoryError:
        raise
    except Exception:  # as above: of this sheet alone, those before it are read
        yield _refusal(_broken())
    else:
        yield _refusal(too_many_rows())


def _trimmed(cells: list[Told]) -> list[Told]:
    """Without the empty ones at its end."""
    last = next((place for place in range(len(cells), 0, -1) if cells[place - 1]), 0)
    return cells[:last]


def _told(cell: Any) -> Told:
    value, kind = cell.value, cell.data_type
    if value is None:
        return ""
    if kind == "f":
        return (FORMULA,)
    if kind == "e":
        return (ERROR,)
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, date | time):
        return (DATE,)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)
    return (TOO_LONG,) if len(text) > LONGEST_TEXT else formula_restore(text)


def _cost_of_titles(cells: list[Told] | dict[str, str]) -> int:
    return sum(len(normal_form("NFKD", cell[:COMPARED])) + A_TITLE for cell in cells if isinstance(cell, str) and cell)


def _refusal(error: SheetError) -> dict[str, str]:
    return {"code": error.code, "message": error.message}


def too_large() -> SheetError:
    return SheetError("demasiado-grande", "El libro es demasiado grande. Deje en él solo la hoja de las inscripciones.")


def _broken() -> SheetError:
    return SheetError(
        "formato", "El archivo no se puede leer como libro de Excel. Ábralo y guárdelo de nuevo como .xlsx."
    )


def main() -> None:
    confined(seconds=int(sys.argv[1]), memory=MEMORY)
    warnings.simplefilter("ignore")  # about styles and extensions, which nobody reads here
    sys.stdout.write(told(sys.stdin.buffer.read()))
