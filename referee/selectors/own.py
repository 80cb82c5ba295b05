"""What the private page of a pareja tells it of its own mesas."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, Max, Q

from brackets.models import Fixture, Notice, Pareja
from brackets.selectors.shares import own_share
from referee.models import Mesa, Planilla
from referee.selectors.mesas import STOPPED, mesa_counts, planilla_standing

AHEAD: Final = (Fixture.Status.WAITING, Fixture.Status.READY)


@dataclass(frozen=True, slots=True)
class Confirmable:
    """A version that waits for the signature of the Juez, or is sealed; `at`: when the pareja confirmed it."""

    mesa: UUID
    planilla: Planilla
    at: datetime | None


EVERY_MINUTES: Final = 5
"""How often an open page learns its hour anew although nobody was called and nothing ended (ours)."""


def planilla_ids(fixtures: Collection[Fixture]) -> Mapping[int, UUID]:
    """By fixture, what leads to the page of its Planilla, where a mesa was opened: one query."""
    mesas = Mesa.objects.filter(fixture__in=[fixture.pk for fixture in fixtures])
    return dict(mesas.values_list("fixture", "public_id"))


def confirmable(pareja: Pareja, fixtures: Collection[Fixture]) -> Mapping[int, Confirmable]:
    """By fixture, the version that the pareja may confirm, or has confirmed: what is frozen or sealed of a mesa that counts; three queries."""
    mesas = Mesa.objects.filter(fixture__in=[fixture.pk for fixture in fixtures]).select_related("fixture")
    found = {}
    for mesa in mesas.prefetch_related("planillas__confirmations"):
        planilla = planilla_standing(mesa)
        if planilla is not None and mesa_counts(mesa):
            side = "A" if mesa.pareja_a_id == pareja.pk else "B"
            hours = {each.party: each.at for each in planilla.confirmations.all()}
            found[mesa.fixture_id] = Confirmable(mesa.public_id, planilla, hours.get(side))
    return found


def own_mark(pareja: Pareja, *, now: datetime) -> str:
    """Another one whenever a notice comes, it leaves, the table or state of one of its mesas changes, one stands still or goes on, or its hour may have:
    five queries at most. Another one too when a draw begins or ceases to wait for its share, or that is promised or shown, and when the championship is closed.

    The hour moves with every call and result of the hall; that it did is told at most once a minute, and every
    `EVERY_MINUTES` although nothing happened.
    """
    share = own_share(pareja, now)
    latest = Notice.objects.filter(pareja=pareja).aggregate(latest=Max("pk"))["latest"] or 0
    mine = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), stage__status="published").order_by("pk")
    rows = list(mine.values_list("pk", "status", "table__number", "mesa__estado"))
    states = [f"{pk}.{status}.{table or 0}{'.s' * (estado == STOPPED)}" for pk, status, table, estado in rows]
    hours = [_hours_mark(pareja.championship_id, now)] if any(row[1] in AHEAD for row in rows) else []
    shares = [f"a{share.shares.commitment[:8]}.{share.state}"] if share else []
    ended = ["fin"] if pareja.championship.is_closed else []
    return "-".join((str(latest), pareja.status, *states, *hours, *shares, *ended))


def _hours_mark(championship: int, now: datetime) -> str:
    minute = now.replace(second=0, microsecond=0)
    there = Fixture.objects.filter(stage__championship=championship, stage__status="published")
    happened = there.aggregate(
        called=Count("pk", filter=Q(called_at__lt=minute)), decided=Count("pk", filter=Q(decided_at__lt=minute))
    )
    return f"h{happened['called']}.{happened['decided']}.{int(now.timestamp()) // 60 // EVERY_MINUTES}"
