"""A whole mesa played by players, from the sorteo to the last proclamation."""

from collections.abc import Iterator, Mapping

from referee.rules.judging import BY_SUM, sorteo_sums
from referee.rules.jugadas import Proclama, Sorteo
from referee.rules.reglamento import Reglamento
from referee.rules.sides import side_of
from referee.rules.simulation.chance import Chance, shuffled
from referee.rules.simulation.data import Step, play_data, told
from referee.rules.simulation.log import Log
from referee.rules.simulation.players import Player
from referee.rules.simulation.rates import QUIET, Rates


def play_mesa(
    rules: Reglamento,
    seats: tuple[str, ...],
    players: Mapping[str, Player],
    chance: Chance,
    rates: Rates = QUIET,
) -> Iterator[Step]:
    """Play until the mesa is over; the jugadas of all steps, in order, are its log, numbered from 1."""
    log = Log(rules, seats)
    while log.position.ended is None:
        if log.position.dealer is None:
            log.record(_sorteo(log, chance))
            yield told(log)
        elif log.position.closer is not None:
            log.record(Proclama())
            yield told(log)
        else:
            yield from play_data(log, players, chance, rates)


def _sorteo(log: Log, chance: Chance) -> Sorteo:
    """A draw as the rulebook has it; on a tie nobody deals and it is drawn again."""
    rules, seats = log.rules, log.seats
    if rules.deal_first_dealer_method != BY_SUM:
        return Sorteo((), chance.choice(seats))
    drawn = Sorteo(tuple(zip(seats, shuffled(chance), strict=False)), None)
    sums = sorteo_sums(rules, drawn)
    if sums[0] == sums[1]:
        return drawn
    winner = 0 if sums[0] > sums[1] else 1
    return Sorteo(drawn.cards, chance.choice([seat for seat in seats if side_of(seat) == winner]))
