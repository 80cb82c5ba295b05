"""What of a championship has no leaf yet.

Transactions commit in another order than they begin: a row may come to be seen after one of a higher number. So what is new is never
what is beyond a number, but what no leaf is of; of a mesa's log, whose rows have no gaps, what is beyond its last leaf.
"""

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Count, F, IntegerField, Model, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from brackets.models import AuditEntry, Championship, DrawEvent, NameEvent, ShareEvent, StageEvent
from referee.models import Confirmation, Jugada, Mesa, Planilla, Signature, TreeLog

WITHIN: Final = "fixture__stage__championship"
MESAS_AT_ONCE: Final = 200  # each is two conditions of one statement
ROWS: Final[Mapping[str, tuple[type[Model], str]]] = {
    "draw": (DrawEvent, "championship"),
    "name": (NameEvent, "championship"),
    "share": (ShareEvent, "championship"),
    "signature": (Signature, f"planilla__mesa__{WITHIN}"),
    "planilla": (Planilla, f"mesa__{WITHIN}"),
    "confirmed": (Confirmation, f"planilla__mesa__{WITHIN}"),
    "audit": (AuditEntry, "championship"),
    "event": (StageEvent, "championship"),
}
"""The rows that `LeafSource` names, and what leads from each to its championship; in the order in which their leaves are appended.

The audit before the events (`acts`): an event whose entry was read is read too.
"""
READ: Final = {
    "draw": ("by",),
    "name": (),
    "share": ("by",),
    "signature": ("planilla__mesa", "user"),
    "planilla": ("mesa",),
    "confirmed": ("planilla__mesa",),
    "audit": ("user",),
    "event": ("by",),
}
AUDITED: Final = "audit"
"""In `TreeLog.reached`, beside the mesas: how many entries of the audit have a leaf."""
SEALED: Final = Q(status=Planilla.Status.SEALED)


class Tide(NamedTuple):
    """How much there is of all that leaves are made of; `seen` is what the last sweep left nothing of."""

    now: list[object]
    seen: list[object] | None


class Ahead(NamedTuple):
    """The rows of a mesa's log between its last leaf and its head."""

    pk: int
    mesa: UUID
    after: int
    upto: int


def tide_of(championship: Championship) -> Tide:
    """One query. Rows of these kinds never go, so that equal counts are the same rows."""
    counted = {
        "n_jugadas": _of(_shown(), WITHIN, Sum("head_seq")),
        "n_names": _of(NameEvent.objects.all(), "championship", Count("pk")),
        "n_shares": _of(ShareEvent.objects.all(), "championship", Count("pk")),
        "n_signatures": _of(Signature.objects.all(), ROWS["signature"][1], Count("pk")),
        "n_planillas": _of(Planilla.objects.filter(SEALED), ROWS["planilla"][1], Count("pk")),
        "n_confirmed": _of(Confirmation.objects.all(), ROWS["confirmed"][1], Count("pk")),
        "n_events": _of(StageEvent.objects.all(), "championship", Count("pk")),
        "n_audits": _of(AuditEntry.objects.all(), "championship", Count("pk")),
        "n_draws": _of(DrawEvent.objects.all(), "championship", Count("pk")),
        "seen": Subquery(TreeLog.objects.filter(championship=OuterRef("pk")).values("seen")),
    }
    found = Championship.objects.filter(pk=championship.pk).annotate(**counted).values_list(*counted).get()
    *counts, seen = found
    return Tide(counts, seen)


def mesas_ahead(championship: Championship, reached: Mapping[str, int]) -> Iterator[Ahead]:
    """The mesas whose logs go beyond their leaves, in order; one query."""
    mesas = _shown().filter(**{WITHIN: championship}, head_seq__gt=0).order_by("pk")
    for pk, mesa, head in mesas.values_list("pk", "public_id", "head_seq"):
        if head > (after := reached.get(str(mesa), 0)):
            yield Ahead(pk, mesa, after, head)


def jugadas_between(ahead: list[Ahead]) -> list[tuple[UUID, int, str]]:
    """Mesa, number and hash of these rows, mesa by mesa; one query."""
    if not ahead:
        return []
    between = reduce(or_, (Q(mesa=each.pk, seq__gt=each.after, seq__lte=each.upto) for each in ahead))
    rows = Jugada.objects.filter(between).order_by("mesa", "seq")
    return list(rows.values_list("mesa__public_id", "seq", "hash"))


def rows_waiting(kind: str, championship: Championship, most: int | None = None) -> QuerySet[Any]:
    """The rows of `ROWS` that no leaf is of, in order."""
    model, within = ROWS[kind]
    rows = model._default_manager.filter(**{within: championship}, leaf_source=None)  # noqa: SLF001
    rows = rows.filter(SEALED) if model is Planilla else rows
    return rows.select_related(*READ[kind]).order_by("pk")[:most]


def rows_to_come(championship: Championship, reached: Mapping[str, int]) -> int:
    """How many leaves the next sweep has to append."""
    jugadas = sum(each.upto - each.after for each in mesas_ahead(championship, reached))
    others = sum(rows_waiting(kind, championship).count() for kind in ROWS)
    return jugadas + others


def _shown() -> QuerySet[Mesa]:
    """Where the public sees less than all of a running mesa, its log waits until that is over: sizes of checkpoints would count its jugadas.

    It is over as `live.covering` has it, also by a result that the desk gave, and at the latest with the championship.
    """
    told = Q(**{f"{WITHIN}__live_visibility": Championship.LiveVisibility.ALL})
    ended = Q(**{f"{WITHIN}__status": Championship.Status.CLOSED})
    return Mesa.objects.filter(Q(estado="terminada") | ~Q(fixture__how="") | told | ended)


def _of(rows: QuerySet[Any], within: str, told: Any) -> Coalesce:
    return Coalesce(Subquery(_grouped(rows, within, told), output_field=IntegerField()), Value(0))


def _grouped(rows: QuerySet[Any], within: str, told: Any) -> QuerySet[Any]:
    """The sum over the rows of the championship outside."""
    own: QuerySet[Any] = rows.filter(**{within: OuterRef("pk")}).order_by().annotate(held=F(within))
    summed: QuerySet[Any] = own.values("held").annotate(told=told)
    return summed.values("told")
