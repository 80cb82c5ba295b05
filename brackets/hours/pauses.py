"""A time that runs only while the hall does."""

from collections.abc import Iterable
from datetime import datetime, timedelta


def ends_at(since: datetime, lasts: timedelta, pauses: Iterable[tuple[datetime, datetime | None]]) -> datetime | None:
    """When `lasts` is over, counted from `since` without the pauses, which are given in order and do not overlap.

    None while one of them goes on: nobody knows yet. What begins once it was over changes nothing.

    >>> at = datetime(2026, 12, 5, 20, 0)
    >>> ten, five = timedelta(minutes=10), timedelta(minutes=5)
    >>> ends_at(at, ten, [(at + five, at + 2 * five)]) == at + 3 * five
    True
    >>> ends_at(at, ten, [(at + five, None)]) is None, ends_at(at, ten, [(at + ten, None)]) == at + ten
    (True, True)
    """
    end = since + lasts
    for begins, goes_on in pauses:
        if begins >= end:
            break
        if goes_on is None:
            return None
        end += max(goes_on - max(begins, since), timedelta(0))
    return end
