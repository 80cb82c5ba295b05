"""Calls that nobody has answered, and rondas that nobody has verified."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import Q, QuerySet

from brackets.models import Championship, User
from brackets.selectors.access import ACTIONS, DESK, roles_here
from referee.models import Call, Device, Jugada, Mesa, RondaClaim
from referee.rules import ENDS_DATA, Proclama, annulments, ronda_closes
from referee.selectors.folding import state_of

SHOWN = 20
DATA_ENDS: Final = tuple(each.word for each in (*ENDS_DATA, Proclama))


def calls_of(championship: Championship) -> QuerySet[Call]:
    """All calls of a championship, with what a page tells of them."""
    return Call.objects.filter(mesa__fixture__stage__championship=championship).select_related(
        "mesa__fixture__table", "mesa__fixture__stage", "user", "attended_by", "device"
    )


def calls_open(championship: Championship) -> QuerySet[Call]:
    """Those that wait, the oldest first."""
    return calls_of(championship).filter(attended_at=None, withdrawn_at=None)


def calls_over(championship: Championship) -> QuerySet[Call]:
    """The latest that were attended or withdrawn."""
    return calls_of(championship).exclude(attended_at=None, withdrawn_at=None).order_by("-received_at")[:SHOWN]


def may_verify(*, user: User, device: Device) -> bool:
    """Whether this account verifies, on this tablet, rondas of mesas that are not its own."""
    kinds = ACTIONS["ronda.verify"] - (frozenset() if device.desk else DESK)
    return not kinds.isdisjoint(roles_here(user, device.championship_id).usable)


def rondas_pending(*, user: User, device: Device) -> list[RondaClaim]:
    """The rondas that this account may verify now, the oldest first; one that would reach forty is the Juez's (8)."""
    if not may_verify(user=user, device=device):
        return []
    pending = list(
        RondaClaim.objects.filter(mesa__fixture__stage__championship=device.championship_id, outcome="")
        .select_related("mesa__fixture__table", "mesa__fixture__stage", "mesa__pareja_a", "mesa__pareja_b")
        .order_by("received_at", "id")
    )
    closing = rondas_closing(pending)
    return [claim for claim in pending if claim.pk not in closing]


def rondas_closing(claims: Collection[RondaClaim]) -> frozenset[int]:
    """Which of these would reach forty now: as their tablet says, or by the log and what is verified and not in it yet (8).

    Two queries, and one more for each mesa whose state is not in memory.
    """
    verified = _unrecorded({claim.mesa_id: claim.mesa for claim in claims})
    return frozenset(
        claim.pk for claim in claims if claim.closes or _closes(claim, verified[claim.mesa_id, claim.subject[0]])
    )


def _closes(claim: RondaClaim, verified: list[str]) -> bool:
    state = state_of(claim.mesa)
    return ronda_closes(state.reglamento, state.position, claim.jugada, claim.subject, verified)


def _unrecorded(mesas: Mapping[int, Mesa]) -> dict[tuple[int, str], list[str]]:
    """By mesa and pareja, the rondas of the data in play that somebody verified and the log does not have yet."""
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    seen = list(RondaClaim.objects.filter(mesa__in=mesas, outcome=RondaClaim.Outcome.VERIFIED))
    if not seen:
        return found
    over = Q(notation__in={_line(claim) for claim in seen})
    for word in DATA_ENDS:
        over |= Q(notation__startswith=word)
    rows = list(Jugada.objects.filter(over, mesa__in={claim.mesa_id for claim in seen}))
    annulled = {pk: annulments(state_of(mesas[pk]).entries) for pk in {row.mesa_id for row in rows}}
    rows = [row for row in rows if row.seq not in annulled[row.mesa_id] or not row.notation.startswith(DATA_ENDS)]
    for claim in seen:
        if not any(row.mesa_id == claim.mesa_id and _is_over(claim, row) for row in rows):
            found[claim.mesa_id, claim.subject[0]].append(claim.jugada)
    return found


def _line(claim: RondaClaim) -> str:
    return f"{claim.jugada} {claim.subject} {claim.rank}"


def _is_over(claim: RondaClaim, row: Jugada) -> bool:
    """Whether this row records the ronda, or ends its data: since it was asked for, by the clock of the tablet or the server's."""
    since = row.received_at >= claim.received_at
    if row.device_ts is not None and not since:
        since = row.device_ts >= claim.claimed_at
    return since and (row.notation == _line(claim) or row.notation.startswith(DATA_ENDS))
