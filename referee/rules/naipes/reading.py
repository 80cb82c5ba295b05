"""How a rulebook captures: the parameters that decide it, apart, so that equal rulebooks share what was worked out."""

from functools import cache
from typing import NamedTuple

from referee.rules.reglamento import Reglamento


class CaptureRules(NamedTuple):
    """`most` cards may add up (None: any number); an escalera may follow the kinds of `sequence_after`."""

    most: int | None
    sequence_after: tuple[str, ...]


@cache
def capture_rules(rules: Reglamento) -> CaptureRules:
    """The parameters of `rules` that decide what a card may lift."""
    return CaptureRules(rules.capture_addition_max_cards, rules.capture_sequence_after)
