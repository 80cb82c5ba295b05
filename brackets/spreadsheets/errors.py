"""Files that cannot be read at all; a row that cannot be is only refused."""

from typing import ClassVar

from brackets.services.errors import BracketError


class SheetError(BracketError):
    """Codes: `formato`, `codificacion`, `csv`, `vacio`, `faltan-columnas`, `columna-repetida`, `demasiadas-filas`,
    `demasiado-grande`, `ocupado`."""

    http_status: ClassVar[int] = 422
