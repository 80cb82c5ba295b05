"""What leaving now would do, for every pareja still in a championship."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from brackets.draw.bracket import NOBODY, Match, Status
from brackets.draw.leaving import Left
from brackets.draw.names import match_name
from brackets.draw.plural import numbered
from brackets.draw.qualification import Before
from brackets.draw.ranking import rank_knock_out, rank_table
from brackets.draw.structure import Drawn, Outcome
from brackets.draw.treatment import Standing
from brackets.models import AT_A_TABLE, Fixture, Pareja
from brackets.selectors.course import Course, Run
from brackets.selectors.departures import unanswered
from brackets.selectors.entering import entering
from brackets.selectors.stages import Roster, before_of, exits_after, ranking_after, results_in, sources_of
from brackets.selectors.voided import meetings_of

LAST: Final = 10**9
"""After everything recorded so far."""


@dataclass(frozen=True, slots=True)
class Exit:
    """`at`: the mesa that it is at, in words, of which it would be asked. `played` are its mesas that stay, those that wait for signatures
    among them; `falls` who would go on without playing, `entering` who would enter a stage that is not published yet and who would not, and
    `places` what it would have in each stage, in sentences.
    """

    pareja: Pareja
    at: str
    played: int
    falls: tuple[str, ...]
    entering: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """All that would change for others."""
        return self.falls + self.entering


def still_in(course: Course) -> list[int]:
    """The numbers of those that can still leave, in their order."""
    there = {number for number, pareja in course.parejas.items() if pareja.status == Pareja.Status.ACTIVE}
    return sorted(there - course.out)


def exits_of(course: Course, numbers: Iterable[int]) -> tuple[Exit, ...]:
    """Of these, in their order: no query, but a fold of each stage that it has still to play in for each of them.

    A place, and who enters a later stage, count with all that waits for signatures, of others too.
    """
    signed = replace(course, runs=tuple(map(_signed, course.runs)))
    return tuple(_exit(course, signed, course.parejas[number]) for number in numbers)


def _signed(run: Run) -> Run:
    """The stage with all that waits for signatures as if it had them; itself where nothing does."""
    if not any(each.status == Fixture.Status.PROVISIONAL for each in run.fixtures):
        return run
    fixtures = tuple(map(copy, run.fixtures))
    for each in fixtures:
        if each.status == Fixture.Status.PROVISIONAL:
            each.status = Fixture.Status.FINAL
    return replace(run, fixtures=fixtures)


def _exit(course: Course, signed: Course, pareja: Pareja) -> Exit:
    runs = [run for run in course.runs if pareja.number in run.members]
    own = [each for run in runs for each in run.fixtures if pareja.pk in (each.pareja_a_id, each.pareja_b_id)]
    voided = [number for number, each in course.parejas.items() if each.voided]
    left = [_left(run, pareja) for run in runs]
    ends = (
        [_left(run, pareja) for run in signed.runs if pareja.number in run.members]
        if signed.runs != course.runs
        else left
    )
    return Exit(
        pareja,
        _asked(unanswered([each for each in own if each.status in AT_A_TABLE])),
        sum(_stays(run, voided, each) for run in runs for each in run.fixtures if each in own),
        tuple(fall for each in left for fall in _falls(each)),
        tuple(_entering(signed, ends, pareja.number)),
        tuple(f"«{each.run.stage}»: {_place(each, pareja.number)}" for each in ends),
    )


def _asked(at: Sequence[str]) -> str:
    one = "Está en {}: al salir se le pregunta si se jugó."
    return numbered(at, one, "Está en {}: al salir se le pregunta si se jugaron.") if at else ""


def _stays(run: Run, voided: Collection[int], fixture: Fixture) -> bool:
    """Whether it was played, and counts: against a pareja whose results are `voided` it may count for nobody."""
    ended = fixture.status in (Fixture.Status.FINAL, Fixture.Status.PROVISIONAL)
    was_played = ended and (fixture.how == Fixture.How.PLAYED or bool(fixture.chicas))
    return was_played and (fixture.round, fixture.position) not in meetings_of(run.stage, voided)


class _Left(NamedTuple):
    """A stage with what it has played, signed or not, and the same after it has left: as `drawn`, what it comes to and who has left."""

    run: Run
    before: Outcome
    drawn: Drawn
    after: Outcome
    roster: Roster


def _left(run: Run, pareja: Pareja) -> _Left:
    own = [
        each
        for each in run.fixtures
        if each.status == Fixture.Status.PROVISIONAL and pareja.pk in (each.pareja_a_id, each.pareja_b_id)
    ]
    unsigned = results_in(own, run.roster.ids)
    before = run.drawn.after(run.results | unsigned) if unsigned else run.outcome
    rules = replace(run.drawn.rules, left={**run.drawn.rules.left, pareja.number: Left(LAST)})
    drawn, roster = replace(run.drawn, rules=rules), replace(run.roster, gone=run.roster.gone | {pareja.number})
    waits = any(_waits_in(match, pareja.number) for match in before.matches.values())
    return _Left(run, before, drawn, drawn.after(run.results | unsigned) if waits else before, roster)


def _waits_in(match: Match, number: int) -> bool:
    return match.status in (Status.READY, Status.WAITING) and number in (match.a, match.b)


def _falls(left: _Left) -> list[str]:
    """The passes that follow: of its rivals, and of whoever has no rival any more because of them."""
    structure = left.run.structure
    pairs = [(left.before.matches[planned.key], left.after.matches[planned.key]) for planned in structure.matches]
    return [
        f"{match_name(structure, match)}: {then}"
        for match, later in pairs
        if (then := _pass(later, on=later.key in structure.onwards))
        and then != _pass(match, on=match.key in structure.onwards)
    ]


def _pass(match: Match, *, on: bool) -> str:
    """Who goes on from it, or wins it where nobody goes on, without playing, as far as is known; empty while it can still be played, or was."""
    if not match.needed:
        return ""
    verb = "pasa" if on else "gana"
    if match.status is Status.BYE:
        return f"{verb} el {match.winner}" if match.winner is not None else f"no {verb} nadie"
    return f"{verb} quien llegue" if match.status is Status.WAITING and NOBODY in (match.a, match.b) else ""


def _place(left: _Left, number: int) -> str:
    run = left.run
    exits = exits_after(run.stage, left.drawn, left.after, left.roster)
    if run.has_table:
        # Whom the stage treats otherwise hangs on no score: none are counted, a table for each of many takes long.
        ranking = rank_table(run.structure, left.drawn.slots, left.after, (), ("mesas",), seed="", exits=exits)
        standings = exits.treatment.standings(
            without_result=ranking.absent, left=ranking.left_out, expelled=exits.expelled
        )
        return standings.get(number, Standing.BY_RESULTS).label.lower()
    ranking = rank_knock_out(run.structure, left.after, exits)
    place = next((each.place for each in ranking.overall if each.pareja == number), None)
    return f"queda en el puesto {place}" if place else "sin puesto"


def _entering(course: Course, ends: Iterable[_Left], number: int) -> Iterator[str]:
    """Stages whose entrants would be others."""
    if not course.ahead:
        return
    after = {each.run.stage.number: each for each in ends}
    before = {run.stage.number: _left_to(run, after.get(run.stage.number)) for run in course.feeding}
    then = course.entering(before, replace(course.roster, gone=course.roster.gone | {number}))
    for (stage, spots), (_, others) in zip(course.ahead, then, strict=True):
        if not sources_of(stage) & course.begun:
            continue
        now, later = ([spot.pareja for spot in each if spot.pareja is not None] for each in (spots, others))
        if set(now) != set(later):
            yield entering(stage.name, now, later).sentence


def _left_to(run: Run, left: _Left | None) -> Before:
    """What a stage has come to for those after it; a table that stays as it is, is not made again."""
    if left is None:
        return before_of(run.stage, run.drawn, run.outcome, run.ranking)
    exits = exits_after(run.stage, left.drawn, left.after, left.roster)
    same = left.after is run.outcome and exits.left_out(run.outcome).issubset(run.ranking.left_out)
    ranking = (
        replace(run.ranking, away=frozenset(exits.away))
        if same
        else ranking_after(run.stage, left.drawn, left.after, run.fixtures, left.roster)
    )
    return before_of(run.stage, left.drawn, left.after, ranking)
