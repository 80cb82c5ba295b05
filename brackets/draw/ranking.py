"""The order in which a stage leaves its parejas, whatever its format: what the next stage takes its entrants from."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from brackets.draw.bracket import How, Key, Match, Status
from brackets.draw.standings import Row, Score, table
from brackets.draw.structure import Outcome, Section, Structure
from brackets.draw.treatment import USUAL, Standing, Treatment

DIRECT: Final = "directo"
DECIDING: Final = (Section.MAIN, Section.LOSERS, Section.FINAL)
"""Who is beaten here for the last time is out at that point; third place and consolation come after."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A pareja and its place, from 1, in its series or in the stage; several may share one, and None stands for no place.

    `row` is its line of a table.
    """

    place: int | None
    pareja: int
    row: Row | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A stage so far.

    `groups` is each series in its order (a knock-out and a Swiss stage are one); `overall` all parejas against each other,
    by averages where the series are of unequal size (`averages`). `complete`: nothing is left to play. `left_out` are those
    put out of the stage and those who left the championship, `absent` those whom it treats as without result.
    """

    groups: tuple[tuple[Ranked, ...], ...]
    overall: tuple[Ranked, ...]
    complete: bool
    averages: bool = False
    left_out: Collection[int] = ()
    absent: Collection[int] = ()

    @property
    def unfit(self) -> frozenset[int]:
        """Who qualifies for nothing: left out, or without a place."""
        return frozenset(self.left_out) | {each.pareja for each in self.overall if each.place is None}


@dataclass(frozen=True, slots=True)
class Exits:
    """Who did not play a stage through: `left_out` of it, of those `expelled`, and how the stage treats each kind."""

    left_out: Collection[int] = ()
    expelled: Collection[int] = ()
    treatment: Treatment = USUAL


STAYED: Final = Exits()


def rank_table(
    structure: Structure,
    slots: Sequence[int | None],
    stage: Outcome,
    scores: Sequence[Score],
    criteria: Sequence[str],
    *,
    seed: str,
    exits: Exits = STAYED,
    void: Collection[int] = (),
) -> Ranking:
    """Series, a league or a Swiss stage, by its ordered criteria.

    Between series those who never met are compared, so the direct result is passed over there. `void` are those whose mesas
    count for nobody, which `scores` have not: a series with one of them has a mesa less for each.
    """
    groups = [[pareja for line in lines if (pareja := slots[line]) is not None] for lines in structure.groups]
    mesas = {sum(pareja not in void for pareja in parejas) for parejas in groups}
    group_of = {pareja: group for group, parejas in enumerate(groups) for pareja in parejas}
    own: list[list[Score]] = [[] for _ in groups]
    for score in scores:
        own[group_of[score.a]].append(score)
    complete, absent = _complete(stage), _absent(stage)
    standings = _standings(exits, absent)
    ranked = [
        _treated(_rows(standings, parejas, scores_, criteria, seed=seed), standings)
        for parejas, scores_ in zip(groups, own, strict=True)
    ]
    everybody = [pareja for parejas in groups for pareja in parejas]
    across = [code for code in criteria if code != DIRECT] if len(groups) > 1 else list(criteria)
    averages = len(mesas) > 1
    overall = _treated(_rows(standings, everybody, scores, across, seed=seed, averages=averages), standings)
    return Ranking(tuple(ranked), overall, complete, averages, frozenset(exits.left_out), absent)


def rank_knock_out(structure: Structure, stage: Outcome, exits: Exits = STAYED) -> Ranking:
    """A knock-out: the champion, and the others by the round in which they were out; those of one round share a place.

    The match for the third place parts the two that it is about. Who is not out yet stands above all who are.
    """
    reached = _reached(structure, stage.matches)
    order = sorted(reached, key=lambda pareja: (_key(reached[pareja]), pareja))
    ranked: list[Ranked] = []
    for _, same in groupby(order, key=lambda pareja: _key(reached[pareja])):
        place = len(ranked) + 1
        ranked += [Ranked(place, pareja) for pareja in same]
    absent = _absent(stage)
    everybody = _treated(ranked, _standings(exits, absent))
    return Ranking((everybody,), everybody, _complete(stage), left_out=frozenset(exits.left_out), absent=absent)


def winner_of(structure: Structure, stage: Outcome, section: Section) -> int | None:
    """Who came first of a part of a knock-out (the last match of its winners' or of its losers' bracket)."""
    own = [planned for planned in structure.matches if planned.section is section]
    return stage.matches[max(planned.key for planned in own)].winner if own else None


def _reached(structure: Structure, matches: Mapping[Key, Match]) -> dict[int, tuple[int, int]]:
    """By pareja, the round in which it was out for good (beyond all rounds: not yet) and its result for the third place."""
    last = max(planned.key[0] for planned in structure.matches) + 1
    out: dict[int, int] = {}
    playing: set[int] = set()
    third: dict[int, int] = {}
    for planned in structure.matches:
        match = matches[planned.key]
        sides = [side for side in (match.a, match.b) if isinstance(side, int)]
        if planned.section in DECIDING:
            for pareja in sides:
                out[pareja] = last
                playing.add(pareja)
            if match.result is not None:
                for pareja in sides:
                    if pareja != match.winner:
                        out[pareja] = match.round
        elif planned.section is Section.THIRD and match.status in (Status.DECIDED, Status.BYE) and match.winner:
            third[match.winner] = 1
    return {pareja: (out[pareja], third.get(pareja, 0)) for pareja in playing}


def _key(reached: tuple[int, int]) -> tuple[int, int]:
    return -reached[0], -reached[1]


def _complete(stage: Outcome) -> bool:
    return all(match.status in (Status.DECIDED, Status.BYE) for match in stage.matches.values())


def _absent(stage: Outcome) -> frozenset[int]:
    """Who has lost mesas by absence and done nothing else."""
    there: set[int] = set()
    missed: set[int] = set()
    for match in stage.matches.values():
        sides = {side for side in (match.a, match.b) if isinstance(side, int)}
        if match.winner is not None:
            there.add(match.winner)
        if match.result is not None:
            (missed if match.how in (How.WALKOVER, How.DOUBLE_NO_SHOW) else there).update(sides)
    return frozenset(missed - there)


def _standings(exits: Exits, absent: Collection[int]) -> dict[int, Standing]:
    return exits.treatment.standings(without_result=absent, left=exits.left_out, expelled=exits.expelled)


def _rows(
    standings: Mapping[int, Standing],
    parejas: Collection[int],
    scores: Sequence[Score],
    criteria: Sequence[str],
    *,
    seed: str,
    averages: bool = False,
) -> list[Ranked]:
    """The table of those who stand by their results, who tie only with one another, and behind it those of the others."""
    behind = [
        [pareja for pareja in parejas if standings.get(pareja) is standing]
        for standing in Standing
        if standing is not Standing.BY_RESULTS
    ]
    rows = table(parejas, scores, criteria, seed=seed, averages=averages, behind=behind)
    return [Ranked(row.place, row.pareja, row) for row in rows]


def _treated(ranked: Sequence[Ranked], standings: Mapping[int, Standing]) -> tuple[Ranked, ...]:
    """The order with everybody where its standing says; whoever stands behind another who goes moves up."""
    if not standings:
        return tuple(ranked)
    stands: dict[Standing, list[Ranked]] = {standing: [] for standing in Standing}
    for each in ranked:
        stands[standings.get(each.pareja, Standing.BY_RESULTS)].append(each)
    staying = _placed(stands[Standing.BY_RESULTS], 0)
    last = _placed(stands[Standing.LAST], len(staying))
    return (*staying, *last, *(replace(each, place=None) for each in stands[Standing.WITHOUT_PLACE]))


def _placed(ranked: Sequence[Ranked], before: int) -> list[Ranked]:
    placed: list[Ranked] = []
    for _, same in groupby(ranked, key=lambda each: each.place):
        place = before + len(placed) + 1
        placed += [Ranked(place, each.pareja, each.row) for each in same]
    return placed
