"""(i) Jueces for 24, 96 and 1,000 partidas over a day, beside whoever takes the best Juez for one partida after the other.

    python -m bench.allocation; SIZES=24,96 ROUNDS=4 for less

A hall with as many tables as partidas and one Juez more for each 24 of them; parejas and jueces have clubs, institutions and families. Each round
pairs everybody anew, and both ways see the same hall: what was judged before is the matching's own day, so that cost is compared with cost. Then
each way plays a day of its own, from its own history, and what came of it is counted. The greedy way knows the same costs and the same
prohibitions; the one this project had before, which took whoever had fewest and knew neither, is counted too. Timed is the allocation alone.
"""

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from bench.report import results_write
from brackets.allocation.allocate import allocate
from brackets.allocation.costs import Scale, repeats, tie
from brackets.allocation.values import Juez, Partida, Side, Table, Ties

SIZES = [int(size) for size in os.environ.get("SIZES", "24,96,1000").split(",")]
ROUNDS = int(os.environ.get("ROUNDS", "8"))
CLUBS = (6, 4, 2, 1, 1, 1)
"""How many belong to each of them, in proportion: the hosts have most."""
Way = Callable[[Sequence[Partida], Sequence[Juez]], dict[int, int]]
Cost = tuple[int, int, int, int]
"""Of one round: own pareja judged, left without Juez, repeats, squares of loads above the least. The first differing one decides."""


@dataclass
class Day:
    """What each Juez was given so far, under one way."""

    ties: list[Ties]
    loads: list[int] = field(default_factory=list)
    times: list[dict[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.loads = [0] * len(self.ties)
        self.times = [{} for _ in self.ties]

    def jueces(self) -> list[Juez]:
        return [
            Juez(key, ties, self.loads[key], dict(self.times[key]), self.times[key])
            for key, ties in enumerate(self.ties)
        ]

    def judge(self, partidas: Sequence[Partida], given: dict[int, int]) -> None:
        for partida in partidas:
            if (juez := given.get(partida.key)) is not None:
                self.loads[juez] += 1
                for side in partida.sides:
                    self.times[juez][side.pareja] = self.times[juez].get(side.pareja, 0) + 1


def matching(partidas: Sequence[Partida], jueces: Sequence[Juez]) -> dict[int, int]:
    tables = [Table(number) for number in range(len(partidas))]
    return {each.partida: each.juez for each in allocate(partidas, jueces, tables).given}


def greedy(partidas: Sequence[Partida], jueces: Sequence[Juez]) -> dict[int, int]:
    """In order of play, the cheapest Juez of those left who has no tie."""
    free, found, scale = list(jueces), dict[int, int](), Scale.of(partidas, jueces)
    marks = {juez.key: juez.ties.marks for juez in jueces}
    for partida in partidas:
        own = partida.sides[0].ties.marks | partida.sides[1].ties.marks
        able = [juez for juez in free if marks[juez.key].isdisjoint(own)]
        if able:
            best = min(able, key=lambda juez: scale.given(partida, juez))
            free.remove(best)
            found[partida.key] = best.key
    return found


def before(partidas: Sequence[Partida], jueces: Sequence[Juez]) -> dict[int, int]:
    """Whoever had fewest, whatever he had to do with whom."""
    order = sorted(jueces, key=lambda juez: (juez.load, juez.key))
    return {partida.key: juez.key for partida, juez in zip(partidas, order, strict=False)}


WAYS: dict[str, Way] = {"matching": matching, "greedy": greedy, "before": before}


def cost(partidas: Sequence[Partida], jueces: Sequence[Juez], given: dict[int, int]) -> Cost:
    least = min(juez.load for juez in jueces)
    pairs = [(partida, jueces[given[partida.key]]) for partida in partidas if partida.key in given]
    return (
        sum(tie(partida, juez) is not None for partida, juez in pairs),
        sum(len(partidas) - place for place, partida in enumerate(partidas) if partida.key not in given),
        sum(repeats(partida, juez) for partida, juez in pairs),
        sum((juez.load - least) ** 2 for _, juez in pairs),
    )


def ties_drawn(chance: random.Random, size: int) -> Ties:
    club = f"Club {chance.choices(range(len(CLUBS)), CLUBS)[0]}" if chance.random() < 0.8 else ""
    institution = f"Colegio {chance.randrange(len(CLUBS))}" if chance.random() < 0.3 else ""
    family = f"Familia {chance.randrange(2 * size)}" if chance.random() < 0.5 else ""
    return Ties(club, institution, family)


def measure(size: int) -> dict[str, object]:
    """A day of so many partidas a round."""
    chance = random.Random(f"cuarenta {size}")
    sides = [Side(number, ties_drawn(chance, size)) for number in range(2 * size)]
    ties = [ties_drawn(chance, size) for _ in range(size + max(1, size // 24))]
    rounds = []
    for _ in range(ROUNDS):
        order = chance.sample(sides, len(sides))
        rounds.append([Partida(place, (order[2 * place], order[2 * place + 1])) for place in range(size)])
    days = {name: Day(ties) for name in WAYS}
    taken: dict[str, list[float]] = {name: [] for name in WAYS}
    totals: dict[str, list[Cost]] = {name: [] for name in WAYS}
    same: list[tuple[Cost, Cost]] = []
    for partidas in rounds:
        hall = days["matching"].jueces()
        same.append((cost(partidas, hall, matching(partidas, hall)), cost(partidas, hall, greedy(partidas, hall))))
        for name, way in WAYS.items():
            jueces = days[name].jueces()
            begun = time.perf_counter()
            given = way(partidas, jueces)
            taken[name].append(1000 * (time.perf_counter() - begun))
            totals[name].append(cost(partidas, jueces, given))
            days[name].judge(partidas, given)
    if any(ours > theirs for ours, theirs in same):
        raise RuntimeError("the matching cost more than the greedy way in the same hall")
    return {
        "partidas": size,
        "jueces": len(ties),
        "rounds": ROUNDS,
        "same_hall": {
            "never_higher": True,
            "lower": sum(ours < theirs for ours, theirs in same),
            "matching": [sum(part) for part in zip(*(ours for ours, _ in same), strict=True)],
            "greedy": [sum(part) for part in zip(*(theirs for _, theirs in same), strict=True)],
        },
        "own_day": {
            name: {
                "own_judged": sum(each[0] for each in totals[name]),
                "left": ROUNDS * size - sum(days[name].loads),
                "repeats": sum(each[2] for each in totals[name]),
                "loads": [min(days[name].loads), max(days[name].loads)],
                "ms_median": round(median(taken[name]), 2),
                "ms_slowest": round(max(taken[name]), 2),
            }
            for name in WAYS
        },
    }


def main() -> None:
    figures = [measure(size) for size in SIZES]
    results_write("allocation", {"load": os.getloadavg()[0], "sizes": figures}, ("scipy", "numpy"))


if __name__ == "__main__":
    main()
