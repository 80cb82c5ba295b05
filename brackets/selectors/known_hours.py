"""The hours that can honestly be told to anyone: what was announced or planned, and an estimate only while the day goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from brackets.hours.play_days import ONE, PlayDays
from brackets.models import AT_A_TABLE, Championship, Fixture
from brackets.selectors.announced import NEAR, day_told, under_way
from brackets.selectors.callups import hour
from brackets.selectors.course import Course
from brackets.selectors.hours import ON_TIME, Hours, HoursOfDay, another_day, hours_of
from brackets.selectors.to_play import OVER, round_hour

LATER: Final = timedelta(minutes=ON_TIME)
"""An announced hour still holds where the estimate is no later than by this."""


@dataclass(frozen=True, slots=True)
class Known:
    """When a partida is to begin: `at` is the one hour to sort by, `told` how it is said; `firm` if people were told it or it was planned.

    `day` is the day of play that it falls on, where that is another than today's.
    """

    at: datetime
    told: str
    firm: bool
    day: date | None = None


def hours_known(
    course: Course, championship: Championship, *, now: datetime, day: HoursOfDay | None = None
) -> Mapping[int, Known]:
    """By the key of a fixture that has still to begin, where its hour can be told: at most five queries, with `day`, its estimate, none."""
    if championship.status != Championship.Status.OPEN:
        return {}
    ahead = [each for each in course.in_order_of_play if each.status not in OVER and each.status not in AT_A_TABLE]
    if not ahead:
        return {}
    days = championship.play_days
    announced = day.told if day else day_told(course, championship, now)
    estimated: Mapping[int, Hours] = {}
    if under_way(course, now, days):
        expected = (day or hours_of(course, championship, now=now)).mesas
        estimated = {each.fixture.pk: each for each in expected if each.certain}
    until = estimates_until(now, days)
    found = {}
    for fixture in ahead:
        firm = announced.at(fixture.pk) or round_hour(fixture)
        if known := _known(firm, estimated.get(fixture.pk), until):
            found[fixture.pk] = replace(known, day=another_day(known.at, now, days))
    return found


def estimates_until(now: datetime, days: PlayDays) -> datetime:
    """Up to when an estimate says anything: the end of the day of play, near it for the next hours."""
    return max(days.start(days.of(now) + ONE), now + NEAR)


def _known(firm: datetime | None, estimate: Hours | None, until: datetime) -> Known | None:
    """The announced hour, unless the estimate is so much later that it would mislead.

    An estimate past `until` says only that it will not be before that: it is not told, and unsays no hour after that.
    """
    if firm is not None and (estimate is None or min(estimate.start.middle, until) <= firm + LATER):
        return Known(firm, f"a las {hour(firm)}", firm=True)
    if estimate is None or estimate.start.middle >= until:
        return None
    if firm is None:
        return Known(estimate.start.middle, f"hacia las {estimate.start}", firm=False)
    told = f"hacia las {hour(estimate.start.middle)} (estaba para las {hour(firm)})"
    return Known(estimate.start.middle, told, firm=False)


def begun_at(fixture: Fixture) -> datetime | None:
    """When a partida that is played, or was, began; for what nobody noted, when it was called or decided."""
    return fixture.noted_at or fixture.decided_at
