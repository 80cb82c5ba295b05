"""What happens at a table: players of different skill play real cards, and the Juez writes down what they come to."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from referee.management.rehearsal.incidents import Happened, with_incidents
from referee.management.rehearsal.options import Options, Rates
from referee.rules import SEATS, Conteo, Jugada, Proclama, Reglamento, Reparto, Sorteo
from referee.rules.simulation import Player, Step, play_mesa
from referee.rules.simulation import Rates as CardRates

PAUSES: Final[Mapping[type[Jugada], float]] = {Sorteo: 60, Conteo: 75, Reparto: 15, Proclama: 60}
"""Seconds besides the cards: to draw, to count and deal anew, to deal five more, to settle a chica."""
TALK: Final = 15.0
"""Seconds of any other jugada besides the cards: somebody asks, the Juez looks and writes."""


def mesa_played(rules: Reglamento, skills: Mapping[str, float], options: Options, random: Random) -> Iterator[Happened]:
    """The jugadas of a mesa as its Juez records them, until it is over; `skills` by seat, in turn order."""
    seats = tuple(skills)
    steps = play_mesa(rules, seats, players_of(skills), random, rates_of(options.rates))
    return with_incidents(paced(steps, options.seconds_a_card, random), rules, seats, options.rates, random)


def mesa_jugadas(rules: Reglamento, random: Random) -> Iterator[Jugada]:
    """The jugadas alone of a mesa between players of any skill, with what goes wrong as often as usual."""
    skills = {seat: random.betavariate(2, 2) for seat in (SEATS if 2 in rules.match_players_per_pair else SEATS[:2])}
    for step in play_mesa(rules, tuple(skills), players_of(skills), random, rates_of(Rates())):
        yield from step.jugadas


def players_of(skills: Mapping[str, float]) -> dict[str, Player]:
    """A player for each seat."""
    return {seat: Player(seat, skill) for seat, skill in skills.items()}


def rates_of(rates: Rates) -> CardRates:
    """The rates of what goes wrong with cards; what else happens at a table is not the simulation's."""
    return CardRates(
        misdeal=rates.misdeals,
        protest=rates.protests,
        wrong_lift=rates.wrong_lifts,
        wrong_claim=rates.wrong_claims,
        upheld=rates.upheld,
    )


def paced(steps: Iterator[Step], seconds_a_card: float, random: Random) -> Iterator[Happened]:
    """The jugadas of these steps, each with the time since the one before, and what was asked for in vain."""
    waited = 0.0
    in_vain: list[Jugada] = []
    for step in steps:
        if step.line is not None:
            waited += seconds_a_card * random.uniform(0.4, 1.6)
        in_vain += [jugada for jugada, _ in step.refused]
        for jugada in step.jugadas:
            waited += PAUSES.get(type(jugada), TALK) * random.uniform(0.6, 1.4)
            yield Happened(jugada, waited, tuple(in_vain))
            waited, in_vain = 0.0, []
