"""Cards as people say them."""

from referee.rules.naipes.deck import VALUES, Cards


def spoken(cards: Cards) -> str:
    """Several cards in a sentence.

    >>> spoken(("A", "2", "J"))
    'as, 2 y J'
    """
    names = ["as" if card == "A" else card for card in cards]
    return " y ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def one(card: str) -> str:
    """A card with its article.

    >>> one("J"), one("A")
    ('una J', 'un as')
    """
    return f"{'un' if card in VALUES else 'una'} {spoken((card,))}"


def many(cards: Cards, singular: str, plural: str) -> str:
    """The form of a word that goes with these cards.

    >>> many(("2", "3"), "sigue", "siguen")
    'siguen'
    """
    return plural if len(cards) > 1 else singular
