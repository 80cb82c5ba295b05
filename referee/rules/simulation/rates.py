"""How often what should not happen does: shares of datas, from 0 to 1."""

from typing import Final, NamedTuple


class Rates(NamedTuple):
    """The share of datas with a misdeal, a protested lift, a wrong lift that nobody sees, a wrong claim, a suspension.

    `upheld` is the share of the protested lifts that were wrong. What the rulebook does not know does not happen.
    """

    misdeal: float = 0.0
    protest: float = 0.0
    wrong_lift: float = 0.0
    wrong_claim: float = 0.0
    suspension: float = 0.0
    upheld: float = 0.5


QUIET: Final = Rates()
