"""Reading .xlsx."""

import warnings
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, time
from io import BytesIO
from itertools import count
from typing import IO, Any, Final
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, ZipInfo

from openpyxl.reader.excel import ExcelReader

from brackets.spreadsheets.errors import SheetError, too_many_rows
from brackets.spreadsheets.formulas import formula_restore
from brackets.spreadsheets.grid import COLUMNS, EMPTY, LONGEST_TEXT, ROWS, TOO_LONG, Cell, Lines

LARGEST: Final = 60 * 1024 * 1024
"""Bytes of an unpacked book: thousands of rows take a few; more is a trap or a mistake."""

ELEMENTS: Final = 100_000
"""In one row, or outside all rows: the library keeps them until the row ends. Excel has 16,384 columns."""
PIECE: Final = 64 * 1024
LONGEST: Final = 2 * PIECE
"""Bytes of one mark, comment or attribute; the library reads a longer one again from its begin with each few of its bytes. A text is read in parts.

Asked after each piece: one of up to so many bytes is always read, and one of a piece more never.
"""
MOST_COST: Final = 400_000
"""What the elements of a whole book may cost to read, one in a row being 1: a second and a half. Two thousand inscriptions cost a third of it."""
COST_IN_TEXT: Final = 2
COST_ELSEWHERE: Final = 4
"""In styles, names or relations, of which the library makes objects."""
PARTS: Final = 2_000
"""Files in one book."""
SHEETS: Final = 500
"""In one book, of which the library opens each."""
MOST_OPENINGS: Final = 2
"""How often a file of the book is opened: a sheet once for its size and once for its rows."""
DEEPEST: Final = 1_000
"""Elements one within another; a book has a dozen."""
_MAIN: Final = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
LAID_OUT: Final = {
    tuple(f"{main}}}{name}" for name in names): cost
    for main in _MAIN
    for names, cost in ((("worksheet", "sheetData", "row"), 1), (("sst", "si"), COST_IN_TEXT))
}
"""Where the library lets go of what it kept, and what each element costs from there on."""
LAID_OUT_DEEPEST: Final = max(map(len, LAID_OUT))
FORMULA: Final = "tiene una fórmula: copie y péguela como valor."
ERROR: Final = "tiene un error de la hoja: corríjalo allí."
DATE: Final = "es una fecha: escriba el texto."


class _Archive(ZipFile):
    """The files of a book, none of which may be had again and again: a few kilobytes may list one sheet for hundreds."""

    def __init__(self, content: bytes) -> None:
        super().__init__(BytesIO(content))
        self._opened = Counter[str]()

    def open(self, name: str | ZipInfo, *args: Any, **kwargs: Any) -> IO[bytes]:
        own = name if isinstance(name, str) else name.filename
        self._opened[own] += 1
        if self._opened[own] > MOST_OPENINGS:
            raise _listed_again()
        return super().open(name, *args, **kwargs)


@contextmanager
def sheets_of(content: bytes) -> Iterator[list[Lines]]:
    """The visible sheets, to be read while open; SheetError `formato` when it is no book."""
    _require_book(content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about styles and extensions, which nobody reads here
        try:
            reader = ExcelReader(BytesIO(content), read_only=True, data_only=False, keep_links=False)
            # The library takes no other in its place, and reads all through this attribute of its own.
            reader.archive = _Archive(content)
            reader.read()
            workbook = reader.wb
        except SheetError:
            raise
        except Exception as error:  # the library lets through whatever a broken file makes fail
            raise _broken() from error
        try:
            yield [_lines(sheet) for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
        finally:
            workbook.close()


def _require_book(content: bytes) -> None:
    try:
        with ZipFile(BytesIO(content)) as book:
            parts = book.infolist()
            if "xl/workbook.xml" not in book.namelist():
                raise _broken()
            if sum(part.file_size for part in parts) > LARGEST or len(parts) > PARTS:
                raise _too_large()
            spent = _Spent()
            for part in parts:  # a sheet may have any name
                with (
                    book.open(part) as inside,
                    suppress(expat.ExpatError),
                ):  # a picture, or what the library refuses as well
                    _require_narrow(inside, spent)
    except (BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise _broken() from error


@dataclass
class _Spent:
    """What the files of a book have cost so far, those too that break off."""

    cost: int = 0


def _require_narrow(xml: IO[bytes], spent: _Spent) -> None:
    """Nothing is kept of it, so that a few kilobytes that unpack to one row of millions of cells cost no memory.

    A row lies in the data of a sheet, and a text in the list of them; whatever else is called so, deeper or of another namespace, ends nothing.
    """
    since, sheets, cost, within = 0, 0, COST_ELSEWHERE, list[str]()

    def begins(name: str, _attributes: object) -> None:
        nonlocal since, sheets, cost
        since += 1
        sheets += name.endswith("}sheet")
        within.append(name)
        if len(within) <= LAID_OUT_DEEPEST:
            cost = LAID_OUT.get(tuple(within), cost)
        spent.cost += cost
        if since > ELEMENTS or len(within) > DEEPEST or sheets > SHEETS or spent.cost > MOST_COST:
            raise _too_large()

    def ends(_name: str) -> None:
        nonlocal since, cost
        if len(within) <= LAID_OUT_DEEPEST and tuple(within) in LAID_OUT:
            since, cost = 0, COST_ELSEWHERE
        within.pop()

    # As in the library's own parser: what has the separator in a namespace is no XML to expat, and must be none to both.
    parser = expat.ParserCreate(namespace_separator="}")
    parser.StartElementHandler, parser.EndElementHandler = begins, ends
    parser.StartDoctypeDeclHandler = _declares
    read = 0
    while piece := xml.read(PIECE):
        parser.Parse(piece)
        read += len(piece)
        if read - parser.CurrentByteIndex > LONGEST:
            raise _too_large()
    parser.Parse(b"", True)  # noqa: FBT003 (the end)


def _declares(*_declared: object) -> None:
    raise _broken()  # no book has a document type, and what it defines may stand for megabytes


def _lines(sheet: Any) -> Lines:
    sheet.reset_dimensions()  # what the file says of its own size may be wrong
    rows = sheet.iter_rows(max_col=COLUMNS)
    for read in count():
        try:
            cells = next(rows, None)
        except SheetError:
            raise
        except Exception as error:
            raise _broken() from error
        if cells is None:
            return
        if read == ROWS:
            raise too_many_rows()
        yield tuple(_cell(cell) for cell in cells)


def _cell(cell: Any) -> Cell:
    value, kind = cell.value, cell.data_type
    if value is None:
        return EMPTY
    if kind == "f":
        return Cell("", FORMULA)
    if kind == "e":
        return Cell("", ERROR)
    if isinstance(value, bool):
        return Cell("sí" if value else "no")
    if isinstance(value, date | time):
        return Cell("", DATE)
    if isinstance(value, float) and value.is_integer():
        return Cell(str(int(value)))
    text = str(value)
    return Cell("", TOO_LONG) if len(text) > LONGEST_TEXT else Cell(formula_restore(text))


def _too_large() -> SheetError:
    return SheetError("demasiado-grande", "El libro es demasiado grande. Deje en él solo la hoja de las inscripciones.")


def _listed_again() -> SheetError:
    return SheetError(
        "hoja-repetida", "El libro nombra más de una vez la misma hoja. Copie las inscripciones a un libro nuevo."
    )


def _broken() -> SheetError:
    return SheetError(
        "formato", "El archivo no se puede leer como libro de Excel. Ábralo y guárdelo de nuevo como .xlsx."
    )
