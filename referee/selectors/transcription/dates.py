"""On which day a paper was kept, and when that makes it signed."""

from datetime import date, datetime, timedelta

from brackets.hours.play_days import ONE
from brackets.models import Fixture
from brackets.selectors.to_play import round_hour
from referee.selectors.planilla.paper_ending import PaperEnding, hour_written


def day_expected(fixture: Fixture, now: datetime) -> date:
    """What is offered before anybody read it on the paper: when it was called, else when it was due, never after today."""
    days = fixture.stage.championship.play_days
    at = fixture.started_at or fixture.called_at or round_hour(fixture)
    return min(days.of(at or now), days.of(now))


def signed_on_paper(ending: PaperEnding, fixture: Fixture, *, typed: datetime) -> datetime:
    """The instant of the signatures, on the day of play that the paper names; an hour before the start is a day later.

    Past midnight people also write the calendar date: if both hours are of the night, the reading not after the day on which it
    was `typed` is taken, and of two such the one nearer to the call. Without an hour it is the end of that day, or when the paper
    was `typed` if earlier. Without a day it is the last such hour before.
    """
    days = fixture.stage.championship.play_days
    hour, began, day = hour_written(ending.ended), hour_written(ending.began), ending.played_on
    if hour is None:
        return typed if day is None else min(days.start(day + ONE) - timedelta(microseconds=1), typed)
    if day is None:
        return days.last(hour, typed)
    at = days.at(day, hour)
    if began is not None and days.at(day, began) > at:
        return at + ONE
    if days.written(at) == day or (began is not None and days.written(days.at(day, began)) == day):
        return at
    readings = [each for each in (at, at - ONE) if days.of(each) <= days.of(typed)] or [at]
    called = fixture.started_at or fixture.called_at
    return min(readings, key=lambda each: abs(each - called)) if called else readings[0]
