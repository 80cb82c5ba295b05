"""Rulebooks side by side: every parameter with its value in each and where that comes from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from referee.rules.parameters import GROUPS, Basis, Cited, Declaration, value_text
from referee.rules.reglamento import Reglamento, cite, places_of

IN_SHORT: Final[Mapping[Basis, str]] = {
    "E": "explícito",
    "I": "se deduce",
    "D": "costumbre adoptada",
    "N": "no existe en él",
}


class Cell(NamedTuple):
    """What one rulebook says, and where: the place in its text and how firmly it says so."""

    text: str
    source: str


class Row(NamedTuple):
    """One parameter: in each rulebook, and whether they differ in it."""

    name: str
    cells: tuple[tuple[Reglamento, Cell], ...]
    differs: bool


class Part(NamedTuple):
    """Parameters that are read together."""

    title: str
    rows: tuple[Row, ...]


def compare(rulebooks: Sequence[Reglamento], *, only_differing: bool = False) -> tuple[Part, ...]:
    """All parameters of these rulebooks in groups; a group without rows is left out."""
    parts = (
        Part(
            group.title,
            tuple(row for row in _rows(rulebooks, group.declared) if row.differs or not only_differing),
        )
        for group in GROUPS
    )
    return tuple(part for part in parts if part.rows)


def _rows(rulebooks: Sequence[Reglamento], group: Sequence[Declaration]) -> Iterator[Row]:
    for declared in group:
        cells = tuple((rules, _cell(declared.key, rules.parameters[declared.key])) for rules in rulebooks)
        yield Row(declared.name, cells, len({cell.text for _, cell in cells}) > 1)


def _cell(key: str, cited: Cited) -> Cell:
    place = cite(places_of(cited))
    firmness = "" if cited.basis == "N" and cited.value is None else IN_SHORT[cited.basis]
    return Cell(value_text(key, cited.value), " · ".join(filter(None, (place, firmness))))
