"""Signatures given under protest, of which the Director must know without anybody's telling him."""

from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from brackets.models import Championship, Pareja
from referee.models import Planilla, ProtestSeen, Signature
from referee.selectors.planilla.hours import hour_of
from referee.selectors.planilla.sheet import Hour

SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Protest:
    """`reopened`: the Planilla was opened again since, so that the answer no longer stands; it was given all the same."""

    signature: Signature
    pareja: Pareja | None
    hour: Hour
    reopened: bool
    seen: ProtestSeen | None


def protests_of(championship: Championship) -> QuerySet[Signature]:
    """All of a championship, by the signatures themselves: also one that a tablet without a network sent late."""
    return Signature.objects.filter(
        outcome=Signature.Outcome.PROTEST, planilla__mesa__fixture__stage__championship=championship
    )


def protests_unseen(championship: Championship) -> QuerySet[Signature]:
    """Those that wait for a Director, in the order in which they arrived."""
    return protests_of(championship).filter(seen=None).order_by("id")


def protests_waiting(championship: Championship) -> list[Protest]:
    """`protests_unseen` with what a page tells of them."""
    return [_told(signature) for signature in _whole(protests_unseen(championship))]


def protests_over(championship: Championship) -> list[Protest]:
    """The latest that a Director has seen."""
    seen = protests_of(championship).exclude(seen=None).order_by("-seen__at", "-id")
    return [_told(signature) for signature in _whole(seen)[:SHOWN]]


def _whole(signatures: QuerySet[Signature]) -> QuerySet[Signature]:
    mesa = "planilla__mesa"
    return signatures.select_related(
        f"{mesa}__fixture__table", f"{mesa}__fixture__stage", f"{mesa}__pareja_a", f"{mesa}__pareja_b", "seen__by"
    )


def _told(signature: Signature) -> Protest:
    mesa = signature.planilla.mesa
    return Protest(
        signature=signature,
        pareja={Signature.Party.A.value: mesa.pareja_a, Signature.Party.B.value: mesa.pareja_b}.get(signature.party),
        hour=hour_of(received=signature.received_at or signature.signed_at, tablet=signature.signed_at),
        reopened=signature.planilla.status == Planilla.Status.REOPENED,
        seen=getattr(signature, "seen", None),
    )
