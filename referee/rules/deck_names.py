"""Names of the figures in the deck of a championship. For display only: the notation always says J, Q and K."""

import re
from typing import Final

from referee.rules.jugadas import RANKS
from referee.rules.reglamento import Reglamento

FIGURES: Final = ("J", "Q", "K")
FEMININE: Final = frozenset({*FIGURES, "sota"})
_FIGURE: Final = re.compile(r"\b(?:(una) )?([JQK])\b")


def deck_names(rules: Reglamento) -> dict[str, str]:
    """The deck's names of figures, where they differ from the notation."""
    return {own: name for own, name in zip(FIGURES, rules.deck_figures, strict=True) if own != name}


def card_name(rules: Reglamento, rank: str) -> str:
    """What the deck calls a card.

    >>> from referee.rules.reglamentos import reglamento_get
    >>> card_name(reglamento_get("riobamba", {"baraja": "espanola"}), "Q")
    'caballo'
    """
    return deck_names(rules).get(rank, rank)


def rank_named(rules: Reglamento, written: str) -> str:
    """The rank that people write so, by its letter or by its name; empty where it is none.

    >>> from referee.rules.reglamentos import reglamento_get
    >>> rank_named(reglamento_get("riobamba", {"baraja": "espanola"}), "Caballo")
    'Q'
    """
    ranks = {card_name(rules, rank).upper(): rank for rank in RANKS} | {rank: rank for rank in RANKS}
    return ranks.get(written.upper(), "")


def figured(rules: Reglamento, sentence: str) -> str:
    """A sentence of ours with its figures as the deck calls them.

    >>> from referee.rules.reglamentos import reglamento_get
    >>> figured(reglamento_get("riobamba", {"baraja": "espanola"}), "una Q levanta su igual; quedan 7, J y K")
    'un caballo levanta su igual; quedan 7, sota y rey'
    """
    names = deck_names(rules)
    return _FIGURE.sub(lambda found: _named(names, found), sentence) if names else sentence


def _named(names: dict[str, str], found: re.Match[str]) -> str:
    name = names.get(found[2], found[2])
    article = "" if not found[1] else "una " if name in FEMININE else "un "
    return article + name
