"""The hours that can honestly be told to anyone: what was announced or planned, and an estimate only while the day goes on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.utils.timezone import localdate

from brackets.models import Championship, DayPlan, Fixture
from brackets.selectors.callups import hour
from brackets.selectors.course import Course
from brackets.selectors.hours import ON_TIME, Hours, hours_of
from brackets.selectors.to_play import AT_A_TABLE, OVER, announced_at, round_hour

LATER: Final = timedelta(minutes=ON_TIME)
"""An announced hour still holds where the estimate is no later than by this."""


@dataclass(frozen=True, slots=True)
class Known:
    """When a partida is to begin: `at` is the one hour to sort by, `told` how it is said; `firm` if people were told it or it was planned."""

    at: datetime
    told: str
    firm: bool


def hours_known(course: Course, championship: Championship, *, now: datetime) -> Mapping[int, Known]:
    """By the key of a fixture that has still to begin, where its hour can be told: at most five queries."""
    if championship.status != Championship.Status.OPEN:
        return {}
    ahead = [each for each in course.in_order_of_play if each.status not in OVER and each.status not in AT_A_TABLE]
    if not ahead:
        return {}
    plans = list(DayPlan.objects.filter(championship=championship, day__gte=localdate(now)).order_by("day"))
    estimated = hours_of(course, championship, now=now).by_fixture if under_way(course, now) else {}
    found = {}
    for fixture in ahead:
        firm = next((at for plan in plans if (at := announced_at(fixture, plan))), None) or round_hour(fixture)
        if known := _known(firm, estimated.get(fixture.pk), localdate(now)):
            found[fixture.pk] = known
    return found


def under_way(course: Course, now: datetime) -> bool:
    """Whether something is called or played now, or was decided today: before that an estimate is a guess."""
    return any(
        fixture.status in AT_A_TABLE
        or (fixture.decided_at is not None and localdate(fixture.decided_at) == localdate(now))
        for fixture in course.in_order_of_play
    )


def _known(firm: datetime | None, estimate: Hours | None, today: date) -> Known | None:
    """What was announced, unless it comes so much later that it would be a lie; of another day nothing is estimated."""
    if estimate is not None and (not estimate.certain or localdate(estimate.start.middle) != today):
        estimate = None
    if firm is None:
        return Known(estimate.start.middle, f"hacia las {estimate.start}", firm=False) if estimate else None
    if estimate is None or estimate.start.middle <= firm + LATER:
        return Known(firm, f"a las {hour(firm)}", firm=True)
    told = f"hacia las {hour(estimate.start.middle)} (estaba para las {hour(firm)})"
    return Known(estimate.start.middle, told, firm=False)


def begun_at(fixture: Fixture) -> datetime | None:
    """When a partida that is played, or was, began; for what nobody noted, when it was called or decided."""
    return fixture.started_at or fixture.called_at or fixture.decided_at
