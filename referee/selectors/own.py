"""What the private page of a pareja tells it of its own mesas."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, Max, Q

from brackets.models import Fixture, Notice, Pareja
from referee.models import Mesa
from referee.selectors.mesas import STOPPED

AHEAD: Final = (Fixture.Status.WAITING, Fixture.Status.READY)
EVERY_MINUTES: Final = 5
"""How often an open page learns its hour anew although nobody was called and nothing ended (ours)."""


def planilla_ids(fixtures: Collection[Fixture]) -> Mapping[int, UUID]:
    """By fixture, what leads to the page of its Planilla, where a mesa was opened: one query."""
    mesas = Mesa.objects.filter(fixture__in=[fixture.pk for fixture in fixtures])
    return dict(mesas.values_list("fixture", "public_id"))


def own_mark(pareja: Pareja, *, now: datetime) -> str:
    """Another one whenever a notice comes, it leaves, the table or state of one of its mesas changes, one stands still or goes on, or its hour may have:
    three queries.

    The hour moves with every call and result of the hall; that it did is told at most once a minute, and every
    `EVERY_MINUTES` although nothing happened.
    """
    latest = Notice.objects.filter(pareja=pareja).aggregate(latest=Max("pk"))["latest"] or 0
    mine = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), stage__status="published").order_by("pk")
    rows = list(mine.values_list("pk", "status", "table__number", "mesa__estado"))
    states = [f"{pk}.{status}.{table or 0}{'.s' * (estado == STOPPED)}" for pk, status, table, estado in rows]
    hours = [_hours_mark(pareja.championship_id, now)] if any(row[1] in AHEAD for row in rows) else []
    return "-".join((str(latest), pareja.status, *states, *hours))


def _hours_mark(championship: int, now: datetime) -> str:
    minute = now.replace(second=0, microsecond=0)
    there = Fixture.objects.filter(stage__championship=championship, stage__status="published")
    happened = there.aggregate(
        called=Count("pk", filter=Q(called_at__lt=minute)), decided=Count("pk", filter=Q(decided_at__lt=minute))
    )
    return f"h{happened['called']}.{happened['decided']}.{int(now.timestamp()) // 60 // EVERY_MINUTES}"
