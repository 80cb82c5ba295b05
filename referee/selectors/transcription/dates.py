"""On which day a paper was kept, and when that makes it signed."""

from datetime import date, datetime, timedelta
from typing import Final

from brackets.hours.play_days import ONE
from brackets.models import Fixture
from brackets.selectors.to_play import round_hour
from referee.selectors.planilla.paper_ending import PaperEnding, hour_written

INSTANT: Final = timedelta(microseconds=1)


def day_expected(fixture: Fixture, now: datetime) -> date:
    """What is offered before anybody read it on the paper: when it was called, else when it was due, never after today."""
    days = fixture.stage.championship.play_days
    at = fixture.started_at or fixture.called_at or round_hour(fixture)
    return min(days.of(at or now), days.of(now))


def signed_on_paper(ending: PaperEnding, fixture: Fixture, *, typed: datetime) -> datetime:
    """The instant of the signatures: the first such hour from the beginning on, whose day the paper names (`PlayDays.typed`).

    Without an hour it is the end of that day, or when the paper was `typed` if earlier. Without a day it is the last such hour before.
    """
    days = fixture.stage.championship.play_days
    hour, began, day = hour_written(ending.ended), hour_written(ending.began), ending.played_on
    if hour is None:
        return typed if day is None else min(days.start(day + ONE) - INSTANT, typed)
    if day is None:
        return days.last(hour, typed)
    called = fixture.started_at or fixture.called_at
    since = called or fixture.stage.published_at
    first = days.typed(day, began or hour, typed, until=hour, since=since, near=called)
    return days.coming(hour, first - INSTANT)
