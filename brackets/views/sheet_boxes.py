"""The boxes of a drawn stage as text: what is written in each, and what it says to who does not see it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from brackets.draw.bracket import Key
from brackets.draw.names import part_name
from brackets.draw.sheet import Box, Metrics, Sheet
from brackets.models import Fixture
from brackets.selectors.sheet import StageSheet, ended_brief
from brackets.selectors.wording import said
from brackets.views.cards import Card, Side, card_of
from brackets.views.fitting import BOLD, fitted

SCREEN: Final = Metrics(width=300, height=62, aside=28, below=8, title=26, apart=36)
"""In pixels of a screen at 100 %."""
SCORE: Final = 25
LEFT: Final = 40
RIGHT: Final = 8
STATE: Final = 12.5
NUMBERED: Final = 104
"""What the number of a partida and the mark of its state take of the row above the names, which is of size `STATE` on a wall."""


@dataclass(frozen=True, slots=True)
class Look:
    """How boxes are drawn: `name` is the size of the names. With `above` the points stand in the row above them, which leaves them the
    whole width.
    """

    metrics: Metrics
    name: float
    above: bool = False

    @property
    def edge(self) -> int:
        """Where what stands at the right ends."""
        return round(self.metrics.width) - RIGHT

    @property
    def rooms(self) -> tuple[int, ...]:
        """How wide a name may be, by the number of chicas beside it."""
        return tuple(self.edge - LEFT - SCORE * chicas for chicas in range(1 if self.above else 8))


PAGE: Final = Look(SCREEN, 13.5)
WALL: Final = Look(replace(SCREEN, width=340), 14.5, above=True)
"""Two columns of four boxes fill the picture of a projector with names as large as those of its other pages."""


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a box: its pareja, or whom it waits for; `y` is the base line, `name` fits its room."""

    side: Side
    name: str
    y: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box with everything that is written in it and told about it, but for how it stands: `label`, that, `ended`.

    `points` stand beside that where the names leave no room for them.
    """

    box: Box
    card: Card
    lines: tuple[Line, ...]
    points: str
    label: str
    ended: str
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
    return {
        key: card_of(
            fixture,
            sheet.awaited[key],
            voided=sheet.voided.has(fixture),
            left=sheet.left[key],
        )
        for key, fixture in sheet.fixtures.items()
    }


def columns_of(
    sheet: StageSheet, drawing: Sheet, cards: Mapping[Key, Card], found: Collection[int], look: Look = PAGE
) -> Iterator[Column]:
    """A drawing with its text, in reading order; the boxes of the parejas `found` (primary keys) are marked."""
    titles = {title.key: title for title in drawing.titles}
    for column in drawing.columns:
        title, name = titles[column[0]], part_name(sheet.structure, sheet.structure[column[0]])
        boxes = tuple(_drawn(sheet, drawing.boxes[key], cards[key], name, found, look) for key in column)
        yield Column(name, title.x, title.y + look.metrics.title - 8, boxes)


def anchor_of(fixture: Fixture) -> str:
    """The name of its place on the page; a bye has no number."""
    return f"partida-{fixture.number}" if fixture.number else f"pase-{fixture.round}-{fixture.position + 1}"


def state_words(fixture: Fixture, word: str, *, settled: bool) -> str:
    """How it stands in the fewest words, `word` being the one for it; how it ended, where that was not by playing and is `settled`."""
    state = (settled and ended_brief(fixture)) or word
    table = str(fixture.table) if fixture.table and fixture.status != Fixture.Status.FINAL else ""
    marked = "Señalada" if fixture.mark else ""
    return " · ".join(filter(None, (table, state, marked, "Zapatería" if fixture.zapaterias else "")))


def state_row(look: Look, words: str, points: str) -> str:
    """How it stands and, where they have no place beside the names, its points, in what the number of the partida leaves of the row.

    What has no room is left out word by word from the end of `words`, before any is cut.
    """
    if not look.above:
        return words
    said = words.split(" · ")
    fewer = [" · ".join(filter(None, (*said[:count], points))) for count in range(len(said), 0, -1)]
    fit = partial(fitted, size=STATE * BOLD, room=look.edge - NUMBERED)
    return next((told for told in fewer if fit(told) == told), fit(fewer[-1]))


def _drawn(sheet: StageSheet, box: Box, card: Card, name: str, found: Collection[int], look: Look) -> Drawn:
    hang = sheet.ways[box.key]
    others = [(sheet.fixtures[key] if key else None) for key in (hang.winner, hang.loser)]
    is_found = any(side.pareja is not None and side.pareja.pk in found for side in card.sides)
    sides = card.sides if card.fixture.number else (_rests(card),)
    return Drawn(
        box=box,
        card=card,
        lines=tuple(_line(side, 33 + 21 * place, look) for place, side in enumerate(sides)),
        points=_points(card) if look.above else "",
        label=_label(card, name),
        ended=_ended(sheet, card, others),
        before=" ".join(anchor_of(sheet.fixtures[key]) for key in hang.before),
        winner=anchor_of(others[0]) if others[0] else "",
        loser=anchor_of(others[1]) if others[1] else "",
        found=is_found,
    )


def _rests(card: Card) -> Side:
    """The side of a match that is never played on which somebody stands, or will."""
    return card.b if card.fixture.nobody_a else card.a


def _points(card: Card) -> str:
    if card.voided or not card.fixture.winner:
        return ""  # what counts for nobody says so in their place
    return " · ".join(f"{a}–{b}" for a, b in card.fixture.chicas)


def _line(side: Side, y: int, look: Look) -> Line:
    size = look.name * BOLD if side.winner else look.name
    return Line(side, fitted(side.text, size=size, room=look.rooms[0 if look.above else len(side.scores)]), y)


def _label(card: Card, name: str) -> str:
    """Which it is and who plays it, as it is read aloud: how it stands follows."""
    if card.fixture.number is None:
        who = _rests(card)
        text = f"{who.pareja.number} {who.text}" if who.pareja else who.text
        return f"{name}: {text} pasa libre"
    return f"Partida {card.fixture.number}, {name}: {card.title}".rstrip(".")


def _ended(sheet: StageSheet, card: Card, others: list[Fixture | None]) -> str:
    """The rest that the box and its lines show, as it is read aloud: who won, and where its parejas go; empty of a bye."""
    fixture, told = card.fixture, []
    if fixture.number is None:
        return ""
    if fixture.winner and not card.voided:
        scores = ", ".join(f"{a}–{b}" for a, b in fixture.chicas)
        told.append(f"Gana {fixture.winner.number}" + (f", {scores}" if scores else ""))
    if card.note and not card.voided:
        told.append(said(sheet.stage.championship.players_per_pareja, card.note))
    if fixture.mark:
        told.append(f"Señalada: {fixture.mark}")
    for words, other in zip(("Quien gana va", "Quien pierde va"), others, strict=True):
        if other is not None and other.number is not None:
            told.append(f"{words} a la partida {other.number}")
    stop = "." if told and told[-1].endswith(".") else ""  # a sentence of ours has its English with it
    return "".join(f". {each.rstrip('.')}" for each in told) + stop
