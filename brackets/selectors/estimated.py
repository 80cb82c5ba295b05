"""The day played through once for all who ask about it: the trials of a thousand mesas take a second, and every phone asks.

What is kept is found by all that it follows from: the mesas, the hall and the durations. Whatever changes asks for another
day, so that a result shows at once, in every process and however many there are, and nothing has to be told.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import blake2b
from threading import Lock
from typing import Any, Final

from django.core.cache import cache

from brackets.hours.durations import Durations
from brackets.hours.estimates import Day, estimate
from brackets.hours.schedule import Hall, Job

KEPT_FOR: Final = 120
"""Seconds: in the next minute another day is asked for."""
ONE: Final = Lock()
"""Who asks while a day is played through waits for it instead of playing it too."""


def minute_of(now: datetime) -> datetime:
    """The hour from which minutes are counted, the same for all who ask within that minute."""
    return now.replace(second=0, microsecond=0)


def day_estimated(jobs: Sequence[Job], hall: Hall, durations: Mapping[Any, Durations], gathering: float = 0.0) -> Day:
    """`estimate`, or what it said of the very same a moment ago."""
    asked = repr((jobs, hall, durations, gathering)).encode()
    key = f"horas:{blake2b(asked, digest_size=20).hexdigest()}"
    day: Day | None = cache.get(key)
    if day is not None:
        return day
    with ONE:
        day = cache.get(key)
        if day is None:
            day = estimate(jobs, hall, durations, gathering)
            cache.set(key, day, KEPT_FOR)
    return day
