"""Why a document is not taken: what is wrong with it, and where."""

from typing import Final

from brackets.draw.acta import MALFORMED
from brackets.draw.refusal import DrawRefusal

UNANSWERED: Final = "nadie responde por este archivo"
UNREADABLE: Final = (*MALFORMED, DrawRefusal)
"""What reading rows raises that nothing here wrote: each is of the right type, and together they make no sense."""
LONGEST: Final = 600


def legible(text: str) -> str:
    """Short enough for a page, and what any database keeps: a file says in its own words what is wrong with it.

    >>> legible("«a\\x00\\ud800»"), len(legible("a" * 9_000_000))
    ('«a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}»', 600)
    """
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return "".join(each if each.isprintable() else " " if each.isspace() else "\ufffd" for each in cut)


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
