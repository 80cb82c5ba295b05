"""What was ticked: kinds of documents, each with what of the championship it is about."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

FIELDS: Final[Mapping[str, str]] = {
    "stage": "etapa",
    "round": "ronda",
    "day": "dia",
    "table": "mesa",
    "juez": "juez",
    "pareja": "pareja",
    "partida": "partida",
    "appeal": "apelacion",
    "everybody": "todos",
}
"""What a place may be said by, in the order of a token; and what each is called in the address of a document."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A document: its kind, where, as `(("stage", 1), ("round", 2))`, and what it is called, which says nothing of which it is."""

    kind: str
    where: tuple[tuple[str, int | str], ...] = ()
    name: str = field(default="", compare=False)

    @property
    def token(self) -> str:
        """What its tick is called in a form: `planillas?stage=1&round=2`."""
        return f"{self.kind}?{urlencode(self.where)}" if self.where else self.kind

    @property
    def query(self) -> str:
        """The same in the address of its page: `etapa=1&ronda=2`."""
        return urlencode([(FIELDS[name], value) for name, value in self.where])

    def as_data(self) -> dict[str, Any]:
        """What a job keeps of it."""
        return {"kind": self.kind, "where": dict(self.where), "name": self.name}


def from_data(rows: Iterable[Mapping[str, Any]]) -> list[Chosen]:
    """What a job has kept; PostgreSQL keeps the fields of an object in an order of its own."""
    return [
        Chosen(row["kind"], tuple((key, row["where"][key]) for key in FIELDS if key in row["where"]), row["name"])
        for row in rows
    ]


def from_tokens(tokens: Sequence[str], offered: Iterable[Chosen]) -> list[Chosen]:
    """Those of the offered that were ticked, in the order of the offers; what is not offered is left out."""
    asked = set(tokens)
    return [each for each in offered if each.token in asked]


def title_of(selection: Sequence[Chosen]) -> str:
    """What a job prints, in a line: `Planillas de Juego · Octavos de final y 4 más`."""
    if not selection:
        return "Nada"
    more = len(selection) - 1
    return (selection[0].name or selection[0].kind) + (f" y {more} más" if more else "")
