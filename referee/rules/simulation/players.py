"""Players: what they throw, what they lift of it, and what they notice."""

from typing import Final, NamedTuple

from referee.rules.naipes.captures import Capture, captures_of
from referee.rules.naipes.card_table import CardTable
from referee.rules.naipes.deck import DECK, EQUALS, VALUES, Cards
from referee.rules.naipes.reading import CaptureRules
from referee.rules.simulation.chance import Chance

HAND: Final = 5
CARD: Final = 0.35
"""What a card lifted is worth to a player, in points: 20 cards are paid 6, and each further 1."""


class Player(NamedTuple):
    """A player of a `skill` from 0 to 1.

    He throws any card, the less skill the more often; or takes the most he can; or, the more skill the more often,
    also remembers what has been thrown and leaves the next player little. The less skill, the more he forgets of an
    escalera and does not notice.
    """

    name: str
    skill: float

    def throws(self, chance: Chance, rules: CaptureRules, table: CardTable, hand: Cards) -> tuple[str, Cards]:
        """The card he throws and what he lifts with it, perhaps less than he might."""
        lacks, style = 1 - self.skill, chance.random()
        if style < lacks * lacks:
            card = hand[int(chance.random() * len(hand))]
            found = captures_of(rules, table.table, card)
            capture = found[0] if found and chance.random() < self.notices else None
        elif style < 1 - self.skill * self.skill:
            card, capture = _most(chance, rules, table, hand)
        else:
            card, capture = _best(rules, table, hand)
        if capture is None:
            return card, ()
        if capture.escalera and chance.random() < self.forgets:
            return card, capture.cards + capture.escalera[: chance.randrange(len(capture.escalera))]
        return card, capture.cards + capture.escalera

    @property
    def notices(self) -> float:
        """How likely he sees what concerns him: points to ask for, a ronda, a card that was forgotten."""
        return 0.7 + 0.3 * self.skill

    @property
    def forgets(self) -> float:
        """How likely he leaves cards of an escalera behind."""
        lacks = 1 - self.skill
        return 0.3 * lacks * lacks


NOVATO: Final = Player("novato", 0.15)
REGULAR: Final = Player("regular", 0.5)
EXPERTO: Final = Player("experto", 0.9)


def _most(chance: Chance, rules: CaptureRules, table: CardTable, hand: Cards) -> tuple[str, Capture | None]:
    """The card that brings most now; any card when none lifts."""
    best, taken, most = hand[0], None, 0.0
    previous = table.previous
    for card in hand:
        found = captures_of(rules, table.table, card)
        if found:
            capture, gain = found[0], _gain(found[0])
            if card == previous:
                capture, gain = _igual(found), gain + 2
            if gain > most:
                best, taken, most = card, capture, gain
    return (best, taken) if taken else (hand[int(chance.random() * len(hand))], None)


def _best(rules: CaptureRules, table: CardTable, hand: Cards) -> tuple[str, Capture | None]:
    """The card that brings most now and least to the next player."""
    best, taken, most = hand[0], None, -9.0
    on_table, thrown, previous = table.table, table.thrown, table.previous
    hidden = max(1, len(DECK) - len(thrown) - len(hand))
    for card in hand:
        found = captures_of(rules, on_table, card)
        if found:
            capture, gain = found[0], _gain(found[0])
            if card == previous and not table.redealt:
                capture, gain = _igual(found), gain + 2
        else:
            equals = EQUALS - thrown.count(card) - hand.count(card)
            risk = HAND * equals / hidden
            capture, gain = None, -(2 + 2 * CARD) * risk - (0.1 if card in VALUES else 0)
            if on_table and card in VALUES:
                gain -= 0.05 * (7 - VALUES[card])
        if gain > most:
            best, taken, most = card, capture, gain
    return best, taken


def _gain(capture: Capture) -> float:
    return CARD * (1 + len(capture.cards) + len(capture.escalera)) + (2 if capture.limpia else 0)


def _igual(found: tuple[Capture, ...]) -> Capture:
    return next(capture for capture in found if capture.kind == "igual")
