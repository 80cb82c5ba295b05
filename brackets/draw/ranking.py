"""The order in which a stage leaves its parejas, whatever its format: what the next stage takes its entrants from."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from brackets.draw.bracket import NOBODY, How, Key, Match, Status
from brackets.draw.standings import Row, Score, criterion_of, lots_of, table
from brackets.draw.structure import From, Outcome, Planned, Section, Structure
from brackets.draw.treatment import USUAL, Standing, Treatment, Unplayed

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
    put out of the stage (`Outcome.dropped`) and those who left it with something to play, `absent` those whom it treats as without result. `away` are
    `left_out` and those who left with nothing more to play in it, whose place is that of their results.
    """

    groups: tuple[tuple[Ranked, ...], ...]
    overall: tuple[Ranked, ...]
    complete: bool
    averages: bool = False
    left_out: Collection[int] = ()
    absent: Collection[int] = ()
    away: Collection[int] = ()

    @property
    def unfit(self) -> frozenset[int]:
        """Parejas that cannot qualify: left out, away, or without a place."""
        return (
            frozenset(self.left_out)
            | frozenset(self.away)
            | {each.pareja for each in self.overall if each.place is None}
        )


@dataclass(frozen=True, slots=True)
class Exits:
    """Who is not there any more, and how the stage treats them.

    `away` left the championship or were put out of the stage, `expelled` are some of them. `early` left a Swiss stage with a round
    to come; who left with a match to play is known by the outcome.
    """

    away: Collection[int] = ()
    expelled: Collection[int] = ()
    early: Collection[int] = ()
    treatment: Treatment = USUAL

    def left_out(self, stage: Outcome, void: Collection[int] = ()) -> frozenset[int]:
        """Who did not play the stage through; the mesas of `void` count for nobody, so they have not either."""
        short = {*stage.unfinished, *stage.dropped, *self.expelled, *self.early, *void}
        return frozenset(pareja for pareja in self.away if pareja in short)


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

    Between series those who never met are compared, so the direct result is passed over there. Lots are drawn once for all: two whom
    nothing else parts stand in one order in both. `void` are those whose mesas count for nobody, which `scores` have not: a series with
    one of them has a mesa less for each. Who left with nothing more to play in it keeps the place of its results.
    """
    groups = [[pareja for line in lines if (pareja := slots[line]) is not None] for lines in structure.groups]
    mesas = {sum(pareja not in void for pareja in parejas) for parejas in groups}
    everybody = [pareja for parejas in groups for pareja in parejas]
    lots = lots_of(everybody, seed)
    group_of = {pareja: group for group, parejas in enumerate(groups) for pareja in parejas}
    own: list[list[Score]] = [[] for _ in groups]
    for score in scores:
        own[group_of[score.a]].append(score)
    complete, absent = _complete(stage), _absent(stage)
    left_out, unplayed = exits.left_out(stage, void), exits.treatment.unplayed
    standings = _standings(exits, left_out, absent)
    ranked = [
        _treated(_rows(standings, parejas, scores_, criteria, lots=lots, unplayed=unplayed), standings)
        for parejas, scores_ in zip(groups, own, strict=True)
    ]
    across = [code for code in criteria if not criterion_of(code).direct] if len(groups) > 1 else list(criteria)
    averages = len(mesas) > 1
    rows = _rows(standings, everybody, scores, across, lots=lots, unplayed=unplayed, averages=averages)
    overall = _treated(rows, standings)
    return Ranking(tuple(ranked), overall, complete, averages, left_out, absent, frozenset(exits.away))


def rank_knock_out(structure: Structure, stage: Outcome, exits: Exits = STAYED) -> Ranking:
    """A knock-out: the champion, and the others by the round in which they were out; those of one round share a place.

    The match for the third place separates its two parejas. A pareja still in ranks above all that are out. One that left with
    nothing more to play keeps the place of its results; one that left before is out where it would be had it lost by absence all that it
    had still to play, with two defeats at the second of them.
    """
    reached = _reached(structure, stage)
    order = sorted(reached, key=lambda pareja: (_key(reached[pareja]), pareja))
    ranked: list[Ranked] = []
    for _, same in groupby(order, key=lambda pareja: _key(reached[pareja])):
        place = len(ranked) + 1
        ranked += [Ranked(place, pareja) for pareja in same]
    absent, left_out = _absent(stage), exits.left_out(stage)
    everybody = _treated(ranked, _standings(exits, left_out, absent))
    away = frozenset(exits.away)
    return Ranking((everybody,), everybody, _complete(stage), left_out=left_out, absent=absent, away=away)


def score_of(
    match: Match,
    lines: tuple[int | None, int | None],
    chicas: tuple[tuple[int, int], ...] = (),
    *,
    zapateria: bool = False,
    zapaterias: tuple[int, int] = (0, 0),
    caidas: tuple[int, int] = (0, 0),
) -> Score | None:
    """The score of a match of a table; None until it is decided. `lines` are the parejas drawn to meet in it; a `zapateria` ended it.

    A mesa that a departure left without a rival counts as an absence of who left; a round without a rival as one of nobody. One that a
    pareja gave up or was disqualified in was not played to its end, nor one that a ruling gave to who had not won more chicas. A chica
    that ended 40–40 may be the winner's: its points do not say whose it was.
    """
    a, b = lines
    if match.result is not None and a is not None:
        won = sum((x > y) - (x < y) for x, y in chicas) * (1 if match.winner == a else -1)
        level = sum(x == y for x, y in chicas)
        ended = match.how is How.PLAYED and (won + level > 0 or zapateria)
        return Score(a, b, match.winner, chicas, zapaterias, caidas, unplayed=not ended)
    present = a if a is not None else b
    if match.status is not Status.BYE or present is None:
        return None
    return Score(present, b if present == a else None, match.winner, unplayed=True)


def winner_of(structure: Structure, stage: Outcome, section: Section) -> int | None:
    """Who came first of a part of a knock-out (the last match of its winners' or of its losers' bracket)."""
    own = [planned for planned in structure.matches if planned.section is section]
    return stage.matches[max(planned.key for planned in own)].winner if own else None


def out_at(structure: Structure, stage: Outcome) -> dict[int, Planned | None]:
    """By pareja of a knock-out, the match in which it was out for good, None as long as it is not: the last one that it lost, and of one
    that left before, the last that it would have lost by absence.
    """
    out: dict[int, Planned | None] = {}
    for planned in structure.matches:
        if planned.section in DECIDING:
            match = stage.matches[planned.key]
            sides = [side for side in (match.a, match.b) if isinstance(side, int)]
            out |= dict.fromkeys(sides)
            if match.result is not None:
                out |= {side: planned for side in sides if side != match.winner}
    for planned, parejas in _missed(structure, stage):
        if planned.section in DECIDING:
            out |= dict.fromkeys(parejas, None if _passes(planned, parejas, stage) else planned)
    return out


def _reached(structure: Structure, stage: Outcome) -> dict[int, tuple[int, int]]:
    """By pareja, the round in which it was out for good (beyond all rounds: not yet) and its result for the third place."""
    last = max(planned.key[0] for planned in structure.matches) + 1
    decided = (Status.DECIDED, Status.BYE)
    matches = (stage.matches[planned.key] for planned in structure.matches if planned.section is Section.THIRD)
    third = {match.winner for match in matches if match.status in decided}
    for planned, parejas in _missed(structure, stage):
        if planned.section is Section.THIRD and _passes(planned, parejas, stage):
            third.update(parejas)
    return {
        pareja: (at.key[0] if at else last, int(pareja in third)) for pareja, at in out_at(structure, stage).items()
    }


def _passes(planned: Planned, missing: Sequence[int], stage: Outcome) -> bool:
    """Whether who would have come to a match after it had left goes on from it."""
    return len(missing) == 1 and _without_rival(stage.matches[planned.key])


def _missed(structure: Structure, stage: Outcome) -> list[tuple[Planned, list[int]]]:
    """The matches that those who left would have come to, and who to each, in the order of play: as if each had lost by absence where it
    was to play, and passed where nobody was its rival. Of two that meet so, neither goes on.
    """
    if not stage.unfinished:
        return []
    waiting: defaultdict[Key, list[int]] = defaultdict(list)
    for pareja, key in stage.unfinished.items():
        waiting[key].append(pareja)
    onwards: dict[tuple[From, Key], int] = {}
    missed: list[tuple[Planned, list[int]]] = []
    for planned in structure.matches:
        coming = (onwards.get((source.what, source.of)) for source in (planned.a, planned.b))
        there = [*waiting[planned.key], *(pareja for pareja in coming if pareja is not None)]
        if there:
            missed.append((planned, there))
        if len(there) == 1:
            passes = _without_rival(stage.matches[planned.key])
            onwards[From.WINNER if passes else From.LOSER, planned.key] = there[0]
    return missed


def _without_rival(match: Match) -> bool:
    """Of a match that somebody would have come to who left: nobody else comes to it."""
    return match.a is NOBODY and match.b is NOBODY


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


def _standings(exits: Exits, left_out: Collection[int], absent: Collection[int]) -> dict[int, Standing]:
    return exits.treatment.standings(without_result=absent, left=left_out, expelled=exits.expelled)


def _rows(
    standings: Mapping[int, Standing],
    parejas: Collection[int],
    scores: Sequence[Score],
    criteria: Sequence[str],
    *,
    lots: Mapping[int, int],
    unplayed: Unplayed,
    averages: bool = False,
) -> list[Ranked]:
    """The table by the results of all, those who stand elsewhere moved behind the others: no order between others hangs on that."""
    behind = [
        [pareja for pareja in parejas if standings.get(pareja) is standing]
        for standing in Standing
        if standing is not Standing.BY_RESULTS
    ]
    rows = table(parejas, scores, criteria, lots=lots, averages=averages, behind=behind, unplayed=unplayed)
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
