"""Reading .xlsx, in a process that cannot take more than its share: the library can be made to take for ever, or all memory."""

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from brackets.confined import answer_of
from brackets.spreadsheets.errors import SheetError, SheetUnread
from brackets.spreadsheets.grid import Cell, Line, Lines
from brackets.spreadsheets.xlsx_read import too_large
from brackets.turns import Turns

CPU_SECONDS: Final = 10
SECONDS: Final = 30
TURNS: Final = Turns(together=1, waiting=0)


def sheets_of(content: bytes) -> Iterator[Lines]:
    """The visible sheets that are not empty, each to be read before the next; SheetError `formato` when it is no book.

    SheetError `demasiado-grande` where reading it takes more than its share, and SheetUnread where no turn to read it comes, or none of the processor.
    """
    told = map(json.loads, BytesIO(_answer(content)))
    return (map(_line, rows) for _sheet, rows in groupby(told, key=itemgetter(0)))


def _answer(content: bytes) -> bytes:
    with TURNS.one(known=True) as turn:  # whoever brings one is of the desk
        if not turn:
            raise _busy()
        try:
            answer = answer_of("brackets.spreadsheets.xlsx_apart", content, str(CPU_SECONDS), seconds=SECONDS)
        except TimeoutError as error:
            raise _busy() from error
    if answer is None:
        raise too_large()
    if answer.startswith(b"{"):
        raise SheetError(**json.loads(answer))
    return answer


def _line(told: tuple[int, Any]) -> Line:
    _sheet, cells = told
    if isinstance(cells, dict):
        raise SheetError(**cells)
    return tuple(Cell(cell) if isinstance(cell, str) else Cell("", *cell) for cell in cells)


def _busy() -> SheetUnread:
    return SheetUnread(
        "ocupado",
        "El libro no se leyó: el servidor está muy ocupado, o lee otros libros. Súbalo de nuevo en un momento.",
    )
