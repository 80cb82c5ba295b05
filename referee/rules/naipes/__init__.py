"""The cards themselves: what a card may lift, whether a lift was right, a data card by card."""

from referee.rules.naipes.captures import Capture, captures
from referee.rules.naipes.deck import DECK, Cards, in_order, parse_cards
from referee.rules.naipes.saying import Finding
from referee.rules.naipes.verdicts import LiftVerdict, check_cards, lift_verdict

__all__ = [
    "DECK",
    "Capture",
    "Cards",
    "Finding",
    "LiftVerdict",
    "captures",
    "check_cards",
    "in_order",
    "lift_verdict",
    "parse_cards",
]
