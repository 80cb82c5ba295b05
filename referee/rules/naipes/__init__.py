"""The cards themselves: what a card may lift, whether a lift was right, a data card by card."""

from referee.rules.naipes.captures import Capture, captures
from referee.rules.naipes.card_lines import (
    CardEvent,
    Devuelve,
    Tira,
    Toma,
    dump_card_line,
    parse_card_line,
    recorded,
    replayed,
)
from referee.rules.naipes.card_table import CardTable, Throw, deal
from referee.rules.naipes.deck import DECK, Cards, in_order, parse_cards
from referee.rules.naipes.saying import Finding
from referee.rules.naipes.throws import announce, give_back, take, throw
from referee.rules.naipes.verdicts import LiftVerdict, check_cards, lift_verdict

__all__ = [
    "DECK",
    "Capture",
    "CardEvent",
    "CardTable",
    "Cards",
    "Devuelve",
    "Finding",
    "LiftVerdict",
    "Throw",
    "Tira",
    "Toma",
    "announce",
    "captures",
    "check_cards",
    "deal",
    "dump_card_line",
    "give_back",
    "in_order",
    "lift_verdict",
    "parse_card_line",
    "parse_cards",
    "recorded",
    "replayed",
    "take",
    "throw",
]
