"""How a rulebook captures: the parameters that decide it, apart, so that equal rulebooks share what was worked out."""

from functools import cache
from typing import NamedTuple

from referee.rules.reglamento import Reglamento


class CaptureRules(NamedTuple):
    """`most` cards may add up (None: any number), more if `clearing` and the table is then clean; an escalera may follow the kinds of `sequence_after`."""

    most: int | None
    clearing: bool
    sequence_after: tuple[str, ...]


@cache
def capture_rules(rules: Reglamento) -> CaptureRules:
    """The parameters of `rules` that decide what a card may lift."""
    return CaptureRules(
        rules.capture_addition_max_cards, rules.capture_longer_sum_if_limpia, rules.capture_sequence_after
    )
