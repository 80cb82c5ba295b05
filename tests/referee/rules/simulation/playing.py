"""Mesas and datas as the tests play them: the same seed, the same cards."""

from random import Random

from referee.rules import REGLAMENTOS, SEATS
from referee.rules.simulation import EXPERTO, NOVATO, QUIET, REGULAR, Rates, play_data, play_mesa
from referee.rules.simulation.log import Log
from referee.rules.state import Position

SINGLES = ("A1", "B1")
MIXED = (NOVATO, EXPERTO, REGULAR, NOVATO)
TROUBLED = Rates(misdeal=0.05, protest=0.3, wrong_lift=0.1, wrong_claim=0.1, suspension=0.1)
TABLES = [
    (key, seats)
    for key, rules in REGLAMENTOS.items()
    for seats in (SEATS, SINGLES)
    if len(seats) // 2 in rules.match_players_per_pair
]
"""Every rulebook with each number of players it allows."""


def mesa(key="riobamba", seats=SEATS, seed=1, players=MIXED, rates=QUIET):
    """The steps of a whole mesa."""
    return list(play_mesa(REGLAMENTOS[key], seats, dict(zip(seats, players, strict=False)), Random(seed), rates))


def data(rules, seats, chance, players=MIXED, rates=QUIET, points=(0, 0), dealer=None):
    """The steps of one data that begins with these points."""
    log = Log(rules, seats, Position(dealer=dealer or seats[0], points=points, peak=points, data=1, reparto=1))
    return list(play_data(log, dict(zip(seats, players, strict=False)), chance, rates))


def jugadas(steps):
    return [jugada for step in steps for jugada in step.jugadas]
