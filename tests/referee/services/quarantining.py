"""A tablet that was left behind, what it had saved, and whoever decides about it."""

from dataclasses import replace
from uuid import uuid4

from brackets.models import AuditEntry
from referee.models import Jugada, Mesa, Quarantined, QuarantineDecision
from referee.selectors.quarantine import WAITING, quarantine_of
from referee.services.mesas import lease_take
from referee.services.quarantine import KeptInput, quarantine_decide, quarantine_keep
from tests.factories.referee import SORTEO, Keeper, kept_mesa


def item(line: str, number: int | None = None, **of: object) -> KeptInput:
    return KeptInput(uuid4(), "jugada", line, "relevo", number=number, **of)


def taken_over(*later: str) -> tuple[Keeper, Keeper]:
    """A mesa whose first tablet was left behind at row 1, and the second, which went on with these."""
    old = kept_mesa(SORTEO)
    new = replace(old, device=old.tablet())
    lease_take(mesa_id=old.mesa_id, device=new.device, user=new.juez, now=new.tick())
    if later:
        new.record(*later)
    return old, new


def keep(kept: Keeper, *items: KeptInput, epoch: int = 1) -> Mesa:
    return quarantine_keep(
        mesa_id=kept.mesa_id, device=kept.device, user=kept.juez, lease_epoch=epoch, items=items, now=kept.tick()
    )


def decide(kept: Keeper, *items: KeptInput, incorporate: bool = True, reason: str = "") -> str:
    return quarantine_decide(
        mesa_id=kept.mesa_id,
        device=kept.device,
        user=kept.juez,
        client_ids=[each.client_id for each in items],
        incorporate=incorporate,
        reason=reason,
        now=kept.tick(),
    )


def standing(kept: Keeper) -> list[tuple[str, str, int | None]]:
    return [(each.item.notation, each.outcome, each.seq) for each in quarantine_of(kept.mesa)]


def everything() -> tuple[list[object], ...]:
    tables = (Quarantined, QuarantineDecision, Jugada, AuditEntry, Mesa)
    return tuple(list(table.objects.order_by("pk").values_list()) for table in tables)


def waiting(mesa: Mesa) -> int:
    """How many wait for somebody to decide."""
    return sum(each.outcome == WAITING for each in quarantine_of(mesa))
