"""The boxes of a drawn stage as text: what is written in each, and what it says to who does not see it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from brackets.draw.bracket import Key
from brackets.draw.names import part_name
from brackets.draw.sheet import Box, Metrics, Sheet
from brackets.models import Fixture
from brackets.selectors.sheet import BRIEF, StageSheet
from brackets.selectors.wording import said
from brackets.views.cards import Card, Side, card_of
from brackets.views.fitting import fitted

SCREEN: Final = Metrics(width=300, height=62, aside=28, below=8, title=26, apart=36)
"""In pixels of a screen at 100 %."""
NAME: Final = 13.5
BOLD: Final = 1.1
SCORE: Final = 25
LEFT: Final = 40
RIGHT: Final = 292
ROOMS: Final = tuple(RIGHT - LEFT - SCORE * chicas for chicas in range(8))
"""For a name, by the number of chicas beside it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a box: its pareja, or whom it waits for; `y` is the base line, `name` fits its room."""

    side: Side
    name: str
    y: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box with everything that is written in it and told about it."""

    box: Box
    card: Card
    lines: tuple[Line, ...]
    state: str
    label: str
    before: str
    winner: str
    loser: str
    found: bool

    @property
    def bye(self) -> bool:
        """Never played, whoever goes on: it has one line and leads nowhere."""
        return self.card.fixture.number is None

    @property
    def anchor(self) -> str:
        return anchor_of(self.card.fixture)


@dataclass(frozen=True, slots=True)
class Column:
    """The matches of a round that stand below one another, with the title above the first."""

    name: str
    x: float
    y: float
    boxes: tuple[Drawn, ...]


def cards_by_key(sheet: StageSheet) -> dict[Key, Card]:
    """All matches of the stage; a side without a pareja says whom it waits for."""
    return {key: card_of(fixture, sheet.awaited[key]) for key, fixture in sheet.fixtures.items()}


def columns_of(
    sheet: StageSheet, drawing: Sheet, cards: Mapping[Key, Card], found: Collection[int]
) -> Iterator[Column]:
    """A drawing with its text, in reading order; the boxes of the parejas `found` (primary keys) are marked."""
    titles = {title.key: title for title in drawing.titles}
    for column in drawing.columns:
        title, name = titles[column[0]], part_name(sheet.structure, sheet.structure[column[0]])
        boxes = tuple(_drawn(sheet, drawing.boxes[key], cards[key], name, found) for key in column)
        yield Column(name, title.x, title.y + SCREEN.title - 8, boxes)


def anchor_of(fixture: Fixture) -> str:
    """The name of its place on the page; a bye has no number."""
    return f"partida-{fixture.number}" if fixture.number else f"pase-{fixture.round}-{fixture.position + 1}"


def state_words(fixture: Fixture) -> str:
    """How it stands in the fewest words; how it ended, where that was not by playing."""
    state = BRIEF.get(fixture.how, str(fixture.get_status_display()))
    table = str(fixture.table) if fixture.table and fixture.status != Fixture.Status.FINAL else ""
    return " · ".join(filter(None, (table, state, "Zapatería" if fixture.zapateria else "")))


def _drawn(sheet: StageSheet, box: Box, card: Card, name: str, found: Collection[int]) -> Drawn:
    hang = sheet.ways[box.key]
    others = [(sheet.fixtures[key] if key else None) for key in (hang.winner, hang.loser)]
    is_found = any(side.pareja is not None and side.pareja.pk in found for side in card.sides)
    sides = card.sides if card.fixture.number else (_rests(card),)
    return Drawn(
        box=box,
        card=card,
        lines=tuple(_line(side, 33 + 21 * place) for place, side in enumerate(sides)),
        state=state_words(card.fixture),
        label=_label(sheet, card, name, others),
        before=" ".join(anchor_of(sheet.fixtures[key]) for key in hang.before),
        winner=anchor_of(others[0]) if others[0] else "",
        loser=anchor_of(others[1]) if others[1] else "",
        found=is_found,
    )


def _rests(card: Card) -> Side:
    """The side of a match that is never played on which somebody stands, or will."""
    return card.b if card.fixture.nobody_a else card.a


def _line(side: Side, y: int) -> Line:
    size = NAME * BOLD if side.winner else NAME
    return Line(side, fitted(side.text, size=size, room=ROOMS[len(side.scores)]), y)


def _label(sheet: StageSheet, card: Card, name: str, others: list[Fixture | None]) -> str:
    """Everything that the box and its lines show, as it is read aloud."""
    fixture = card.fixture
    if fixture.number is None:
        who = _rests(card)
        text = f"{who.pareja.number} {who.text}" if who.pareja else who.text
        return f"{name}: {text} pasa libre"
    told = [f"Partida {fixture.number}, {name}: {card.title}", state_words(fixture)]
    if fixture.winner:
        scores = ", ".join(f"{a}–{b}" for a, b in fixture.chicas)
        told.append(f"Gana {fixture.winner.number}" + (f", {scores}" if scores else ""))
    if card.note:
        told.append(said(sheet.stage.championship.players_per_pareja, card.note))
    for words, other in zip(("Quien gana va", "Quien pierde va"), others, strict=True):
        if other is not None and other.number is not None:
            told.append(f"{words} a la partida {other.number}")
    return ". ".join(each.rstrip(".") for each in told)
