"""When each mesa is played, estimated from how long those of today lasted; what more tables would change."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from statistics import median
from typing import Final

from brackets.hours.durations import Durations
from brackets.hours.estimates import Day, Range
from brackets.hours.play_days import PlayDays
from brackets.hours.schedule import Hall
from brackets.models import AT_A_TABLE, Championship, DayPlan, Fixture, Role, Table
from brackets.models.availability import Away
from brackets.selectors.announced import DayTold, day_told
from brackets.selectors.callups import hour
from brackets.selectors.course import Course, callable_now
from brackets.selectors.estimated import day_estimated, minute_of
from brackets.selectors.observed import minutes_in, observed_in
from brackets.selectors.queue import waiting_since
from brackets.selectors.to_play import jobs_of, round_hour

AWAY: Final = (Away.PAUSED, Away.GONE)
ON_TIME: Final = 5
"""Minutes: less than this is neither early nor late (ours)."""


@dataclass(frozen=True, slots=True)
class Span:
    """An hour with its range."""

    low: datetime
    middle: datetime
    high: datetime

    def __str__(self) -> str:
        middle, low, high = hour(self.middle), hour(self.low), hour(self.high)
        return middle if low == high else f"{middle}, entre {low} y {high}"


@dataclass(frozen=True, slots=True)
class Hours:
    """One mesa: `table` is its number, kept where it is `frozen`; `planned` is what early and late are measured by.

    Not `certain`: it may turn out not to be played, and the hours are those of when it is. `day` is the day of play on which it begins,
    where that is another than today's.
    """

    fixture: Fixture
    start: Span
    end: Span
    table: int | None
    frozen: bool
    planned: datetime | None
    announced: datetime | None
    certain: bool
    day: date | None = None

    @property
    def late(self) -> int | None:
        """Minutes behind what was planned, negative before it; of one being played by when it was called."""
        began = self.fixture.called_at if self.fixture.status in AT_A_TABLE else self.start.middle
        return None if self.planned is None or began is None else round((began - self.planned) / timedelta(minutes=1))

    @property
    def late_told(self) -> str:
        return late_said(self.late)


@dataclass(frozen=True, eq=False)
class HoursOfDay:
    """All mesas that are left of what is drawn and paired, in the order in which they are expected to begin.

    `minutes` is how long one lasts once both sit there, `gathering` how long that takes after the call; `unknown` says what
    is still to be drawn or paired, of which no hour is known. `ends_on` is the day of play of its `end`, where that is another than today's.
    """

    mesas: tuple[Hours, ...]
    end: Span | None
    unplayable: tuple[Fixture, ...]
    observed: int
    minutes: Durations
    gathering: float
    unknown: tuple[str, ...]
    tables: int
    told: DayTold
    ends_on: date | None = None

    @property
    def plan(self) -> DayPlan | None:
        return self.told.plan

    @cached_property
    def by_fixture(self) -> Mapping[int, Hours]:
        return {each.fixture.pk: each for each in self.mesas}

    @cached_property
    def late(self) -> int | None:
        """The minutes behind of half of what is left."""
        behind = [each.late for each in self.mesas if each.late is not None]
        return round(median(behind)) if behind else None

    @property
    def late_told(self) -> str:
        return late_said(self.late)

    @cached_property
    def by_table(self) -> list[tuple[int | None, list[Hours]]]:
        """What is at each table and comes there next; last, without a number, what floats."""
        found: defaultdict[int | None, list[Hours]] = defaultdict(list)
        for each in self.mesas:
            found[each.table if each.frozen else None].append(each)
        return sorted(found.items(), key=lambda item: (item[0] is None, item[0] or 0))


def late_said(minutes: int | None) -> str:
    """
    >>> late_said(12), late_said(-9), late_said(2), late_said(None)
    ('12 min tarde', '9 min antes', 'a la hora', '')
    """
    if minutes is None:
        return ""
    if abs(minutes) < ON_TIME:
        return "a la hora"
    return f"{minutes} min tarde" if minutes > 0 else f"{-minutes} min antes"


def hours_of(course: Course, championship: Championship, *, now: datetime, more_tables: int = 0) -> HoursOfDay:
    """Four queries besides those of the course, however many mesas and tables.

    `more_tables` come with a Juez each. Hours are counted from the whole minute: who asks within it is told the same.
    """
    now = minute_of(now)
    there = list(championship.tables.order_by("number"))
    fixtures = course.in_order_of_play
    told = day_told(course, championship, now)
    frozen = frozen_of(fixtures, championship.frozen_mesas)
    numbers = {fixture.pk: number for number, fixture in enumerate(fixtures)}
    jobs = jobs_of(course.runs, numbers, frozen, told, now)
    hall = _hall(championship, there, fixtures, more_tables, now)
    observed = observed_in(fixtures, now, championship.play_days)
    durations = {run.stage.pk: observed.of(run.stage.pk) for run in course.runs}
    day = day_estimated(jobs, hall, durations, observed.gathering)
    uncertain = frozenset(job.number for job in jobs if job.chance < 1)
    mesas = _hours(day, fixtures, frozen, uncertain, told, now, championship.play_days)
    end = _span(day.end, now) if day.end else None
    return HoursOfDay(
        mesas=mesas,
        end=end,
        unplayable=tuple(fixtures[number] for number in day.unplayable),
        observed=len(observed),
        minutes=observed.everything,
        gathering=observed.gathering,
        unknown=_unknown(course),
        tables=len(hall.tables),
        told=told,
        ends_on=another_day(end.middle, now, championship.play_days) if end else None,
    )


def another_day(at: datetime, now: datetime, days: PlayDays) -> date | None:
    """The day of play of this hour, where it is not that of `now`."""
    return None if days.same(at, now) else days.of(at)


def frozen_of(fixtures: Sequence[Fixture], many: int) -> frozenset[int]:
    """The keys of what keeps its table and place: what is there, and the next `many` of each table that can be called."""
    counted: Counter[int] = Counter()
    found = {fixture.pk for fixture in fixtures if fixture.status in AT_A_TABLE}
    for fixture in callable_now(fixtures):
        if fixture.table_id is not None and counted[fixture.table_id] < many:
            counted[fixture.table_id] += 1
            found.add(fixture.pk)
    return frozenset(found)


def _hall(
    championship: Championship, there: Sequence[Table], fixtures: Sequence[Fixture], more: int, now: datetime
) -> Hall:
    """What is there to play with; a pause without an end comes to it nobody knows when, so who has one is not counted."""
    used = {fixture.table_id for fixture in fixtures if fixture.status in AT_A_TABLE}
    tables = [table for table in there if table.pk in used or table.away(now) not in AWAY or _comes_back(table, now)]
    last = max((table.number for table in there), default=0)
    jueces = set(championship.roles.filter(kind=Role.Kind.JUEZ).values_list("user", flat=True))
    away = {profile.user_id for profile in championship.juez_profiles.all() if profile.away(now) in AWAY}
    since = {pareja: minutes_in(at - now) for pareja, at in waiting_since(fixtures).items()}
    return Hall(
        (*(table.number for table in tables), *range(last + 1, last + 1 + more)),
        # A mesa can be kept by nobody in particular: where no jueces are named they limit nothing.
        len(jueces - away) + more if jueces else None,
        since,
        {table.number: minutes_in(back - now) for table in tables if (back := table.back_at(now))},
        {table.number: minutes_in(table.available_until - now) for table in tables if table.available_until},
    )


def _comes_back(table: Table, now: datetime) -> bool:
    return table.away(now) == Away.PAUSED and table.paused_until is not None


def _unknown(course: Course) -> tuple[str, ...]:
    """What is still to be drawn or paired, in words."""
    rounds = [(run.rounds_left, run.stage) for run in course.runs if run.is_swiss and run.rounds_left]
    paired = (f"{left} {'ronda' if left == 1 else 'rondas'} sin emparejar de «{stage}»" for left, stage in rounds)
    undrawn = (stage for stage in course.stages if stage.status != stage.Status.PUBLISHED)
    return (*paired, *(f"«{stage}», sin sortear" for stage in undrawn))


def _hours(
    day: Day,
    fixtures: Sequence[Fixture],
    frozen: frozenset[int],
    uncertain: frozenset[int],
    told: DayTold,
    now: datetime,
    days: PlayDays,
) -> tuple[Hours, ...]:
    found = []
    for number, mesa in day.mesas.items():
        fixture = fixtures[number]
        kept = told.plan.hours.get(str(fixture.pk)) if told.plan else None
        start = _span(mesa.start, now)
        found.append(
            Hours(
                fixture,
                start,
                _span(mesa.end, now),
                mesa.table,
                fixture.pk in frozen,
                datetime.fromisoformat(kept) if kept else round_hour(fixture),
                told.at(fixture.pk),
                number not in uncertain,
                another_day(start.middle, now, days),
            )
        )
    return tuple(sorted(found, key=lambda each: (each.start.middle, each.fixture.number or 0)))


def _span(minutes: Range, now: datetime) -> Span:
    return Span(*(now + timedelta(minutes=each) for each in minutes))
