"""The bracket in pieces that a screen and a sheet of paper can hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from brackets.models import Stage
from brackets.selectors.bracket import Round
from brackets.views.cards import Card, all_cards

PLACES: Final = 8
"""First-round fixtures in one part."""
WHOLE: Final = 64
"""Up to so many first-round fixtures, all parts stand on one page."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the bracket, or its last rounds; `number` 0 are the last rounds."""

    number: int
    title: str
    columns: tuple[Column, ...]

    @property
    def anchor(self) -> str:
        return f"parte-{self.number}" if self.number else "finales"


@dataclass(frozen=True, slots=True)
class Llave:
    """The parts to show of a stage, and the names of all there are."""

    stage: Stage
    parts: tuple[Part, ...]
    total: int
    chosen: int | None

    @property
    def numbers(self) -> range:
        return range(1, self.total + 1)


def page_number(request: HttpRequest) -> int:
    """The part asked for in the address, else the first."""
    asked = request.GET.get("parte", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 1


def llave(rounds: Sequence[Round], chosen: int = 1) -> Llave:
    """The whole bracket; of a huge one, part `chosen` and the last rounds."""
    stage, cards = rounds[0].fixtures[0].stage, all_cards(rounds)
    first = len(cards[0])
    total = first // PLACES
    if total <= 1:
        return Llave(stage, (Part(1, "Llave", _columns(rounds, cards, 0, 1, 0)),), 1, None)
    depth = PLACES.bit_length()
    last = Part(0, "Rondas finales", _columns(rounds, cards, 0, 1, depth))
    whole = first <= WHOLE
    chosen = min(max(chosen, 1), total)
    shown = range(total) if whole else range(chosen - 1, chosen)
    parts = tuple(_part(rounds, cards[:depth], index, total) for index in shown)
    return Llave(stage, (*parts, last), total, None if whole else chosen)


def _part(rounds: Sequence[Round], cards: Sequence[list[Card]], index: int, total: int) -> Part:
    return Part(index + 1, f"Parte {index + 1} de {total}", _columns(rounds, cards, index, total, 0))


def _columns(
    rounds: Sequence[Round], cards: Sequence[list[Card]], index: int, total: int, start: int
) -> tuple[Column, ...]:
    """Share `index` of `total` of each round from `start` on."""
    columns = []
    for each, row in zip(rounds[start:], cards[start:], strict=False):
        share = len(row) // total
        columns.append(Column(each.name, tuple(row[index * share : (index + 1) * share])))
    return tuple(columns)
