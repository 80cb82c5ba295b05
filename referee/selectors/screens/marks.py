"""Whether what a screen shows may have changed, as cheaply as that can be told."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Max

from brackets.models import AuditEntry, Championship
from referee.models import LiveChange, Screen
from referee.selectors.control import mark_of
from referee.selectors.live import latest_version

WITH_EACH_JUGADA: Final = (Screen.Kind.PLAYING, Screen.Kind.TABLE, Screen.Kind.OVERLAY)
OF_THE_BRACKET: Final = ("fixture", "pareja", "championship")
"""What the live triggers note that changes more than the score of a mesa."""


def changes_mark(championship: Championship, kind: str, *, now: datetime) -> str:
    """Another one whenever this kind may look different, and once a minute: two queries.

    A hall records more than a jugada a second, and a bracket of a thousand is not drawn again for each.
    """
    minute = now.replace(second=0, microsecond=0)
    if kind in WITH_EACH_JUGADA:
        return f"{mark_of(championship, now=minute)}.{latest_version()}"
    told = AuditEntry.objects.filter(championship=championship).aggregate(last=Max("pk"))["last"]
    changed = _latest(OF_THE_BRACKET)
    return f"{told or 0}.{changed}.{int(minute.timestamp()) // 60}"


def _latest(sources: Sequence[str]) -> int:
    return LiveChange.objects.filter(source__in=sources).aggregate(last=Max("version"))["last"] or 0
