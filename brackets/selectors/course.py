"""A championship over all its stages, read at once: who plays what, who leads, who would enter the next stage."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from brackets.draw.bracket import Key, Result
from brackets.draw.formats import Series, Swiss
from brackets.draw.qualification import Before, Spot
from brackets.draw.ranking import Ranking
from brackets.draw.structure import Drawn, Outcome, Section, Structure
from brackets.draw.voided import void_meetings
from brackets.models import AT_A_TABLE, Championship, Fixture, Pareja, Stage
from brackets.selectors.bracket import Part, Round, attach_parejas, parts_of, rounds_of
from brackets.selectors.parejas import parejas_list
from brackets.selectors.sheet import Sides, sides_left
from brackets.selectors.stages import (
    Roster,
    beaten_in,
    before_of,
    counts_defeats,
    drawn_with,
    format_of,
    ranking_after,
    results_of,
    roster_from,
    rounds_to_come,
    sources_of,
    spots_among,
    stages_of,
)
from brackets.selectors.voided import Voided


@dataclass(frozen=True, eq=False)
class Run:
    """A published stage and what happened in it; all that follows from its fixtures is computed when asked for."""

    stage: Stage
    fixtures: tuple[Fixture, ...]
    drawn: Drawn
    roster: Roster

    @property
    def structure(self) -> Structure:
        return self.drawn.structure

    @cached_property
    def by_key(self) -> Mapping[Key, Fixture]:
        return {(fixture.round, fixture.position): fixture for fixture in self.fixtures}

    @cached_property
    def results(self) -> dict[Key, Result]:
        """Those that count."""
        return results_of(self.fixtures, self.roster.ids)

    @cached_property
    def left(self) -> Mapping[Key, Sides]:
        """Who would come where nobody does, but left."""
        return sides_left(self.stage, self.by_key)

    @cached_property
    def outcome(self) -> Outcome:
        return self.drawn.after(self.results)

    @cached_property
    def ranking(self) -> Ranking:
        return ranking_after(self.stage, self.drawn, self.outcome, self.fixtures, self.roster)

    @cached_property
    def voided(self) -> Voided:
        """What of it counts for nobody."""
        meetings = void_meetings(format_of(self.stage), self.structure, self.drawn.slots, self.roster.void)
        return Voided({self.stage.pk: meetings})

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        return rounds_of(self.stage, self.fixtures)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        return parts_of(self.structure, self.by_key)

    @property
    def has_table(self) -> bool:
        """Whether a table decides it, and not the last match."""
        return isinstance(format_of(self.stage), Series | Swiss)

    @property
    def is_plain(self) -> bool:
        """Whether it is one bracket and nothing else."""
        return self.structure.steps.keys() == {Section.MAIN}

    @property
    def is_swiss(self) -> bool:
        return isinstance(format_of(self.stage), Swiss)

    @cached_property
    def rounds_left(self) -> int:
        """Rounds of a Swiss stage that are not paired yet."""
        return rounds_to_come(self.stage, self.drawn, self.outcome)

    @property
    def rounds_in_all(self) -> int:
        """Of a Swiss stage, those paired and those to come."""
        return len(self.stage.pairings) + self.rounds_left

    @cached_property
    def rounds_complete(self) -> int:
        """Of a Swiss stage, how many rounds from the first on have nothing left to play."""
        open_in = (key[0] for key, match in self.outcome.matches.items() if not match.is_over)
        return min(open_in, default=len(self.stage.pairings) + 1) - 1

    @property
    def counts(self) -> bool:
        """Whether something counts: a result, or in a table what was won without one, by who rests or since a rival left."""
        return bool(self.results) or (self.has_table and any(match.is_over for match in self.outcome.matches.values()))

    @property
    def counts_beyond(self) -> bool:
        """Whether the table of a Swiss stage counts something of rounds that are not complete: results, and who rests."""
        return any(match.is_over for key, match in self.outcome.matches.items() if key[0] > self.rounds_complete)

    @cached_property
    def is_over(self) -> bool:
        """Whether nothing is left to play of what is drawn and paired."""
        return all(match.is_over for match in self.outcome.matches.values())

    @property
    def ended(self) -> bool:
        return self.is_over and not self.rounds_left

    @property
    def round_to_pair(self) -> int | None:
        """The Swiss round that can be paired now."""
        return len(self.stage.pairings) + 1 if self.rounds_left and self.is_over else None

    @cached_property
    def members(self) -> frozenset[int]:
        """The numbers of who plays in it."""
        return frozenset(slot for slot in self.drawn.slots if slot is not None)

    @cached_property
    def still_in(self) -> frozenset[int]:
        """Who has something left to play in it, or may have: in a table everybody until it ends, and who left at a mesa until that does."""
        waiting = (match for match in self.outcome.matches.values() if not match.is_over)
        playing = frozenset(side for match in waiting for side in (match.a, match.b) if isinstance(side, int))
        staying = self.members.difference(self.ranking.away) if self.has_table and not self.ended else frozenset[int]()
        return playing | staying

    @cached_property
    def ended_series(self) -> frozenset[int]:
        """The series, from 0, in which nothing is left to play."""
        matches = self.outcome.matches
        going_on = {planned.group for planned in self.structure.matches if not matches[planned.key].is_over}
        return frozenset(range(len(self.structure.groups))) - going_on

    @property
    def first(self) -> int | None:
        """Who has won it: as soon as the match that decides it is decided, whatever is still to be played for other places; a table
        when it has ended. None while nobody alone has; never one who was put out of it, or left it with something to play.
        """
        if (not self.ended) if self.has_table else self.outcome.champion is None:
            return None
        staying = (each for each in self.ranking.overall if each.pareja not in self.ranking.left_out)
        best = [each.pareja for each in staying if each.place == 1]
        return best[0] if len(best) == 1 and len(self.ranking.groups) == 1 else None


@dataclass(frozen=True, eq=False)
class Course:
    """All stages in their order, the parejas by number, and the runs of those that are published."""

    stages: tuple[Stage, ...]
    parejas: Mapping[int, Pareja]
    roster: Roster
    runs: tuple[Run, ...]

    @cached_property
    def current(self) -> Run | None:
        """The first published stage that has not ended, else the last one."""
        return next((run for run in self.runs if not run.ended), self.runs[-1] if self.runs else None)

    def run(self, number: int) -> Run | None:
        return next((run for run in self.runs if run.stage.number == number), None)

    @cached_property
    def begun(self) -> frozenset[int]:
        """The numbers of stages in which something counts: lots alone order the others."""
        return frozenset(run.stage.number for run in self.runs if run.counts)

    @cached_property
    def voided(self) -> Voided:
        """What of its published stages counts for nobody."""
        return Voided({stage: meetings for run in self.runs for stage, meetings in run.voided.meetings.items()})

    @property
    def in_order_of_play(self) -> list[Fixture]:
        """What is played of all published stages, the earlier stage and round first."""
        return [fixture for run in self.runs for fixture in run.fixtures if fixture.number is not None]

    @property
    def ended(self) -> bool:
        """Whether all stages are published and nothing in them is left to play or to pair."""
        return bool(self.stages) and len(self.runs) == len(self.stages) and all(run.ended for run in self.runs)

    @property
    def champion(self) -> Pareja | None:
        """The winner of the last stage (`Run.first`)."""
        if not self.runs or self.runs[-1].stage.number != self.stages[-1].number:
            return None
        first = self.runs[-1].first
        return None if first is None else self.parejas[first]

    @cached_property
    def out(self) -> frozenset[int]:
        """The numbers of who has played and, as things stand, has nothing left to play."""
        played = frozenset[int]().union(*(run.members for run in self.runs))
        still = frozenset[int]().union(*(run.still_in for run in self.runs))
        entering = {spot.pareja for _, spots in self.ahead for spot in spots}
        return played - still - entering

    @cached_property
    def to_draw(self) -> Stage | None:
        """The next stage that is not published, where all that it takes its entrants from has ended."""
        stage = next((stage for stage in self.stages if stage.status != Stage.Status.PUBLISHED), None)
        if stage is None or stage.number == 1:
            return None
        ended = {run.stage.number for run in self.runs if run.ended}
        return stage if all(source in ended for source in sources_of(stage)) else None

    @cached_property
    def ahead(self) -> tuple[tuple[Stage, tuple[Spot, ...]], ...]:
        """The stages not published yet with who would enter them now, where a published one gives somebody to them."""
        before = {run.stage.number: before_of(run.stage, run.drawn, run.outcome, run.ranking) for run in self.feeding}
        return self.entering(before, self.roster)

    @cached_property
    def feeding(self) -> tuple[Run, ...]:
        """The published stages that give somebody to one that is not."""
        return tuple(
            run for run in self.runs if any(run.stage.number in sources_of(stage) for stage in self._unpublished)
        )

    def entering(self, before: Mapping[int, Before], roster: Roster) -> tuple[tuple[Stage, tuple[Spot, ...]], ...]:
        """As `ahead`, where the stages before have come to this."""
        return tuple(
            (stage, spots_among(stage, self.stages, before, roster))
            for stage in self._unpublished
            if sources_of(stage) & before.keys()
        )

    @property
    def _unpublished(self) -> list[Stage]:
        return [stage for stage in self.stages if stage.status != Stage.Status.PUBLISHED]


def course_of(championship: Championship) -> Course:
    """Four queries, for any number of stages and fixtures. The players come without their cédulas."""
    stages = stages_of(championship)
    published = [stage for stage in stages if stage.status == Stage.Status.PUBLISHED]
    fixtures = list(
        Fixture.objects.filter(stage__in=published).select_related("table", "juez").order_by("round", "position")
    )
    parejas = list(parejas_list(championship))
    attach_parejas(fixtures, parejas)
    by_stage: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in fixtures:
        by_stage[fixture.stage_id].append(fixture)
    for stage in published:
        stage.championship = championship
        for fixture in by_stage[stage.pk]:
            fixture.stage = stage
    return course_from(stages, parejas, by_stage)


def course_from(stages: Sequence[Stage], parejas: Sequence[Pareja], played: Mapping[int, Sequence[Fixture]]) -> Course:
    """The same from its rows, `played` being the fixtures by the key of their stage; no query."""
    roster = roster_from((pareja.number, pareja.pk, pareja.status, pareja.voided) for pareja in parejas)
    runs, defeated = [], set[int]()
    for stage in (each for each in stages if each.status == Stage.Status.PUBLISHED):
        own = played.get(stage.pk, ())
        drawn = drawn_with(stage, frozenset(defeated) if counts_defeats(stage) else ())
        runs.append(Run(stage, tuple(own), drawn, roster))
        defeated |= beaten_in(own, roster.ids)
    return Course(tuple(stages), {pareja.number: pareja for pareja in parejas}, roster, tuple(runs))


def callable_now(fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Of these, in their order, those ready to be played whose parejas neither play elsewhere nor come up before."""
    taken = {
        pareja
        for fixture in fixtures
        if fixture.status in AT_A_TABLE
        for pareja in (fixture.pareja_a_id, fixture.pareja_b_id)
    }
    found = []
    for fixture in fixtures:
        both = {fixture.pareja_a_id, fixture.pareja_b_id}
        if fixture.status == Fixture.Status.READY and taken.isdisjoint(both):
            found.append(fixture)
            taken |= both
    return found
