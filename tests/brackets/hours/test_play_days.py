"""Every instant belongs to one day of play, and every typed hour means one instant."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.hours.play_days import LATE, LATEST, ONE, PlayDays

ZONE = ZoneInfo("America/Guayaquil")
SATURDAY = date(2026, 11, 28)
SUNDAY = SATURDAY + ONE
ENDS = st.integers(0, LATEST)
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31), timezones=st.just(ZONE))  # noqa: DTZ001 (the zone is added)


def local(day: date, hour: str) -> datetime:
    return datetime.combine(day, time.fromisoformat(hour), tzinfo=ZONE)


@pytest.mark.parametrize(
    ("day", "hour", "belongs"),
    [
        (SATURDAY, "23:59", SATURDAY),
        (SUNDAY, "00:01", SATURDAY),
        (SUNDAY, "04:59", SATURDAY),
        (SUNDAY, "05:00", SUNDAY),
        (SUNDAY, "05:01", SUNDAY),
    ],
)
def test_night_belongs_to_its_day(day: date, hour: str, belongs: date) -> None:
    assert PlayDays(ZONE).of(local(day, hour)) == belongs


def test_hour_that_a_championship_sets_is_used() -> None:
    assert PlayDays(ZONE, 7).of(local(SUNDAY, "06:59")) == SATURDAY
    assert PlayDays(ZONE, 0).of(local(SUNDAY, "00:00")) == SUNDAY


def test_day_is_that_of_the_zone_wherever_the_moment_was_read() -> None:
    moment = local(SUNDAY, "00:01").astimezone(ZoneInfo("Asia/Tokyo"))

    assert PlayDays(ZONE).of(moment) == SATURDAY
    assert PlayDays(ZoneInfo("Europe/Madrid")).of(local(SATURDAY, "23:01")) == SUNDAY  # 05:01 there


@pytest.mark.parametrize(
    ("now", "typed", "coming", "last", "planned"),
    [
        ("28 23:55", "00:30", "29 00:30", "28 00:30", "29 00:30"),
        ("28 23:55", "09:00", "29 09:00", "28 09:00", "29 09:00"),
        ("28 23:55", "21:55", "29 21:55", "28 21:55", "28 21:55"),
        ("28 23:55", "21:54", "29 21:54", "28 21:54", "29 21:54"),
        ("29 00:05", "23:50", "29 23:50", "28 23:50", "28 23:50"),
        ("29 00:05", "00:05", "30 00:05", "29 00:05", "29 00:05"),
        ("29 00:05", "00:30", "29 00:30", "28 00:30", "29 00:30"),
        ("29 02:00", "19:00", "29 19:00", "28 19:00", "29 19:00"),
        ("29 02:00", "01:00", "30 01:00", "29 01:00", "29 01:00"),
        ("28 20:00", "09:00", "29 09:00", "28 09:00", "29 09:00"),
        ("28 20:00", "19:00", "29 19:00", "28 19:00", "28 19:00"),
        ("28 20:00", "20:30", "28 20:30", "27 20:30", "28 20:30"),
        ("28 20:00", "02:00", "29 02:00", "28 02:00", "29 02:00"),
    ],
)
def test_typed_hour_means_what_it_is_typed_for(now: str, typed: str, coming: str, last: str, planned: str) -> None:
    """A pause ends at the coming one, a paper was signed at the last one, and a round may be up to two hours late."""
    days, at = PlayDays(ZONE), datetime.fromisoformat(f"2026-11-{now}").replace(tzinfo=ZONE)
    hour = time.fromisoformat(typed)

    found = days.coming(hour, at), days.last(hour, at), days.planned(hour, at)

    assert [f"{each:%d %H:%M}" for each in found] == [coming, last, planned]


@given(MOMENTS, ENDS)
def test_every_moment_lies_within_its_day(moment: datetime, ends: int) -> None:
    days = PlayDays(ZONE, ends)
    day = days.of(moment)

    assert days.start(day) <= moment < days.start(day + ONE)
    assert days.at(day, moment.time()) == moment


@given(MOMENTS, st.times())
def test_typed_hour_has_one_coming_and_one_last_instant(now: datetime, hour: time) -> None:
    days = PlayDays(ZONE)
    coming, last, planned = days.coming(hour, now), days.last(hour, now), days.planned(hour, now)

    assert {each.time() for each in (coming, last, planned)} == {hour}
    assert last <= now < coming == last + ONE
    assert planned == (last if now - last <= LATE else coming)


def test_typed_hour_is_of_the_zone_wherever_the_moment_was_read() -> None:
    moment = local(SUNDAY, "00:05").astimezone(ZoneInfo("Asia/Tokyo"))

    assert PlayDays(ZONE).coming(time(0, 30), moment) == local(SUNDAY, "00:30")


@pytest.mark.parametrize(
    ("now", "typed", "since", "near", "means"),
    [
        ("29 01:00", "28 00:10", None, None, "29 00:10"),  # the date of its night
        ("29 01:00", "29 00:10", None, None, "29 00:10"),  # the calendar's: the other is still to come
        ("30 10:00", "29 00:10", None, None, "30 00:10"),  # both are past, and nothing is known of it
        ("30 10:00", "29 00:10", None, "29 00:40", "29 00:10"),
        ("30 10:00", "28 00:10", None, "29 00:40", "29 00:10"),
        ("29 00:40", "29 00:10", None, None, "29 00:10"),
        ("29 01:00", "28 02:00", "28 14:00", None, "29 02:00"),  # neither is possible, and it is the one still to come
        ("29 01:00", "29 00:10", "29 00:20", None, "29 00:10"),  # neither, and it is the one too early
        ("29 01:00", "28 02:00", "27 14:00", None, "28 02:00"),
        ("30 10:00", "28 02:00", "28 14:00", "28 02:00", "29 02:00"),
        ("30 10:00", "29 21:00", None, "28 21:00", "29 21:00"),  # in the evening there is one reading
    ],
)
def test_an_hour_of_the_small_hours_is_of_the_night_or_of_the_calendar_as_is_possible(
    now: str, typed: str, since: str | None, near: str | None, means: str
) -> None:
    def moment(told: str | None) -> datetime | None:
        return datetime.fromisoformat(f"2026-11-{told}").replace(tzinfo=ZONE) if told else None

    at = moment(typed)
    latest = moment(now)
    assert at is not None
    assert latest is not None

    found = PlayDays(ZONE).typed(at.date(), at.time(), latest, since=moment(since), near=moment(near))

    assert f"{found:%d %H:%M}" == means


@given(MOMENTS, ENDS, MOMENTS)
def test_a_past_moment_is_found_by_the_date_of_its_night_and_by_that_of_the_calendar(
    moment: datetime, ends: int, now: datetime
) -> None:
    days, latest = PlayDays(ZONE, ends), max(now, moment)

    for day in (days.of(moment), days.written(moment)):
        assert days.typed(day, moment.time(), latest, near=moment) == moment
