"""What waits in quarantine beside the log that went on without it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from brackets.models import Championship
from referee.models import Jugada, Lease, Mesa, Quarantined, QuarantineDecision
from referee.rules import NotationError, Reglamento, figured, label_of, parse_jugada, reglamento_get

REFUSED = QuarantineDecision.Outcome.REFUSED
INCORPORATED = QuarantineDecision.Outcome.INCORPORATED
WAITING = "espera"
ACTS = {"freeze": "Congelar el resultado", "reopen": "Reabrir la Planilla", "sign": "Firma"}
UNDO = "Deshacer la última"


@dataclass(frozen=True, slots=True)
class Standing:
    """One item as people see it: what it says, how it stands, and why the rules refused it the last time.

    `outcome` is `espera`, `incorporada` or `descartada`; `seq` its row of the log; `side` the pareja it is about.
    """

    item: Quarantined
    label: str
    side: str
    outcome: str
    seq: int | None
    refusal: str
    decision: QuarantineDecision | None


def quarantine_of(mesa: Mesa) -> list[Standing]:
    """Everything of this mesa, decided or not, in the order in which it was tapped; constant queries."""
    items = list(
        Quarantined.objects.filter(mesa=mesa)
        .select_related("device", "sent_by", "user")
        .prefetch_related("decisions__user")
    )
    rows = rows_of(item.client_id for item in items)
    rules = reglamento_get(mesa.reglamento, mesa.rule_settings)
    return [_standing(item, rules, rows) for item in items]


def rows_of(client_ids: Iterable[UUID]) -> Mapping[UUID, tuple[int, int]]:
    """Mesa and number of those that the log has; one query, none for nothing."""
    wanted = list(client_ids)
    if not wanted:
        return {}
    known = Jugada.objects.filter(client_id__in=wanted).values_list("client_id", "mesa_id", "seq")
    return {client_id: (mesa, seq) for client_id, mesa, seq in known}


def recorded_at_table() -> Q:
    """Of Jugada: what was tapped at a table, sent by its tablet or taken out of quarantine; not what the desk wrote of itself."""
    return Q(device__isnull=False) | Q(Exists(Quarantined.objects.filter(client_id=OuterRef("client_id"))))


def decided() -> Q:
    """Of Quarantined: those about which nothing is left to decide; what reached the log by itself is among them."""
    final = QuarantineDecision.objects.filter(item=OuterRef("pk")).exclude(outcome=REFUSED)
    return Q(Exists(final)) | Q(Exists(Jugada.objects.filter(client_id=OuterRef("client_id"))))


def mesas_with_quarantine(championship: Championship) -> QuerySet[Mesa]:
    """The mesas of the championship of which anything was ever kept, `waits` of it; those that wait come first."""
    open_ones = Quarantined.objects.filter(mesa=OuterRef("pk")).exclude(decided()).order_by().values("mesa")
    count = Subquery(open_ones.annotate(count=Count("pk")).values("count"))
    return (
        Mesa.objects.filter(fixture__stage__championship=championship)
        .filter(Exists(Quarantined.objects.filter(mesa=OuterRef("pk"))))
        .annotate(waits=Coalesce(count, 0))
        .select_related("fixture__stage__championship", "fixture__table", "fixture__juez", "device")
        .order_by(Case(When(waits=0, then=Value(1)), default=Value(0)), "fixture__round", "fixture__number")
    )


def parted_at(mesa: Mesa, items: Iterable[Quarantined]) -> int:
    """The last row of the log that both tablets had in common, as far as it is known: what follows went on alone.

    The rows of the epoch under which the first of `items` was tapped, and of those before.
    """
    first = min((item.lease_epoch for item in items), default=None)
    if first is None:
        return mesa.head_seq
    common = Jugada.objects.filter(mesa=mesa, lease_epoch__lte=first).order_by("-seq").values_list("seq", flat=True)
    return common.first() or 0


def lease_of(mesa: Mesa, epoch: int) -> Lease | None:
    """Who kept the mesa under this epoch."""
    return Lease.objects.filter(mesa=mesa, epoch=epoch).select_related("device", "user").first()


def _standing(item: Quarantined, rules: Reglamento, rows: Mapping[UUID, tuple[int, int]]) -> Standing:
    decisions = list(item.decisions.all())
    final = next((each for each in decisions if each.outcome != REFUSED), None)
    refusal = decisions[-1].reason if decisions and final is None else ""
    seq = final.seq if final else rows.get(item.client_id, (0, None))[1]
    outcome = final.outcome if final else INCORPORATED if seq else WAITING
    label, side = words_of(item, rules)
    return Standing(item, label, side, str(outcome), seq, refusal, final)


def words_of(item: Quarantined, rules: Reglamento) -> tuple[str, str]:
    """What it says, in the words of its rulebook, and the pareja it is about if it is about one."""
    if item.kind == Quarantined.Kind.ACT:
        return ACTS.get(item.notation, item.notation), ""
    if item.kind == Quarantined.Kind.JUGADA and not item.notation:
        return UNDO, ""
    try:
        jugada = parse_jugada(item.notation)
    except NotationError:
        return figured(rules, item.notation), ""
    return label_of(rules, jugada), getattr(jugada, "subject", "")[:1]
