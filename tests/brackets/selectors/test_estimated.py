"""The day is played through once for all who ask in the same minute, and anew as soon as anything changed."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.cache import cache

from brackets.hours.durations import PRIOR, Durations
from brackets.hours.estimates import estimate
from brackets.hours.schedule import Hall, Job
from brackets.models import Stage
from brackets.selectors.course import course_of
from brackets.selectors.estimated import day_estimated
from brackets.selectors.hours import HoursOfDay, hours_of
from brackets.services.fixtures import fixture_assign, fixture_call
from tests.factories.brackets import NOW, director_of, published_stage

HALL = Hall((1, 2))
JOBS = [Job(number, after=(number - 1,) if number > 3 else ()) for number in range(1, 7)]


class Read(dict[object, Durations]):
    """The durations, and how often somebody looked how long a mesa lasts."""

    times = 0

    def __getitem__(self, kind: object) -> Durations:
        self.times += 1
        return super().__getitem__(kind)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_the_second_who_asks_gets_the_same_day_without_its_being_played_again() -> None:
    first, second = Read({None: Durations(PRIOR)}), Read({None: Durations(PRIOR)})

    assert day_estimated(JOBS, HALL, first) == day_estimated(JOBS, HALL, second) == estimate(JOBS, HALL, first)
    assert first.times > 0
    assert second.times == 0


def test_of_many_who_ask_at_once_one_plays_it() -> None:
    asked = [Read({None: Durations(PRIOR)}) for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        days = list(threads.map(lambda read: day_estimated(JOBS, HALL, read), asked))

    assert all(day == days[0] for day in days)
    assert sum(read.times > 0 for read in asked) == 1


@pytest.mark.parametrize(
    ("jobs", "hall", "durations"),
    [
        (JOBS[1:], HALL, PRIOR),
        ([Job(1, playing=3.0), *JOBS[1:]], HALL, PRIOR),
        (JOBS, Hall((1, 2, 3)), PRIOR),
        (JOBS, Hall((1, 2), since={7: -3.0}), PRIOR),
        (JOBS, HALL, (20.0, 30.0)),
    ],
)
def test_whatever_is_different_is_another_day(jobs: list[Job], hall: Hall, durations: tuple[float, ...]) -> None:
    day_estimated(JOBS, HALL, {None: Durations(PRIOR)})
    other = {None: Durations(durations)}

    assert day_estimated(jobs, hall, other) == estimate(jobs, hall, other)


def hours(stage: Stage, seconds: int) -> HoursOfDay:
    return hours_of(course_of(stage.championship), stage.championship, now=NOW + timedelta(seconds=seconds))


@pytest.mark.django_db
def test_a_call_shows_in_the_same_minute() -> None:
    stage = published_stage(8, tables=2, jueces=2)
    who = {"user": director_of(stage.championship), "now": NOW}
    before, last = hours(stage, 1), stage.fixtures.get(number=4)
    assert before.by_fixture[last.pk].start.low > NOW

    fixture_call(
        fixture=fixture_assign(fixture=last, table=stage.championship.tables.get(number=2), juez=None, **who), **who
    )

    assert hours(stage, 2).by_fixture[last.pk].start.low == NOW
    assert hours(stage, 59).by_fixture[last.pk].start == hours(stage, 2).by_fixture[last.pk].start
