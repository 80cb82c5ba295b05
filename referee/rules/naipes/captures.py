"""What a card may lift from a table: igual or suma, and the escalera that follows (9.b)."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from referee.rules.jugadas import RANKS
from referee.rules.naipes.deck import ORDER, VALUES, Cards, in_order
from referee.rules.naipes.reading import CaptureRules, capture_rules
from referee.rules.reglamento import Reglamento

Kind = Literal["igual", "suma"]
REMEMBERED: Final = 1 << 16
"""Tables and cards whose captures are kept; a championship repeats far fewer."""


class Capture(NamedTuple):
    """One way to lift: the cards that are equal or add up, the whole escalera after them, and if the table is empty then."""

    kind: Kind
    cards: Cards
    escalera: Cards = ()
    limpia: bool = False

    @property
    def lifted(self) -> Cards:
        """Every card it takes from the table, in order."""
        return in_order(self.cards + self.escalera)

    def as_line(self) -> str:
        """For people, in the words of `levantes`.

        >>> Capture("suma", ("2", "3"), ("6", "7", "J"), limpia=True).as_line()
        'suma 2 3, escalera 6 7 J, limpia'
        """
        parts = [f"{self.kind} {' '.join(self.cards)}"]
        if self.escalera:
            parts.append(f"escalera {' '.join(self.escalera)}")
        return ", ".join([*parts, "limpia"] if self.limpia else parts)

    def as_json(self) -> dict[str, object]:
        """The shape of `levantes`."""
        return {
            "tipo": self.kind,
            "cartas": list(self.cards),
            "escalera": list(self.escalera),
            "limpia": self.limpia,
        }


def captures(rules: Reglamento, table: Cards, card: str) -> tuple[Capture, ...]:
    """Every capture that `card` may make on `table`, most cards first; the cards may stand in any order.

    Equal cards are one: from 2 2 3 a 5 takes a 2 and the 3 in one way. Between captures of as many cards the igual
    comes first, then the suma of the lower cards.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> captures(REGLAMENTOS["riobamba"], ("2", "3", "6", "7", "J"), "5")
    (Capture(kind='suma', cards=('2', '3'), escalera=('6', '7', 'J'), limpia=True),)
    """
    return captures_of(capture_rules(rules), in_order(table), card)


@lru_cache(maxsize=REMEMBERED)
def captures_of(rules: CaptureRules, table: Cards, card: str) -> tuple[Capture, ...]:
    """`captures` of a table in order."""
    found = [_followed(rules, table, card, "igual", (card,))] if card in table else []
    if card in VALUES:
        lower = tuple(rank for rank in table if ORDER[rank] < ORDER[card])
        most = None if rules.clearing else rules.most
        added = [_followed(rules, table, card, "suma", cards) for cards in sums(lower, VALUES[card], most)]
        found += [capture for capture in added if capture.limpia or within(rules, capture.cards)]
    found.sort(key=lambda capture: -len(capture.cards) - len(capture.escalera))
    return tuple(found)


def within(rules: CaptureRules, cards: Cards) -> bool:
    """Whether so many cards may add up whatever they leave on the table."""
    return rules.most is None or len(cards) <= rules.most


def _followed(rules: CaptureRules, table: Cards, card: str, kind: Kind, cards: Cards) -> Capture:
    following = escalera(table, card) if kind in rules.sequence_after else ()
    return Capture(kind, cards, following, limpia=len(cards) + len(following) == len(table))


def escalera(table: Cards, card: str) -> Cards:
    """The escalera that goes up from `card`: one card of each rank, as far as the table has the next (9.b).

    >>> escalera(("6", "7", "7", "J", "K"), "5")
    ('6', '7', 'J')
    """
    start = end = ORDER[card] + 1
    while end < len(RANKS) and RANKS[end] in table:
        end += 1
    return RANKS[start:end]


def sums(cards: Cards, value: int, most: int | None) -> list[Cards]:
    """Each set of ranks among `cards`, in order, that adds up to `value` with at most `most` cards, once.

    >>> sums(("A", "2", "2", "3"), 5, None)
    [('A', '2', '2'), ('2', '3')]
    """
    if value == 0:
        return [()]
    if most == 0:
        return []
    found = []
    for place, card in enumerate(cards):
        worth = VALUES[card]
        if worth > value:
            break
        if place and cards[place - 1] == card:
            continue
        fewer = None if most is None else most - 1
        found += [(card, *others) for others in sums(cards[place + 1 :], value - worth, fewer)]
    return found
