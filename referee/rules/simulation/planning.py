"""What will go wrong in a data, decided before its first card so that quiet datas cost nothing."""

from typing import Final, NamedTuple

from referee.rules.judging import has_protest, has_wrong_claim
from referee.rules.naipes.card_table import CardTable
from referee.rules.reglamento import Reglamento
from referee.rules.simulation.chance import Chance
from referee.rules.simulation.rates import QUIET, Rates

NEVER: Final = 99


class Plan(NamedTuple):
    """How many cards are thrown when each thing happens (`NEVER` where it does not); `upheld`: the protest is right.

    A lift is protested, or wrong, at the first lift from there on.
    """

    misdeal: int = NEVER
    protest: int = NEVER
    wrong_lift: int = NEVER
    wrong_claim: int = NEVER
    suspension: int = NEVER
    upheld: bool = False


NOTHING: Final = Plan()


def plan(rules: Reglamento, table: CardTable, chance: Chance, rates: Rates) -> Plan:
    """Draw what will go wrong in this data; what the rulebook does not know does not happen."""
    if rates == QUIET:
        return NOTHING
    cards = table.block * table.repartos

    def when(rate: float, *, known: bool = True) -> int:
        return chance.randrange(cards) if rate and known and chance.random() < rate else NEVER

    misdeal = when(rates.misdeal)
    return Plan(
        misdeal if misdeal == NEVER else misdeal // table.block * table.block,
        when(rates.protest, known=has_protest(rules)),
        when(rates.wrong_lift),
        when(rates.wrong_claim, known=has_wrong_claim(rules)),
        when(rates.suspension),
        upheld=chance.random() < rates.upheld,
    )
