"""From the texts of one row to values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from brackets.models import Pareja
from brackets.selectors.spelling import name_key
from brackets.selectors.wording import said
from brackets.services.imports.report import Problem
from brackets.services.imports.sheet import SheetRow
from brackets.services.inscription import HIGHEST_NUMBER, labels_of

EXAMPLE: Final = "EJEMPLO"
YES: Final = frozenset({"si", "s", "x", "1", "true", "verdadero", "yes"})
NO: Final = frozenset({"no", "n", "0", "false", "falso"})
TEXTS: Final = (
    "name",
    "player_1",
    "player_2",
    "club",
    "institution",
    "family",
    "province",
    "category",
    "cedula_1",
    "cedula_2",
)


class Unreadable(ValueError):
    """A text that is not a value of its column; the message says what would be."""


@dataclass(slots=True)
class Parsed:
    """What a row says: `given` are the fields of `ParejaData` that it has a value for."""

    row: SheetRow
    players: int
    number: int | None = None
    status: str = ""
    is_example: bool = False
    given: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, message: str, at: str = "") -> None:
        self.problems.append(Problem(code, message, self.row.cells.get(at, "")))

    def doubt(self, code: str, message: str, at: str = "") -> None:
        """What whoever imports has to know before."""
        self.doubts.append(Problem(code, message, self.row.cells.get(at, "")))


def parse_row(row: SheetRow, *, players: int) -> Parsed:
    """The values of a row, and what cannot be read of it; a pareja has so many players.

    A column the sheet has not is left as it is; so are an empty Representante, Uniforme and Finalista.
    Any other empty cell empties the value.
    """
    parsed = Parsed(row, players, problems=list(row.problems))
    values = row.values
    if name_key(values.get("name", "")).startswith(name_key(EXAMPLE)):
        parsed.is_example = True
        parsed.refuse("ejemplo", "Es la fila de ejemplo de la plantilla: bórrela.", "name")
        return parsed
    for column in TEXTS:
        if column in values:
            parsed.given[column] = _text(parsed, column)
    parsed.number = _read(parsed, "number", _whole_number)
    if "seed" in values:
        parsed.given["seed"] = _read(parsed, "seed", _whole_number)
    for column, reader in (
        ("uniform", _yes_or_no),
        ("finalist", _yes_or_no),
        ("representative", _representative(parsed)),
    ):
        if (value := _read(parsed, column, reader)) is not None:
            parsed.given[column] = value
    parsed.status = _read(parsed, "status", _status) or ""
    return parsed


def _read(parsed: Parsed, column: str, reader: Callable[[str], Any]) -> Any:
    """None for an empty cell, and for one that is refused."""
    text = parsed.row.values.get(column, "").strip()
    try:
        return reader(text) if text else None
    except Unreadable as problem:
        parsed.refuse("valor-ilegible", f"{labels_of(parsed.players)[column]}: {problem}", column)
        return None


def _text(parsed: Parsed, column: str) -> str:
    text = parsed.row.values[column]
    if _wrongly_decoded(text):
        parsed.refuse(
            "codificacion",
            f"{labels_of(parsed.players)[column]}: las tildes o eñes están mal guardadas («{text[:30]}»). Corríjalas en la hoja.",
            column,
        )
    digits = text.replace("-", "").replace(" ", "")
    if column.startswith("cedula") and len(digits) == 9 and digits.isdigit():
        return f"0{digits}"  # spreadsheets take a cédula of provinces 01 to 09 for a number and drop the zero
    return text


def _wrongly_decoded(text: str) -> bool:
    """UTF-8 that was once read as Windows-1252: «PeÃ±a». Real names are hardly ever valid UTF-8 by accident."""
    try:
        return text.encode("cp1252").decode("utf-8") != text
    except UnicodeError:
        return False


def _whole_number(text: str) -> int:
    digits = text.removesuffix(".0")
    if not (digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= HIGHEST_NUMBER):
        raise Unreadable(f"debe ser un número entero de 1 a {HIGHEST_NUMBER}.")
    return int(digits)


def _yes_or_no(text: str) -> bool:
    if name_key(text) in YES:
        return True
    if name_key(text) in NO:
        return False
    raise Unreadable("escriba sí o no.")


def _representative(parsed: Parsed) -> Callable[[str], int]:
    def read(text: str) -> int:
        for position in (1, 2):
            names = {str(position), f"jugador {position}", f"jugador{position}"}
            if name_key(text) in names | {name_key(parsed.given.get(f"player_{position}", ""))}:
                return position
        raise Unreadable("escriba 1 o 2, o el nombre de uno de los dos jugadores.")

    return read


def _status(text: str) -> str:
    for status in Pareja.Status:
        if name_key(text) in {name_key(said(players, str(status.label))) for players in (1, 2)}:
            return status
    raise Unreadable("escriba Inscrita o Retirada, o borre la columna.")
