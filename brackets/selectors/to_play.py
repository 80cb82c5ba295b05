"""What is left to play, as the schedule takes it: in the order of play, each with what it waits on and since when it is played."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.db.models import Q

from brackets.draw.structure import From
from brackets.hours.schedule import Job
from brackets.models import AT_A_TABLE, Fixture, Pareja, Stage
from brackets.selectors.announced import DayTold
from brackets.selectors.course import Run
from brackets.selectors.observed import minutes_in

OVER: Final = (Fixture.Status.FINAL, Fixture.Status.PROVISIONAL)
SECOND: Final = 0.5
"""How likely a second final is: who comes to the first with a defeat wins it as often as not."""


def has_to_play(pareja: Pareja) -> bool:
    """Whether anything drawn and published is still to be decided for it: one query."""
    own = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), stage__status=Stage.Status.PUBLISHED)
    return own.exclude(status__in=OVER).exists()


def jobs_of(
    runs: Iterable[Run], numbers: Mapping[int, int], frozen: frozenset[int], day: DayTold, now: datetime
) -> list[Job]:
    """In the order of play: each waits on what its sides come from, and on what its parejas play before.

    What has nobody for a rival is not played: who waits on it waits on what its other side comes from.
    """
    jobs: list[Job] = []
    last: dict[int, int] = {}
    passed: dict[int, set[int]] = {}
    for run in runs:
        for fixture in run.fixtures:
            if fixture.number is None or fixture.status in OVER:
                continue
            number = numbers[fixture.pk]
            sides = [pareja for pareja in (fixture.pareja_a_id, fixture.pareja_b_id) if pareja is not None]
            sources = {last[pareja] for pareja in sides if pareja in last} | _sources(run, fixture, numbers)
            after = {each for source in sources for each in passed.get(source, (source,))}
            if fixture.goes_unplayed:
                passed[number] = after
                continue
            last.update(dict.fromkeys(sides, number))
            called, playing = _since(fixture, now)
            jobs.append(
                Job(
                    number,
                    tuple(sides),
                    tuple(sorted(after)),
                    kind=fixture.stage_id,
                    table=fixture.table.number if fixture.table and fixture.pk in frozen else None,
                    called=called,
                    playing=playing,
                    not_before=_not_before(fixture, day, now),
                    chance=1.0 if _is_certain(run, fixture) else SECOND,
                )
            )
    return jobs


def _since(fixture: Fixture, now: datetime) -> tuple[float | None, float | None]:
    """Minutes since it was called and since both sat down; who plays in a mesa that nobody said to begin plays since the call."""
    if fixture.status not in AT_A_TABLE:
        return None, None
    called, began = fixture.called_at or now, fixture.started_at
    if fixture.status == Fixture.Status.IN_PLAY:
        began = began or called
    return max(0.0, minutes_in(now - called)), None if began is None else max(0.0, minutes_in(now - began))


def _is_certain(run: Run, fixture: Fixture) -> bool:
    """Whether it will be played whatever happens: a second final is not until the first has asked for it."""
    planned = run.structure[fixture.round, fixture.position]
    return fixture.status != Fixture.Status.WAITING or planned.a.what != From.AGAIN


def _sources(run: Run, fixture: Fixture, numbers: Mapping[int, int]) -> set[int]:
    planned = run.structure[fixture.round, fixture.position]
    before = [run.by_key.get(source.of) for source in (planned.a, planned.b) if source.what != From.LINE]
    return {numbers[each.pk] for each in before if each is not None and each.pk in numbers}


def _not_before(fixture: Fixture, day: DayTold, now: datetime) -> float:
    """What was announced or planned is kept to: a mesa does not begin before the hour that people were told."""
    told = [each for each in (day.at(fixture.pk), round_hour(fixture)) if each is not None]
    return max((minutes_in(each - now) for each in told), default=0.0)


def round_hour(fixture: Fixture) -> datetime | None:
    planned = fixture.stage.planned_hours.get(str(fixture.round))
    return datetime.fromisoformat(planned) if planned else None
