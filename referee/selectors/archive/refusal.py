"""Why a document is not taken: what is wrong with it, and where."""

from typing import Final

from referee.selectors.unreadable import legible

UNANSWERED: Final = "nadie responde por este archivo"


class Refused(Exception):
    """`line` of the file; `row` of `part`, from 1."""

    def __init__(self, what: str, *, line: int = 0, part: str = "", row: int = 0) -> None:
        self.what, self.line, self.part, self.row = legible(what), line, part, row
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """A sentence for people.

        >>> Refused("falta el nombre", line=12, part="parejas", row=3).message
        'Línea 12, parejas, fila 3: falta el nombre.'
        """
        places = (f"línea {self.line}" if self.line else "", self.part, f"fila {self.row}" if self.row else "")
        where = ", ".join(place for place in places if place)
        told = f"{where}: {self.what}." if where else f"{self.what}."
        return told[:1].upper() + told[1:]
