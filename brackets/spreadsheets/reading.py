"""From a file to rows: finding the titles, then taking every row below them."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from brackets.draw.plural import listed
from brackets.services.imports import Problem, SheetRow, SheetRows
from brackets.services.inscription import labels_of
from brackets.spreadsheets.csv_file import SEPARATORS, decode, lines_of
from brackets.spreadsheets.errors import SheetError
from brackets.spreadsheets.grid import EMPTY, TITLES_WITHIN, Line, Lines, address
from brackets.spreadsheets.headers import Header, header_of
from brackets.spreadsheets.xlsx_file import sheets_of

__all__ = ["MOST_ROWS", "SheetError", "read_parejas"]

MOST_ROWS: Final = 2000
ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def read_parejas(content: bytes, *, players: int = 2) -> SheetRows:
    """The rows of an .xlsx or .csv file, told apart by what is in it; SheetError when there are none to be had.

    The titles may stand anywhere in the first rows of any sheet, in any order. `players` is how many a pareja has.
    """
    best = Header(players, {}, (), ())
    unreadable: SheetError | None = None
    for lines in _sheets(content):
        try:
            header, at = _find_header(lines, players)
        except SheetError as error:  # with another separator the quotes may close
            unreadable = error
            continue
        if not header.missing:
            return _rows(lines, header, at)
        best = max(best, header, key=known)
    if unreadable and not best.places:
        raise unreadable
    raise _without_titles(best)


def _sheets(content: bytes) -> Iterator[Lines]:
    if content.startswith(OLD_OFFICE):
        raise SheetError(
            "formato", "Es un libro de Excel antiguo o con contraseña. Guárdelo como .xlsx, sin contraseña."
        )
    if content.startswith(ZIP):
        return sheets_of(content)
    text = decode(content)
    if not text.strip():
        raise SheetError("vacio", "El archivo está vacío.")
    return (lines_of(text, separator) for separator in SEPARATORS)


def _find_header(lines: Lines, players: int) -> tuple[Header, int]:
    """The first row with all players' titles and its place from 1, else the row with most known titles and 0."""
    best = Header(players, {}, (), ())
    for at, line in enumerate(islice(lines, TITLES_WITHIN), start=1):
        header = header_of([cell.text for cell in line], players=players)
        if not header.missing:
            return header, at
        best = max(best, header, key=known)
    return best, 0


def known(header: Header) -> int:
    """How many of its titles are known."""
    return len(header.places)


def _without_titles(header: Header) -> SheetError:
    labels = labels_of(header.players)
    missing = listed(f"«{labels[field]}»" for field in header.missing)
    found = ", ".join(labels[field] for field in header.places)
    columns = "No se encuentra la columna" if len(header.missing) == 1 else "No se encuentran las columnas"
    return SheetError(
        "faltan-columnas",
        f"{columns} {missing}. {f'Sí están: {found}. ' if found else ''}"
        "Ponga los títulos en la primera fila, como en la plantilla.",
    )


def _rows(lines: Lines, header: Header, at: int) -> SheetRows:
    if header.repeated:
        raise SheetError(
            "columna-repetida",
            f"La columna «{header.repeated[0]}» está más de una vez. Deje solo una.",
        )
    rows: list[SheetRow] = []
    empty = seen_empty = 0
    for number, line in enumerate(lines, start=at + 1):
        if not any(cell.text.strip() or cell.refused for cell in line):
            seen_empty += 1
            continue
        if len(rows) == MOST_ROWS:
            raise SheetError(
                "demasiadas-filas", f"La hoja tiene más de {MOST_ROWS} filas. Repártalas en varios archivos."
            )
        empty, seen_empty = empty + seen_empty, 0  # the empty rows below the last one are not counted
        rows.append(_row(number, line, header))
    if not rows:
        raise SheetError("vacio", "Debajo de los títulos no hay ninguna fila.")
    return SheetRows(rows=tuple(rows), empty=empty, unknown=header.unknown)


def _row(number: int, line: Line, header: Header) -> SheetRow:
    cells = {field: line[place] if place < len(line) else EMPTY for field, place in header.places.items()}
    addresses = {field: address(place, number) for field, place in header.places.items()}
    labels = labels_of(header.players)
    return SheetRow(
        number=number,
        values={field: cell.text for field, cell in cells.items()},
        cells=addresses,
        problems=tuple(
            Problem("formula", f"{labels[field]}: la celda {addresses[field]} {cell.refused}", addresses[field])
            for field, cell in cells.items()
            if cell.refused
        ),
    )
