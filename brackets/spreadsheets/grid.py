"""A sheet as cells, whatever file it came from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from openpyxl.utils import get_column_letter

ROWS: Final = 20_000  # the empty ones among them
COLUMNS: Final = 60
"""What is taken of a sheet; of a row nothing beyond."""
LONGEST_TEXT: Final = 2_000
"""Characters of one cell: many cells of a book may name one text, and each is compared."""
TOO_LONG: Final = "tiene un texto demasiado largo: acórtelo."
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


def address(place: int, row: int) -> str:
    """The address of a cell as the spreadsheet shows it.

    >>> address(2, 5)
    'C5'
    """
    return f"{get_column_letter(place + 1)}{row}"
