"""Files that cannot be read at all; a row that cannot be is only refused."""

from typing import ClassVar

from brackets.services.errors import BracketError
from brackets.spreadsheets.grid import ROWS


class SheetError(BracketError):
    """Codes: `formato`, `codificacion`, `csv`, `vacio`, `faltan-columnas`, `columna-repetida`, `demasiadas-filas`,
    `demasiado-grande`."""

    http_status: ClassVar[int] = 422


class SheetUnread(SheetError):
    """Nothing was looked at: the same file may be brought again. Code `ocupado`."""

    http_status: ClassVar[int] = 503


def too_many_rows() -> SheetError:
    """Of a sheet with more than `ROWS`."""
    return SheetError(
        "demasiadas-filas",
        f"La hoja tiene más de {ROWS} filas, contando las vacías. Copie las inscripciones a un libro nuevo.",
    )
