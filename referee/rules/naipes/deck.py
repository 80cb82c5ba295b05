"""The forty cards. Suits never matter, so a card is its rank; a table is its cards in the order of the ranks."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from referee.rules.errors import NotationError
from referee.rules.jugadas import RANKS

EQUALS: Final = 4  # one of each suit
DECK: Final = RANKS * EQUALS
ORDER: Final = {rank: place for place, rank in enumerate(RANKS)}
"""The order of an escalera: A to 7, then J, Q, K (9.b)."""
VALUES: Final = {rank: place + 1 for place, rank in enumerate(RANKS) if not rank.isalpha() or rank == "A"}
"""What the cards that add up are worth: A to 7."""

Cards = tuple[str, ...]


def in_order(cards: Iterable[str]) -> Cards:
    """The cards in the order of the ranks.

    >>> in_order("K2A7J")
    ('A', '2', '7', 'J', 'K')
    """
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: Cards, taken: Iterable[str]) -> Cards:
    """`cards` less one card for each of `taken`; raises ValueError when one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def missing(cards: Iterable[str], taken: Iterable[str]) -> Cards:
    """Those of `taken` that `cards` does not have, each as often as it lacks.

    >>> missing("225", "255")
    ('5',)
    """
    return in_order((Counter(taken) - Counter(cards)).elements())


def surplus(cards: Iterable[str]) -> Cards:
    """The ranks of which there are more than four: no deck has these cards.

    >>> surplus(["5"] * 5)
    ('5',)
    """
    return in_order(rank for rank, times in Counter(cards).items() if times > EQUALS)


def parse_cards(text: str) -> Cards:
    """Cards written with blanks between them, as they stand.

    Raises NotationError naming the column of the first that is no card.

    >>> parse_cards("2 3 J")
    ('2', '3', 'J')
    """
    column = 1
    cards = []
    for token in text.split():
        column = text.index(token, column - 1) + 1
        if token not in ORDER:
            message = f"no existe la carta «{token[:30]}»; son {' '.join(RANKS)}"
            raise NotationError(message, column=column)
        cards.append(token)
        column += len(token)
    return tuple(cards)
