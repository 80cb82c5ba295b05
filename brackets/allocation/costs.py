"""What it costs to give a partida a Juez: never a tie, then as few repeats as possible, then the load."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from brackets.allocation.matching import Costs
from brackets.allocation.values import Juez, Partida, Side, Tie, Unkept, Wish


@dataclass(frozen=True, slots=True)
class Scale:
    """The weights of one allocation: one repeat outweighs all loads, one partida left outweighs everything else.

    Whole numbers below 2^53 for 1,000 partidas, so that sums are exact in the library's floats.
    """

    least: int
    repeat: int
    left: int
    asked: int

    @classmethod
    def of(cls, partidas: Sequence[Partida], jueces: Sequence[Juez]) -> "Scale":
        least = min((juez.load for juez in jueces), default=0)
        steepest = max(((juez.load - least) ** 2 for juez in jueces), default=0)
        most = 2 * max((times for juez in jueces for times in juez.times.values()), default=0)
        count = max(1, min(len(partidas), len(jueces)))
        repeat = count * steepest + 1
        return cls(least, repeat, count * (most * repeat + steepest) + 1, len(partidas))

    def given(self, partida: Partida, juez: Juez) -> int:
        """Of a pair without tie; the load is convex, so that it is spread."""
        return repeats(partida, juez) * self.repeat + (juez.load - self.least) ** 2

    def nobody(self, place: int) -> int:
        """Of leaving the partida in this place of the order of play: dearer the earlier it comes."""
        return self.left * (self.asked - place)


def table_of(partidas: Sequence[Partida], jueces: Sequence[Juez], scale: Scale) -> Costs:
    """The cost of each pair, `inf` where there is a tie; it is as if `scale.given` and `tie` had been asked for each."""
    loads = np.array([(juez.load - scale.least) ** 2 for juez in jueces], dtype=np.float64)
    costs = np.tile(loads, (len(partidas), 1))
    belonging, seen = defaultdict[str, list[int]](list), defaultdict[int, list[tuple[int, int]]](list)
    for column, juez in enumerate(jueces):
        for mark in juez.ties.marks:
            belonging[mark].append(column)
        for pareja, times in juez.times.items():
            seen[pareja].append((column, times))
    for row, partida in zip(costs, partidas, strict=True):
        for side in partida.sides:
            for column, times in seen[side.pareja]:
                row[column] += times * scale.repeat
            for mark in side.ties.marks:
                row[belonging[mark]] = np.inf
    return costs


def tie(partida: Partida, juez: Juez) -> tuple[Side, Tie, str] | None:
    """Why this Juez may not judge it, if he may not.

    >>> from brackets.allocation.values import Ties
    >>> sol = Ties(club="Sol")
    >>> tie(Partida(1, (Side(4), Side(7, sol))), Juez(9, sol))[0].pareja
    7
    """
    for side in partida.sides:
        if found := juez.ties.shared(side.ties):
            return side, *found
    return None


def repeats(partida: Partida, juez: Juez) -> int:
    """How many times he has judged one of both before."""
    return sum(juez.times.get(side.pareja, 0) for side in partida.sides)


def broken(partida: Partida, juez: Juez) -> tuple[Unkept, ...]:
    """The wishes that this Juez would break here, whatever else is given: his tie, or the parejas he has judged."""
    found = []
    if tied := tie(partida, juez):
        side, _, value = tied
        found.append(Unkept(Wish.OWN, partida.key, juez.key, side.pareja, value=value))
    found += [
        Unkept(Wish.ANEW, partida.key, juez.key, side.pareja, earlier=juez.seen[side.pareja])
        for side in partida.sides
        if side.pareja in juez.seen
    ]
    return tuple(found)


def uneven(jueces: Iterable[Juez], given: Iterable[int]) -> tuple[Unkept, ...]:
    """Who has most, where that is two or more above somebody who is there too; `given` are the keys of who gets one more."""
    more = list(given)
    loads = {juez.key: juez.load + more.count(juez.key) for juez in jueces if juez.present}
    if not loads:
        return ()
    most, least = max(loads, key=lambda key: loads[key]), min(loads, key=lambda key: loads[key])
    if loads[most] - loads[least] < 2:
        return ()
    return (Unkept(Wish.EVEN, juez=most, value=str(loads[most]), other=least, least=loads[least]),)
