"""When a job of which nothing is heard counts as interrupted, and what is said of one that waits for its turn."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

SOON: Final = timedelta(minutes=2)
"""Who is free begins at once."""
WAITS: Final = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
"""With a broker the worker may have another job before this one, which may take so long."""


def was_dropped(silent: timedelta, *, queued: bool, patience: timedelta) -> bool:
    """Whether nobody will end what was silent for so long: whoever does it says something within `patience`."""
    return silent > (max(WAITS, patience) if queued and settings.REDIS_URL else patience)


def queued_told(since: datetime, now: datetime) -> str:
    if now - since < SOON:
        return "En cola: empieza en un momento."
    return "En cola: espera a que terminen otros trabajos. Si no avanza, avise a quien cuida el sistema."
