"""What was lifted, taken apart: what was right, what goes back, what was forgotten. Codes only; `verdicts` speaks.

What is lifted falls in three by its rank: the cards equal to the one thrown, the lower ones, which must add up
to it, and the higher ones, which must be its escalera. So there is never more than one way to read a lift.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from referee.rules.naipes.captures import REMEMBERED, Kind, escalera, sums, within
from referee.rules.naipes.deck import ORDER, VALUES, Cards, in_order, missing, without
from referee.rules.naipes.reading import CaptureRules

Fault = Literal[
    "no-esta-en-mesa",
    "escalera-sin-levante",
    "dos-iguales",
    "dos-alternativas",
    "sobra-una-carta",
    "figura-no-suma",
    "no-suma",
    "suma-de-mas-cartas",
    "escalera-no-vale",
    "escalera-repetida",
    "escalera-con-salto",
]
WRONG: Final[Fault] = "no-suma"


class Lifting(NamedTuple):
    """A lift taken apart; `fault` is None when it was right.

    `kind`, `cards` and `escalera` are the part that was right; `returned` goes back to the table, and the card
    thrown stays there too when nothing was right. `forgotten` are cards of the escalera that were left.
    """

    fault: Fault | None
    kind: Kind | None = None
    cards: Cards = ()
    escalera: Cards = ()
    returned: Cards = ()
    forgotten: Cards = ()
    left: Cards = ()


@lru_cache(maxsize=REMEMBERED)
def lifting(rules: CaptureRules, table: Cards, card: str, lifted: Cards) -> Lifting:
    """Take apart what `card` lifted from `table`; both in order, something lifted.

    A card of the escalera that was left is forgotten also when a higher one was taken: the player was entitled
    to both. `left` is what the table has after the lift as it was made.
    """
    if missing(table, lifted):
        return Lifting("no-esta-en-mesa", returned=lifted, left=table)
    left = without(table, lifted)
    place = ORDER[card]
    lower = tuple(c for c in lifted if ORDER[c] < place)
    equal = tuple(c for c in lifted if c == card)
    higher = tuple(c for c in lifted if ORDER[c] > place)
    fault, kind, cards = _base(rules, card, lower, equal, clears=not left)
    if kind is None:
        return Lifting(fault, returned=lifted, left=left)
    following = escalera(table, card)
    allowed = following if kind in rules.sequence_after else ()
    taken = tuple(c for c in allowed if c in higher)
    beyond = without(higher, taken)
    if beyond and fault is None:
        fault = _beyond(following, allowed, beyond)
    return Lifting(
        fault,
        kind,
        cards,
        taken,
        returned=in_order((*without(lower + equal, cards), *beyond)),
        forgotten=tuple(c for c in allowed if c not in higher),
        left=left,
    )


def _base(
    rules: CaptureRules, card: str, lower: Cards, equal: Cards, *, clears: bool
) -> tuple[Fault | None, Kind | None, Cards]:
    """The igual or suma among what was lifted; with a fault beside it, the part of it that was right."""
    if equal:
        if lower:
            both = card in VALUES and sums(lower, VALUES[card], rules.most)
            return "dos-alternativas" if both else "sobra-una-carta", "igual", (card,)
        return ("dos-iguales" if len(equal) > 1 else None), "igual", (card,)
    if not lower:
        return "escalera-sin-levante", None, ()
    if card not in VALUES:
        return "figura-no-suma", None, ()
    return _suma(rules, VALUES[card], lower, clears=clears)


def _suma(rules: CaptureRules, value: int, lower: Cards, *, clears: bool) -> tuple[Fault | None, Kind | None, Cards]:
    total = sum(VALUES[c] for c in lower)
    if total == value:
        if not within(rules, lower) and not (rules.clearing and clears):
            return "suma-de-mas-cartas", None, ()
        return None, "suma", lower
    fitting = sums(lower, value, rules.most)
    if not fitting:
        return WRONG, None, ()
    several = any(sums(without(lower, cards), value, rules.most) for cards in fitting)
    most = max(fitting, key=len)
    return "dos-alternativas" if several else "sobra-una-carta", "suma", most


def _beyond(following: Cards, allowed: Cards, beyond: Cards) -> Fault:
    """Why these higher cards are not of the escalera."""
    if following and not allowed and set(beyond) & set(following):
        return "escalera-no-vale"
    return "escalera-repetida" if set(beyond) <= set(following) else "escalera-con-salto"
