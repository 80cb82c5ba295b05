"""A sheet as cells, whatever file it came from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from openpyxl.utils import get_column_letter

from brackets.spreadsheets.errors import SheetError

ROWS: Final = 20_000  # the empty ones among them
COLUMNS: Final = 60
"""What is read of a sheet; a row is read no further."""
TITLES_WITHIN: Final = 20
"""The first rows of a sheet, one of which has the titles."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows; `refused` says why it cannot be taken, in Spanish."""

    text: str
    refused: str = ""


Line: TypeAlias = tuple[Cell, ...]
Lines: TypeAlias = Iterator[Line]
"""The rows of a sheet from its row 1 on, the empty ones among them."""

EMPTY = Cell("")


def too_many_rows() -> SheetError:
    return SheetError(
        "demasiadas-filas",
        f"La hoja tiene más de {ROWS} filas, contando las vacías. Copie las inscripciones a un libro nuevo.",
    )


def address(place: int, row: int) -> str:
    """The address of a cell as the spreadsheet shows it.

    >>> address(2, 5)
    'C5'
    """
    return f"{get_column_letter(place + 1)}{row}"
