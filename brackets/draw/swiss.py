"""Pairs the next round of a Swiss stage: equal scores meet, no two meet twice, no pareja rests twice.

Parejas of one score are ordered by lot and paired from the top; only the last of an odd score group floats down. That is the
least possible difference of scores, and nearly always feasible. Where earlier meetings forbid it, a minimum-cost matching of the
whole field, the resting pareja included, decides. There are no colours: the sorteo of each mesa decides who deals.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, groupby
from operator import attrgetter
from typing import Final, TypeAlias

import rustworkx

from brackets.draw.bracket import Key, Match, Status
from brackets.draw.lots import shuffle
from brackets.draw.refusal import DrawRefusal

Pair: TypeAlias = tuple[int, int]
Unwanted: TypeAlias = Callable[[int, int], bool]
Meeting: TypeAlias = tuple["Standing", "Standing"]
May: TypeAlias = Callable[["Standing", "Standing"], bool]

WHOLE: Final = 200
"""Up to so many parejas the matching looks at all pairs; of more, at those near each other in the order."""
REACH: Final = 24
"""How far apart they then are, and two places more for each mesa with a rival that a pareja has had."""
SCALES: Final = (10**3, 10**5, 10**6, 10**3, 2**50)
"""Upper bounds of the sums of: wins of the resting pareja, differences, their squares, unwanted meetings, lots."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A pareja that plays on: its mesas won, whom it has met, once for each mesa, whether it has rested (a walkover is no rest)."""

    pareja: int
    wins: int
    rivals: tuple[int, ...] = ()
    rested: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """The meetings from the top of the table down, and who rests.

    `repeated` have met before and `together` are unwanted meetings; both are listed because no pairing avoids them
    (unwanted ones: none without a greater difference of scores).
    """

    pairs: tuple[Pair, ...]
    rests: int | None
    repeated: tuple[Pair, ...] = ()
    together: tuple[Pair, ...] = ()


def check_rounds(entries: int, rounds: int) -> None:
    """Refuse more rounds than can be promised without repeating a meeting.

    Before the last of n/2 rounds everybody has at least half of the others left, and then all can be paired (Dirac 1952).

    >>> check_rounds(9, 5)
    Traceback (most recent call last):
    brackets.draw.refusal.DrawRefusal: Con 9 ... 4 rondas ...
    """
    if rounds < 1 or rounds > entries // 2:
        most = "una ronda" if entries // 2 == 1 else f"de 1 a {entries // 2} rondas"
        raise DrawRefusal(
            "swiss-rounds",
            f"Con {entries} inscripciones un suizo tiene {most} sin repetir rivales. "
            f"Elija otro número de rondas, o el formato de todos contra todos.",
        )


def pair_round(standings: Iterable[Standing], seed: str, *, unwanted: Unwanted | None = None) -> Round:
    """The pairing determined by these standings and this seed text; the order of the standings has no effect.

    By importance: no repeated meeting, fewest wins of the resting pareja, the least sum of differences of mesas won (and of their
    squares, so that one large difference costs more than two small ones), no unwanted meeting.

    >>> before = [Standing(4, 1, (7,)), Standing(7, 0, (4,)), Standing(9, 1, (12,)),
    ...           Standing(12, 0, (9,)), Standing(15, 0, rested=True)]
    >>> pair_round(before, "cuarenta|2").pairs, pair_round(before, "cuarenta|2").rests
    (((9, 4), (15, 12)), 7)
    """
    drawn = shuffle(sorted(standings, key=attrgetter("pareja")), f"{seed}|suizo")
    order = sorted(drawn, key=lambda standing: -standing.wins)
    if len(order) < 2:
        raise DrawRefusal("too-few-entries", "Quedan menos de dos y nadie puede jugar otra ronda. Termine la etapa.")
    met = frozenset((each.pareja, rival) for each in order for rival in each.rivals)

    def may(a: Standing, b: Standing) -> bool:
        return (a.pareja, b.pareja) not in met

    def would(a: Standing, b: Standing) -> bool:
        return may(a, b) and not (unwanted and unwanted(a.pareja, b.pareja))

    resting = _resting(order)
    rests = resting[0] if resting else None
    pairs = _by_scores([standing for standing in order if standing is not rests], would)
    if pairs is None:
        pairs, rests = _least(order, resting, may, unwanted, seed)
    pairs.sort(key=lambda pair: (-max(pair[0].wins, pair[1].wins), -min(pair[0].wins, pair[1].wins)))
    return Round(
        tuple((a.pareja, b.pareja) for a, b in pairs),
        rests.pareja if rests else None,
        tuple((a.pareja, b.pareja) for a, b in pairs if not may(a, b)),
        tuple((a.pareja, b.pareja) for a, b in pairs if may(a, b) and not would(a, b)),
    )


def standings_of(slots: Sequence[int | None], matches: Mapping[Key, Match], left: Collection[int]) -> list[Standing]:
    """Who plays on after these rounds, `left` being those who do not; a round without a rival is a mesa won."""
    parejas = [slot for slot in slots if slot is not None and slot not in left]
    wins = dict.fromkeys(parejas, 0)
    rivals: dict[int, list[int]] = {pareja: [] for pareja in parejas}
    rested: set[int] = set()
    for match in matches.values():
        sides = [side for side in (match.a, match.b) if isinstance(side, int)]
        for side in sides:
            if side in wins:
                rivals[side].extend(other for other in sides if other != side)
                wins[side] += side == match.winner
        if match.status is Status.BYE:
            rested.update(sides)
    return [Standing(pareja, wins[pareja], tuple(sorted(rivals[pareja])), pareja in rested) for pareja in parejas]


def lines_of(paired: Round, slots: Sequence[int | None]) -> list[tuple[int, int | None]]:
    """The lines that meet in this round; a line with None rests."""
    line = {pareja: number for number, pareja in enumerate(slots)}
    pairs: list[tuple[int, int | None]] = [(line[a], line[b]) for a, b in paired.pairs]
    return pairs if paired.rests is None else [*pairs, (line[paired.rests], None)]


def _resting(order: Sequence[Standing]) -> Sequence[Standing]:
    """Parejas that may rest, first choice first: none of an even field, else those from the bottom up that have not rested."""
    if len(order) % 2 == 0:
        return ()
    lowest = order[::-1]
    return [standing for standing in lowest if not standing.rested] or lowest


def _by_scores(field: Sequence[Standing], may: May) -> list[Meeting] | None:
    """Each score in itself, one of an odd number going down to the next; None where that cannot be."""
    pairs: list[Meeting] = []
    down: list[Standing] = []
    for _, equal in groupby(field, key=attrgetter("wins")):
        members = [*down, *equal]
        options = range(len(members) - 1, len(down) - 1, -1) if len(members) % 2 else (len(members),)
        for option in options:
            paired = _within(members[:option] + members[option + 1 :], may)
            if paired is not None:
                pairs += paired
                down = members[option : option + 1]
                break
        else:
            return None
    return pairs


def _within(members: Sequence[Standing], may: May) -> list[Meeting] | None:
    """Each with the first of those left whom it may meet; who finds nobody takes the rival of a pair made before."""
    pairs: list[Meeting] = []
    left = list(members)
    while left:
        one = left.pop(0)
        place = next((place for place, other in enumerate(left) if may(one, other)), None)
        if place is not None:
            pairs.append((one, left.pop(place)))
        elif not _exchanged(one, left, pairs, may):
            return None
    return pairs


def _exchanged(one: Standing, left: list[Standing], pairs: list[Meeting], may: May) -> bool:
    """Part the latest pair whose two may meet `one` and somebody left, the other way about if need be."""
    for index in range(len(pairs) - 1, -1, -1):
        for first, second in (pairs[index], pairs[index][::-1]):
            if not may(one, first):
                continue
            for place, other in enumerate(left):
                if may(second, other):
                    left.pop(place)
                    pairs[index : index + 1] = [(one, first), (second, other)]
                    return True
    return False


def _least(
    order: Sequence[Standing], resting: Sequence[Standing], may: May, unwanted: Unwanted | None, seed: str
) -> tuple[list[Meeting], Standing | None]:
    """The minimum-cost matching and the pareja that rests: repeated meetings, wins of the resting pareja, differences, their
    squares, unwanted meetings, then lots.

    Lots make the minimum unique, so that another program finds the same.
    """
    graph = rustworkx.PyGraph[Standing | None, int](multigraph=False)
    graph.add_nodes_from(order)
    size = len(order)
    graph.add_edges_from(
        (one, other, _cost(order[one], order[other], may, unwanted, seed))
        for one, other in combinations(range(size), 2)
        if size <= WHOLE or other - one <= REACH + 2 * len(order[one].rivals)
    )
    if resting:
        rest, place = graph.add_node(None), {standing.pareja: node for node, standing in enumerate(order)}
        graph.add_edges_from(
            (
                place[standing.pareja],
                rest,
                _weighed(0, standing.wins, 0, 0, 0, _lot(seed, f"{standing.pareja}|descansa")),
            )
            for standing in resting
        )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: -cost)
    met = sorted((min(pair), max(pair)) for pair in matching)
    rests = next((order[one] for one, other in met if other == size), None)
    return [(order[one], order[other]) for one, other in met if other != size], rests


def _cost(one: Standing, other: Standing, may: May, unwanted: Unwanted | None, seed: str) -> int:
    apart = abs(one.wins - other.wins)
    together = bool(unwanted and unwanted(one.pareja, other.pareja))
    low, high = sorted((one.pareja, other.pareja))
    return _weighed(int(not may(one, other)), 0, apart, apart**2, together, _lot(seed, f"{low}|{high}"))


def _lot(seed: str, what: str) -> int:
    return int.from_bytes(sha256(f"{seed}|suizo|{what}".encode()).digest()[:5], "big")


def _weighed(repeated: int, *parts: int) -> int:
    """One number that orders like these values, the first before all others."""
    cost = repeated
    for scale, part in zip(SCALES, parts, strict=True):
        cost = cost * scale + part
    return cost
