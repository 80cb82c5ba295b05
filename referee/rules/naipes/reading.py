"""How a rulebook captures: the parameters that decide it, apart, so that equal rulebooks share what was worked out."""

from functools import cache
from typing import Final, NamedTuple

from referee.rules.reglamento import Reglamento


class CaptureRules(NamedTuple):
    """`most` cards may add up (None: any number); an escalera may follow the kinds of `sequence_after`."""

    most: int | None
    sequence_after: tuple[str, ...]


@cache
def capture_rules(rules: Reglamento) -> CaptureRules:
    """The parameters of `rules` that decide what a card may lift."""
    most = rules.parameters["capture.addition_max_cards"].value
    after = rules.parameters["capture.sequence_after"].value
    kinds = tuple(str(kind) for kind in after) if isinstance(after, tuple) else tuple(str(after).split(" o "))
    return CaptureRules(most if isinstance(most, int) else None, kinds)


PAYS: Final = {"caida": "caida.points", "limpia": "limpia.points", "caida-limpia": "caida_y_limpia.total_points"}


def lift_points(rules: Reglamento, word: str) -> int:
    """What a lift of this word pays (6, 9, 15.a)."""
    points = rules.parameters[PAYS[word]].value
    return points if isinstance(points, int) else 0
