"""A sheet as cells, whatever file it came from."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from openpyxl.utils import get_column_letter


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
