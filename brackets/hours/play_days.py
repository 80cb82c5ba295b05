"""The day of play: the one definition of the day of an instant, and of the instant that a typed hour means.

A night of cuarenta goes on past midnight and belongs to the day on which it began. No other code compares calendar dates:
`tests/test_day_of_play.py` keeps the list of exceptions.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

ENDS: Final = 5
"""The hour of the morning at which a day of play ends, unless the championship sets another. No reglamento sets one."""
LATEST: Final = 12
"""The latest hour that a championship may set: after it, the morning of a day would belong to the day before."""
ONE: Final = timedelta(days=1)
LATE: Final = timedelta(hours=2)
"""How late a planned hour may be and still be typed: at the end of a night, an earlier one is of the next evening (our default)."""


@dataclass(frozen=True, slots=True)
class PlayDays:
    """The days of play in `zone`; each runs from `ends` o'clock until the same hour of the next morning.

    >>> from zoneinfo import ZoneInfo
    >>> days = PlayDays(ZoneInfo("America/Guayaquil"))
    >>> night = datetime(2026, 11, 29, 0, 1, tzinfo=days.zone)
    >>> days.of(night)
    datetime.date(2026, 11, 28)
    >>> f"{days.coming(time(0, 30), night):%d/%m %H:%M}", f"{days.last(time(0, 30), night):%d/%m %H:%M}"
    ('29/11 00:30', '28/11 00:30')
    >>> f"{days.typed(date(2026, 11, 28), time(0), night):%d/%m %H:%M}", f"{days.typed(date(2026, 11, 29), time(0), night):%d/%m %H:%M}"
    ('29/11 00:00', '29/11 00:00')
    >>> f"{days.planned(time(23, 50), night):%d/%m %H:%M}", f"{days.planned(time(19), night):%d/%m %H:%M}"
    ('28/11 23:50', '29/11 19:00')
    >>> f"{days.dated(night):%a %d, %H:%M}"
    'Sat 28, 00:01'
    """

    zone: tzinfo
    ends: int = ENDS

    def of(self, moment: datetime) -> date:
        """The day of play of an aware `moment`."""
        return (moment.astimezone(self.zone) - timedelta(hours=self.ends)).date()

    def written(self, moment: datetime) -> date:
        """The calendar date, as people write it on paper: past midnight it is the next day's."""
        return moment.astimezone(self.zone).date()

    def dated(self, moment: datetime) -> datetime:
        """Its hour with the date of its day of play, only to be written beside the weekday: 01:27 of the 29th is «sábado 28, 01:27».

        A date in figures is that of the calendar, as on seals and signatures.
        """
        local = moment.astimezone(self.zone)
        return local - ONE if local.hour < self.ends else local

    def same(self, one: datetime, other: datetime) -> bool:
        """Whether both belong to one day of play."""
        return self.of(one) == self.of(other)

    def start(self, day: date) -> datetime:
        """The first instant of `day`, which is the end of the day before."""
        return datetime.combine(day, time(self.ends), tzinfo=self.zone)

    def at(self, day: date, hour: time) -> datetime:
        """The one instant of `day` at which a clock shows `hour`: 00:30 of a Saturday comes after its 23:30."""
        return datetime.combine(day + ONE if hour < time(self.ends) else day, hour, tzinfo=self.zone)

    def typed(
        self,
        day: date,
        hour: time,
        now: datetime,
        *,
        until: time | None = None,
        since: datetime | None = None,
        near: datetime | None = None,
    ) -> datetime:
        """What is typed of something past: of the small hours, `day` may be that of the night or the calendar's own.

        Of what lasted `until` after midnight it may be that of its end, too. Of these the one that is possible: not after `now`, nor
        before `since`. Where none is, the one that is least so; where several are, the one nearest to `near`, and without that the
        one of the night.
        """

        def beyond(reading: datetime) -> timedelta:
            return max(reading - now, since - reading if since else timedelta(), timedelta())

        def away(reading: datetime) -> timedelta:
            return abs(reading - near) if near else timedelta()

        readings = [self.at(day, hour), datetime.combine(day, hour, tzinfo=self.zone)]
        if until is not None and until < hour:
            readings.append(self.at(day - ONE, hour))
        return min(readings, key=lambda each: (beyond(each), away(each)))

    def coming(self, hour: time, now: datetime) -> datetime:
        """The first instant after `now` at which a clock shows `hour`: what is typed for when something ends, like a pause."""
        at = datetime.combine(self.written(now), hour, tzinfo=self.zone)
        return at if at > now else at + ONE

    def last(self, hour: time, now: datetime) -> datetime:
        """The last such instant, `now` included: what is typed for when something happened."""
        return self.coming(hour, now) - ONE

    def planned(self, hour: time, now: datetime) -> datetime:
        """What is typed for when something is to begin: the coming such instant, or the last one where that is at most `LATE` ago."""
        last = self.last(hour, now)
        return last if now - last <= LATE else self.coming(hour, now)
