"""The cards of a data as text, one thing a line: `tira A1 5 levanta 2 3`, `toma B1 J`, `devuelve A1 2 3`."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from referee.rules.errors import NotationError
from referee.rules.jugadas import Ronda
from referee.rules.naipes.card_table import CardTable
from referee.rules.naipes.deck import Cards
from referee.rules.naipes.throws import announce, give_back, take, throw
from referee.rules.reglamento import Reglamento


class Tira(NamedTuple):
    """`seat` throws `card` and lifts `lifted`; a tuple, since there are forty in a data."""

    seat: str
    card: str
    lifted: Cards = ()


@dataclass(frozen=True, slots=True)
class Toma:
    """`seat` takes cards that were forgotten."""

    word: ClassVar[str] = "toma"
    seat: str
    cards: Cards


@dataclass(frozen=True, slots=True)
class Devuelve:
    """Cards that `seat` lifted wrongly go back to the table."""

    word: ClassVar[str] = "devuelve"
    seat: str
    cards: Cards


CardEvent = Tira | Toma | Devuelve | Ronda

_CARD: Final = "[A2-7JQK]"
_SEAT: Final = "[AB][12]"
_GRAMMAR: Final[dict[str, tuple[re.Pattern[str], Callable[[re.Match[str]], CardEvent]]]] = {
    "tira": (
        re.compile(rf"tira ({_SEAT}) ({_CARD})(?: levanta ({_CARD}(?: {_CARD})*))?"),
        lambda m: Tira(m[1], m[2], tuple((m[3] or "").split())),
    ),
    "toma": (re.compile(rf"toma ({_SEAT}) ({_CARD}(?: {_CARD})*)"), lambda m: Toma(m[1], tuple(m[2].split()))),
    "devuelve": (
        re.compile(rf"devuelve ({_SEAT}) ({_CARD}(?: {_CARD})*)"),
        lambda m: Devuelve(m[1], tuple(m[2].split())),
    ),
    "ronda": (re.compile(rf"(ronda) ({_SEAT}) ({_CARD})"), lambda m: Ronda(m[1], m[2], m[3])),
    "doble-ronda": (re.compile(rf"(doble-ronda) ({_SEAT}) ({_CARD})"), lambda m: Ronda(m[1], m[2], m[3])),
}


def parse_card_line(text: str) -> CardEvent:
    """Read one line; runs of blanks count as one. Raises NotationError.

    >>> parse_card_line("tira A1 5 levanta 2 3")
    Tira(seat='A1', card='5', lifted=('2', '3'))
    """
    line = " ".join(text.split())
    word = line.partition(" ")[0]
    if word not in _GRAMMAR:
        message = f"no existe «{word[:30]}» en las cartas de una data; existen {', '.join(_GRAMMAR)}"
        raise NotationError(message)
    pattern, build = _GRAMMAR[word]
    match = pattern.fullmatch(line)
    if match is None:
        message = f"«{line[:60]}» no se entiende; se espera, por ejemplo, «{_EXAMPLES[word]}»"
        raise NotationError(message, column=len(word) + 2)
    return build(match)


def dump_card_line(event: CardEvent) -> str:
    """Write one line; `parse_card_line` reads it back to the same value.

    >>> dump_card_line(Tira("A1", "5", ("2", "3")))
    'tira A1 5 levanta 2 3'
    """
    match event:
        case Tira(seat=seat, card=card, lifted=lifted):
            return f"tira {seat} {card}" + (f" levanta {' '.join(lifted)}" if lifted else "")
        case Toma(seat=seat, cards=cards) | Devuelve(seat=seat, cards=cards):
            return f"{event.word} {seat} {' '.join(cards)}"
        case Ronda(word=word, subject=subject, rank=rank):
            return f"{word} {subject} {rank}"


def recorded(rules: Reglamento, state: CardTable, event: CardEvent) -> CardTable:
    """The table after `event`; raises RuleViolation when it cannot have happened."""
    match event:
        case Tira(seat=seat, card=card, lifted=lifted):
            return throw(rules, state, seat, card, lifted)
        case Toma(seat=seat, cards=cards):
            return take(rules, state, seat, cards)
        case Devuelve(seat=seat, cards=cards):
            return give_back(rules, state, seat, cards)
        case Ronda(subject=subject, rank=rank):
            return announce(rules, state, subject, rank)


def replayed(rules: Reglamento, state: CardTable, events: Iterable[CardEvent]) -> CardTable:
    """The table after all `events` in order."""
    for event in events:
        state = recorded(rules, state, event)
    return state


_EXAMPLES: Final = {
    "tira": "tira A1 5 levanta 2 3",
    "toma": "toma B1 J",
    "devuelve": "devuelve A1 2 3",
    "ronda": "ronda A1 7",
    "doble-ronda": "doble-ronda A1 7",
}
