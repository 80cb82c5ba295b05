"""(e) Jugadas folded and datas simulated per second, beside the plainest loop that only adds points.

    python -m bench.engine

The loop is given the points of each jugada as numbers; it judges nothing, knows no cards and no chica. Both do the
same mesas and the same datas, by turns in one run.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from bench.load import interleaved
from bench.report import results_write
from referee.rules import (
    EXPERTO,
    NOVATO,
    QUIET,
    REGLAMENTOS,
    REGULAR,
    SEATS,
    Jugada,
    MesaState,
    Reglamento,
    Step,
    apply,
    decide,
    ledger,
    play_data,
    play_mesa,
    replay,
    start,
)
from referee.rules.simulation.log import Log
from referee.rules.state import Position

ROUNDS = 7
MESAS = 60
DATAS = 300
PLAYERS = dict(zip(SEATS, (NOVATO, EXPERTO, REGULAR, REGULAR), strict=True))
DEALT = Position(dealer=SEATS[0], data=1, reparto=1)

Points = list[tuple[int, int]]


def main() -> None:
    """Measure every rulebook, print and write."""
    results_write("engine", {"rounds": ROUNDS, **{key: compare(rules) for key, rules in REGLAMENTOS.items()}}, ())


def compare(rules: Reglamento) -> dict[str, Any]:
    """Rates (medians of interleaved rounds, after one that is thrown away) and what they are to the loop's."""
    mesas = [mesa(rules, seed) for seed in range(MESAS)]
    of_mesas = [points_of(rules, jugadas) for jugadas in mesas]
    of_datas = [points_of_data(rules, seed) for seed in range(DATAS)]
    jugadas = sum(map(len, mesas))
    runs = {
        "folded": rate(jugadas, mesas, lambda mesa: replay(rules, SEATS, mesa)),
        "judged_and_folded": rate(jugadas, mesas, lambda mesa: judged(rules, mesa)),
        "added": rate(jugadas, of_mesas, added),
        "simulated": rate(DATAS, range(DATAS), lambda seed: deque(data(rules, seed), maxlen=0)),
        "datas_added": rate(DATAS, of_datas, added),
    }
    interleaved(1, runs)
    rates = interleaved(ROUNDS, runs)
    return {
        "jugadas": jugadas,
        "jugadas_folded_per_second": round(rates["folded"]),
        "jugadas_judged_and_folded_per_second": round(rates["judged_and_folded"]),
        "jugadas_added_by_the_loop_per_second": round(rates["added"]),
        "folded_to_loop": round(rates["folded"] / rates["added"], 4),
        "judged_and_folded_to_loop": round(rates["judged_and_folded"] / rates["added"], 4),
        "datas": DATAS,
        "datas_simulated_per_second": round(rates["simulated"]),
        "datas_added_by_the_loop_per_second": round(rates["datas_added"]),
        "simulated_to_loop": round(rates["simulated"] / rates["datas_added"], 5),
    }


def mesa(rules: Reglamento, seed: int) -> list[Jugada]:
    """The log of a mesa that players played."""
    return [jugada for step in play_mesa(rules, SEATS, PLAYERS, Random(seed), QUIET) for jugada in step.jugadas]


def data(rules: Reglamento, seed: int) -> Iterator[Step]:
    """One data played with cards, every step of it."""
    return play_data(Log(rules, SEATS, DEALT), PLAYERS, Random(seed))


def points_of_data(rules: Reglamento, seed: int) -> Points:
    """What each step of a data with jugadas paid, for the loop."""
    boards = [(0, 0), *(step.position.points for step in data(rules, seed) if step.jugadas)]
    return [(after[0] - before[0], after[1] - before[1]) for before, after in pairwise(boards)]


def judged(rules: Reglamento, jugadas: list[Jugada]) -> MesaState:
    """As a mesa is recorded: each jugada is judged before it counts."""
    state = start(rules, SEATS)
    for jugada in jugadas:
        decide(state, jugada)
        state = apply(state, jugada)
    return state


def points_of(rules: Reglamento, jugadas: list[Jugada]) -> Points:
    """What each jugada paid, for the loop."""
    return [row.points for row in ledger(replay(rules, SEATS, jugadas))]


def added(points: Points) -> tuple[int, int]:
    """The plainest loop there is."""
    a = b = 0
    for own, other in points:
        a += own
        b += other
    return a, b


def rate(count: int, items: Iterable[Any], work: Callable[[Any], object]) -> Callable[[], float]:
    """How many of `count` things there are in a second of processor time when `work` is done with each of `items`."""

    def measured() -> float:
        begun = time.process_time()
        for item in items:
            work(item)
        return count / (time.process_time() - begun)

    return measured


if __name__ == "__main__":
    main()
