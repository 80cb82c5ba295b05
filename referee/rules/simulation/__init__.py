"""Players of different skill play real cards, so that whole mesas can be tried before people sit down to them."""

from referee.rules.simulation.chance import Chance
from referee.rules.simulation.data import Step, play_data
from referee.rules.simulation.mesa import play_mesa
from referee.rules.simulation.players import EXPERTO, NOVATO, REGULAR, Player
from referee.rules.simulation.rates import QUIET, Rates

__all__ = [
    "EXPERTO",
    "NOVATO",
    "QUIET",
    "REGULAR",
    "Chance",
    "Player",
    "Rates",
    "Step",
    "play_data",
    "play_mesa",
]
