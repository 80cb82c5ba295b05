"""Calls that nobody has answered, and rondas that nobody has verified."""

from django.db.models import QuerySet

from brackets.models import Championship, Role, User
from brackets.selectors.access import ACTIONS
from referee.models import Call, RondaClaim

SHOWN = 20


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


def may_verify(*, user: User, championship_id: int) -> bool:
    """Whether this account verifies rondas of mesas that are not its own."""
    kinds = ACTIONS["ronda.verify"]
    return Role.objects.filter(championship=championship_id, user=user, kind__in=kinds).exists()


def rondas_pending(*, user: User, championship_id: int) -> QuerySet[RondaClaim]:
    """The rondas that this account may verify now, the oldest first; one that would reach forty is the Juez's (8)."""
    if not may_verify(user=user, championship_id=championship_id):
        return RondaClaim.objects.none()
    return (
        RondaClaim.objects.filter(mesa__fixture__stage__championship=championship_id, outcome="", closes=False)
        .select_related(
            "mesa__fixture__table", "mesa__fixture__stage", "mesa__fixture__pareja_a", "mesa__fixture__pareja_b"
        )
        .order_by("received_at", "id")
    )
