"""The state of a mesa: what the log folds to.

`Position` is what is on the table now and what it needs of the past; `MesaState` adds the log itself, so that
`anula` can fold it again without one jugada. Pairs are (A, B).
"""

from typing import Final, Literal, NamedTuple

from referee.rules.jugadas import Jugada
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SEATS, SIDES, Pair, seats_problem

Reason = Literal["chicas", "zapateria", "abandono", "descalificacion", "mal-reparto", "fallo"]


class Outcome(NamedTuple):
    """How a mesa ended: the pareja that won, and why."""

    winner: str
    reason: Reason


class ChicaScore(NamedTuple):
    """A proclaimed chica; `points` as shown."""

    points: Pair
    winner: str
    zapateria: bool


class DataScore(NamedTuple):
    """A data that was counted, or annulled (then without cards)."""

    chica: int
    data: int
    dealer: str
    annulled: bool
    cards: Pair = (0, 0)
    table: int = 0
    withdrawn: int = 0


class Lift(NamedTuple):
    """A levante that claimed points in this data and may still be protested (5)."""

    number: int
    reparto: int
    subject: str
    points: int
    taken_back: bool = False


class RondaSeen(NamedTuple):
    """A ronda of this data: four equal cards exist, so its rank cannot come again (1.a, 7)."""

    reparto: int
    subject: str
    rank: str


class Position(NamedTuple):
    """Where the mesa stands.

    `points` are stored as awarded and may pass 40 (A-33); `closer` is the pareja (0 or 1) that reached 40
    first and still has them: the chica is por proclamar. `fresh`: nothing of this data is recorded yet, so
    `lifts` are still those of the data just counted. `peak` is the most each pareja has had in this chica.
    """

    dealer: str | None = None
    points: Pair = (0, 0)
    unpaid: Pair = (0, 0)
    chicas: tuple[ChicaScore, ...] = ()
    datas: tuple[DataScore, ...] = ()
    data: int = 0
    reparto: int = 0
    withdrawn: int = 0
    lifts: tuple[Lift, ...] = ()
    rondas: tuple[RondaSeen, ...] = ()
    fresh: bool = True
    closer: int | None = None
    peak: Pair = (0, 0)
    just_upheld_against: int | None = None
    suspended: bool = False
    ended: Outcome | None = None

    def won(self, side: int) -> int:
        """How many chicas this pareja has won."""
        return sum(chica.winner == SIDES[side] for chica in self.chicas)


class Entry(NamedTuple):
    """A row of the log: its number, from 1, and what happened."""

    number: int
    jugada: Jugada


START: Final = Position()


class MesaState(NamedTuple):
    """A mesa: rulebook, seats in turn order, the log and the position it folds to."""

    reglamento: Reglamento
    seats: tuple[str, ...] = SEATS
    entries: tuple[Entry, ...] = ()
    position: Position = START
    next_number: int = 1


def start(reglamento: Reglamento, seats: tuple[str, ...] = SEATS) -> MesaState:
    """A mesa before its sorteo; raises ValueError for seats that cannot be (3.a)."""
    problem = seats_problem(seats, reglamento.match_players_per_pair)
    if problem:
        raise ValueError(problem)
    return MesaState(reglamento=reglamento, seats=seats)


def shown(points: int, rules: Reglamento) -> int:
    """Points as the board shows them: at most 40."""
    return min(points, rules.match_target_points)


def chica_number(position: Position) -> int:
    """The chica in play, from 1; of a mesa that a proclaimed chica ended, that one."""
    proclaimed = len(position.chicas)
    # In play, points that win a chica have a closer; without one they are those of the chica that ended the mesa.
    over = proclaimed > 0 and position.closer is None and max(position.points) >= max(position.chicas[-1].points)
    return proclaimed if over else proclaimed + 1
