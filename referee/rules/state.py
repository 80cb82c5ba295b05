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


class Sanction(NamedTuple):
    """A `juego-y-veo` that was upheld or a `mal-pedido`: its row and whose play it punished (5, 11).

    `play` is that of the levante that it punished (`Lift.play`), if that is recorded. `latest`: no other sanction follows it.
    """

    number: int
    word: str
    offender: str
    play: int | None = None
    latest: bool = True


class Lift(NamedTuple):
    """A levante that claimed points in this data and may still be protested (5).

    `play` is its own number, or that of the caída beside which it is recorded. `sanctioned` is a `mal-pedido` that was of it (11),
    `rondas_after` whose rondas of this data came after it.
    """

    number: int
    reparto: int
    subject: str
    points: int
    word: str
    play: int
    taken_back: bool = False
    sanctioned: Sanction | None = None
    rondas_after: tuple[str, ...] = ()


class Board(NamedTuple):
    """What both parejas have in a chica, the most they have had, what sanctions could not take, whose it is by now, and what of the
    points they would have without the rulings that brought them to forty."""

    points: Pair = (0, 0)
    peak: Pair = (0, 0)
    unpaid: Pair = (0, 0)
    closer: int | None = None
    earned: Pair = (0, 0)


class DataStart(NamedTuple):
    """How a data of this chica began: who was due to deal it, and the board then, with the rulings since: what it is without this data
    and those after it. `counted`: it ended with a count that holds."""

    dealer: str
    board: Board
    counted: bool = False


class RondaSeen(NamedTuple):
    """A ronda of this data: four equal cards exist, so its rank cannot come again (1.a, 7)."""

    reparto: int
    subject: str
    rank: str


class Position(NamedTuple):
    """The state of a mesa between two jugadas.

    `points` are stored as awarded and may pass 40 (A-33); `closer` is the pareja (0 or 1) that reached 40
    first and still has them: the chica is por proclamar. `earned` is what each has of them without what the rulings gave that
    brought it to forty; `award` the pareja to which a ruling gave this chica, whatever its points are now. `fresh`: nothing of
    this data is recorded yet, so `lifts` are still those of the data just counted. `peak` is the most each pareja has had in
    this chica, `chica_unpaid` its part of `unpaid`. Points below zero are owed, where the rulebook has no floor (A-25). `starts`
    has every data of this chica before this one, and this one once it is no longer fresh. `recount` is what the Juez counted of this data: A, B and the table.
    `withdrawn_in` is the reparto of the last cards that were withdrawn in this data. `sanctions` are those since the last play: what was dealt, lifted, announced, withdrawn or counted.
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
    earned: Pair = (0, 0)
    award: int | None = None
    peak: Pair = (0, 0)
    chica_unpaid: Pair = (0, 0)
    starts: tuple[DataStart, ...] = ()
    recount: tuple[int, int, int] | None = None
    withdrawn_in: int = 0
    sanctions: tuple[Sanction, ...] = ()
    suspended: bool = False
    ended: Outcome | None = None

    @property
    def board(self) -> Board:
        return Board(self.points, self.peak, self.chica_unpaid, self.closer, self.earned)

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
    """Points as the board shows them: from 0 to 40."""
    return max(0, min(points, rules.match_target_points))


def unpaid(p: Position) -> Pair:
    """Points that sanctions could not take so far, and those still owed in this chica."""
    return p.unpaid[0] + max(0, -p.points[0]), p.unpaid[1] + max(0, -p.points[1])


def chica_number(position: Position) -> int:
    """The chica in play, from 1; of a mesa that a proclaimed chica ended, that one."""
    proclaimed = len(position.chicas)
    # In play, points that win a chica have a closer; without one they are those of the chica that ended the mesa.
    over = proclaimed > 0 and position.closer is None and max(position.points) >= max(position.chicas[-1].points)
    return proclaimed if over else proclaimed + 1
