"""The hour that something happened at a table, which a tablet without a network tells later."""

from datetime import datetime


def hour_of(told: datetime | None, *, since: datetime, now: datetime) -> datetime:
    """What the tablet's clock said, where that can be: after `since` and not later than now; else now."""
    return told if told is not None and since <= told <= now else now
