"""On which day a paper was kept, and when that makes it signed."""

from datetime import date, datetime, time, timedelta

from django.utils.timezone import get_current_timezone, localdate

from brackets.models import Fixture
from brackets.selectors.to_play import round_hour
from referee.selectors.planilla.paper_ending import PaperEnding, hour_written


def day_expected(fixture: Fixture, now: datetime) -> date:
    """What is offered before anybody read it on the paper: when it was called, else when it was due, never after today."""
    today = localdate(now)
    at = fixture.started_at or fixture.called_at or round_hour(fixture)
    return min(localdate(at), today) if at else today


def signed_on_paper(ending: PaperEnding, *, typed: datetime) -> datetime:
    """The hour of the signatures on the day of the paper; before the hour that it began at, on the day after.

    Without an hour it is the end of that day, or when the paper was `typed`, whichever was first. Of a paper whose day nobody
    was asked for, it is the last such hour before it was typed.
    """
    hour, day = hour_written(ending.ended), ending.played_on
    if hour is None:
        return typed if day is None else min(_at(day, time.max), typed)
    if day is None:
        today = localdate(typed)
        return at if (at := _at(today, hour)) <= typed else _at(today - timedelta(days=1), hour)
    began = hour_written(ending.began)
    return _at(day + timedelta(days=began is not None and hour < began), hour)


def _at(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, tzinfo=get_current_timezone())
