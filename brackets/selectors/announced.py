"""The hours that parejas were told of their next mesas, as long as they hold, and until when a night goes on past its day of play."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from brackets.hours.play_days import PlayDays
from brackets.models import AT_A_TABLE, Championship, DayPlan
from brackets.selectors.course import Course

NEAR: Final = timedelta(hours=3)
"""So far past the end of the day of play what was told of it holds, and an estimate is told: people go on playing, but not through the
morning (ours)."""


@dataclass(frozen=True, slots=True)
class Announced:
    """Not before `at`, at the table of this number."""

    at: datetime
    table: int


@dataclass(frozen=True, slots=True)
class DayTold:
    """The plan of today, and by the key of a fixture what was announced, today or before, and still holds."""

    plan: DayPlan | None
    announced: Mapping[int, Announced]

    def at(self, fixture: int) -> datetime | None:
        """The hour that was announced for it."""
        return told.at if (told := self.announced.get(fixture)) else None


def day_told(course: Course, championship: Championship, now: datetime) -> DayTold:
    """One query.

    An announced hour holds on its day of play, before it, and for `NEAR` after it while play goes on.
    """
    days = championship.play_days
    today = days.of(now)
    since = days.of(now - NEAR) if under_way(course, now, days) else today
    plans = list(DayPlan.objects.filter(championship=championship).order_by("day"))
    told = {int(key): each for plan in plans for key, each in plan.announced.items()}
    announced = {key: Announced(datetime.fromisoformat(each["hour"]), each["table"]) for key, each in told.items()}
    return DayTold(
        next((plan for plan in plans if plan.day == today), None),
        {key: each for key, each in announced.items() if days.of(each.at) >= since},
    )


def under_way(course: Course, now: datetime, days: PlayDays) -> bool:
    """Whether something is called or played now, or was decided today or a moment ago: before that an estimate is a guess."""
    return any(
        fixture.status in AT_A_TABLE
        or (fixture.decided_at is not None and (days.same(fixture.decided_at, now) or fixture.decided_at > now - NEAR))
        for fixture in course.in_order_of_play
    )
