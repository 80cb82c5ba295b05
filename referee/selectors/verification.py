"""Checking whole logs against their chain, the rules, the projections and the Planillas signed on them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from brackets.selectors.wording import counted
from referee.models import Chica, Data, Jugada, Mesa, Planilla
from referee.rules import MesaState, NotationError, RuleViolation, apply, decide, log_digest, parse_jugada, start
from referee.selectors.chain import genesis, link
from referee.selectors.digest import log_header, log_line
from referee.selectors.folding import rules_of
from referee.selectors.log_results import Reported, reported_of, result_problem
from referee.selectors.projection import CHICA_FIELDS, DATA_FIELDS, MESA_FIELDS, Projection, projection_of
from referee.selectors.signature_chain import signatures_problem
from referee.selectors.signed_rows import Keys, Statements, keys_of, signature_problem
from referee.selectors.unreadable import UNREADABLE, unread

MESAS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Checked:
    """One mesa's log read from the first row.

    `broken` says what is wrong, `seq` at which row (None: with what is kept beside the log). `state` is the
    fold of the log where the log itself is sound; `stored` what the tables hold.
    """

    mesa: Mesa
    seq: int | None
    broken: str | None
    state: MesaState | None
    stored: Projection


class LogRow(NamedTuple):
    """A row of the log as it is read; half the cost of a model's instance."""

    seq: int
    client_id: UUID
    notation: str
    device: UUID | None
    lease_epoch: int
    user: UUID
    device_ts: datetime | None
    signed: str
    received_at: datetime
    prev_hash: str
    hash: str


class _Broken(Exception):
    def __init__(self, seq: int | None, problem: str) -> None:
        super().__init__(problem)
        self.seq = seq
        self.problem = problem


def logs_check(mesas: Iterable[Mesa]) -> Iterator[Checked]:
    """Check the logs of these mesas, a few hundred at a time with eleven queries each."""
    chunk: list[Mesa] = []
    for mesa in mesas:
        chunk.append(mesa)
        if len(chunk) == MESAS_AT_ONCE:
            yield from _chunk_check(chunk)
            chunk = []
    yield from _chunk_check(chunk)


def mesa_check(mesa: Mesa) -> Checked:
    """Check one mesa while it holds still: what is being played may move between the queries of `logs_check`."""
    with transaction.atomic():
        locked = Mesa.objects.select_for_update().get(pk=mesa.pk)
        return next(_chunk_check([locked]))


def statements_check(mesas: QuerySet[Mesa]) -> Iterator[tuple[UUID, int, str]]:
    """Where a tablet that wrote at these mesas signed twice with one number, or not in its order: the mesa, the row, and what
    is odd about it. One query; what its tablets wrote at other mesas is looked at too.

    Each was signed by its key, so that the server cannot have made it: a copy of the key is somewhere, or the tablet's program failed.
    """
    theirs = Jugada.objects.filter(mesa__in=mesas).exclude(signed="").values("device")
    rows = Jugada.objects.filter(device__in=theirs).exclude(signed="").order_by("device", "pk")
    # One tablet's at a time, since a season has more than is good to have in memory.
    read = rows.values_list("mesa__public_id", *LogRow._fields).iterator(chunk_size=2000)
    for _, signed in groupby(((mesa, LogRow(*row)) for mesa, *row in read), key=lambda each: each[1].device):
        statements = Statements()
        for mesa, row in signed:
            if problem := statements.problem(mesa, row):
                yield mesa, row.seq, f"la jugada {row.seq} «{row.notation}» {problem}"


def _chunk_check(mesas: Sequence[Mesa]) -> Iterator[Checked]:
    logs: defaultdict[int, list[LogRow]] = defaultdict(list)
    for mesa_id, *row in (
        Jugada.objects.filter(mesa__in=mesas).order_by("mesa", "seq").values_list("mesa", *LogRow._fields)
    ):
        logs[mesa_id].append(LogRow(*row))
    keys = keys_of(mesas, {row.device for rows in logs.values() for row in rows if row.device})
    stored = _stored(mesas)
    planillas: defaultdict[int, list[Planilla]] = defaultdict(list)
    for planilla in Planilla.objects.filter(mesa__in=mesas).prefetch_related("signatures").order_by("version", "id"):
        planillas[planilla.mesa_id].append(planilla)
    inkless, reported = _inkless(mesas), reported_of(mesas)
    for mesa in mesas:
        beside = (stored[mesa.pk], planillas[mesa.pk], keys[mesa.pk], reported[mesa.pk])
        yield log_check(mesa, logs[mesa.pk], *beside, with_ink=mesa.pk not in inkless)


def _inkless(mesas: Sequence[Mesa]) -> set[int]:
    """Those that came from an archive without ink."""
    imported = Mesa.objects.filter(pk__in=[mesa.pk for mesa in mesas], fixture__stage__championship__archive__ink=False)
    return set(imported.values_list("pk", flat=True))


def _stored(mesas: Sequence[Mesa]) -> dict[int, Projection]:
    chicas: defaultdict[int, list[dict[str, object]]] = defaultdict(list)
    for row in Chica.objects.filter(mesa__in=mesas).order_by("number").values("mesa", *CHICA_FIELDS):
        chicas[row.pop("mesa")].append(row)
    datas: defaultdict[int, list[dict[str, object]]] = defaultdict(list)
    for row in Data.objects.filter(mesa__in=mesas).order_by("order").values("mesa", *DATA_FIELDS):
        datas[row.pop("mesa")].append(row)
    return {
        mesa.pk: Projection(
            {field: getattr(mesa, field) for field in MESA_FIELDS}, tuple(chicas[mesa.pk]), tuple(datas[mesa.pk])
        )
        for mesa in mesas
    }


def log_check(
    mesa: Mesa,
    rows: Sequence[LogRow],
    stored: Projection,
    planillas: Sequence[Planilla],
    keys: Keys,
    reported: Reported,
    *,
    with_ink: bool = True,
) -> Checked:
    """Check one mesa of which everything is at hand: no query where the signatures of its Planillas are prefetched.

    `with_ink` false: the signatures come from an archive without ink.
    """
    state = None
    try:
        hashes = _chain_check(mesa, rows, reported.numbers)
        _signatures_check(mesa, rows, keys)
        state = _fold_check(mesa, rows)
        _planillas_check(mesa, rows, planillas, hashes, with_ink=with_ink)
        _result_check(mesa, state, planillas, reported)
        _projection_check(state, stored)
    except _Broken as broken:
        return Checked(mesa, broken.seq, broken.problem, state, stored)
    except UNREADABLE as error:
        return Checked(mesa, None, unread("lo que hay junto a la bitácora", error), state, stored)
    return Checked(mesa, None, None, state, stored)


def genesis_of(mesa: Mesa, numbers: Mapping[int, int]) -> str:
    """What the first row of its log builds on; `numbers` of parejas by their keys."""
    return genesis(
        mesa=mesa.public_id,
        parejas=(numbers[mesa.pareja_a_id], numbers[mesa.pareja_b_id]),
        reglamento=mesa.reglamento,
        version=mesa.reglamento_version,
        settings=mesa.rule_settings,
        seats=mesa.seats,
    )


def _chain_check(mesa: Mesa, rows: Sequence[LogRow], numbers: Mapping[int, int]) -> list[str]:
    """The hash after each row, the genesis first; raises _Broken at the first row that does not fit."""
    head = genesis_of(mesa, numbers)
    hashes = [head]
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq:
            raise _Broken(seq, f"falta la jugada {seq}: le sigue la {row.seq}")
        if row.prev_hash != head:
            raise _Broken(seq, f"la jugada {seq} no continúa la cadena de la anterior")
        if row.hash != _hash(mesa, row):
            raise _Broken(seq, f"la jugada {seq} «{row.notation}» no es la que se registró: su huella no corresponde")
        head = row.hash
        hashes.append(head)
    if (mesa.head_seq, mesa.head_hash) != (len(rows), head):
        raise _Broken(
            len(rows),
            f"la mesa dice tener {counted(mesa.head_seq, 'jugada', 'jugadas')} y la bitácora llega a la {len(rows)}",
        )
    return hashes


def _hash(mesa: Mesa, row: LogRow) -> str:
    return link(
        row.prev_hash,
        mesa=mesa.public_id,
        seq=row.seq,
        client_id=row.client_id,
        notation=row.notation,
        device=row.device,
        lease_epoch=row.lease_epoch,
        user=row.user,
        device_ts=row.device_ts,
        received_at=row.received_at,
        signed=row.signed,
    )


def _signatures_check(mesa: Mesa, rows: Sequence[LogRow], keys: Keys) -> None:
    for row in rows:
        if problem := signature_problem(keys, mesa.public_id, row):
            raise _Broken(row.seq, f"la jugada {row.seq} «{row.notation}» {problem}")


def _fold_check(mesa: Mesa, rows: Sequence[LogRow]) -> MesaState:
    """The fold of rows that the rules accept one by one."""
    state = start(rules_of(mesa), tuple(mesa.seats))
    for row in rows:
        try:
            jugada = parse_jugada(row.notation)
            decide(state, jugada)
        except (NotationError, RuleViolation) as refusal:
            raise _Broken(row.seq, f"el reglamento no admite la jugada {row.seq}: {refusal.message}") from refusal
        state = apply(state, jugada)
    return state


def _projection_check(state: MesaState, stored: Projection) -> None:
    expected = projection_of(state)
    for field, value in expected.mesa.items():
        if stored.mesa[field] != value:
            raise _Broken(None, f"{field} es {stored.mesa[field]!r} y de la bitácora resulta {value!r}")
    for name, rows, ought in (("chicas", stored.chicas, expected.chicas), ("datas", stored.datas, expected.datas)):
        if rows != ought:
            held = counted(len(rows), "fila", "filas")
            raise _Broken(None, f"{name} guarda {held}, que no es lo que resulta de la bitácora ({len(ought)})")


def _planillas_check(
    mesa: Mesa, rows: Sequence[LogRow], planillas: Sequence[Planilla], hashes: Sequence[str], *, with_ink: bool
) -> None:
    """Every Planilla and every signature on it is bound to the log as it was; only a ruling follows a seal; no version is missing."""
    sealed = sorted(planilla.version for planilla in planillas if planilla.status == Planilla.Status.SEALED)
    for version, found in enumerate(sealed, start=1):
        if found != version:
            raise _Broken(len(rows), f"falta la Planilla v{version}: hay una v{found}")
    for planilla in planillas:
        name = f"la Planilla v{planilla.version} ({planilla.fingerprint})"
        if not _is_of(planilla, mesa, rows, hashes):
            raise _Broken(planilla.head_seq, f"{name} no corresponde a la bitácora hasta la jugada {planilla.head_seq}")
        closes = planilla.status != Planilla.Status.REOPENED and planilla.corrected_at is None
        if closes and planilla.head_seq + 1 < len(hashes):
            raise _Broken(planilla.head_seq + 1, f"hay jugadas después de cerrar {name}")
        if problem := signatures_problem(planilla, mesa.public_id, planilla.signatures.all(), with_ink=with_ink):
            raise _Broken(planilla.head_seq, f"{name}: {problem}")


def _result_check(mesa: Mesa, state: MesaState, planillas: Sequence[Planilla], reported: Reported) -> None:
    try:
        problem = result_problem(mesa, state, planillas, reported)
    except UNREADABLE as error:
        problem = unread("lo que consta del resultado de su partida", error)
    if problem:
        raise _Broken(mesa.head_seq, problem)


def _is_of(planilla: Planilla, mesa: Mesa, rows: Sequence[LogRow], hashes: Sequence[str]) -> bool:
    """Whether the Planilla is that of the log's first rows: by the chain, and by the digest that was signed."""
    head = planilla.head_seq
    if head >= len(hashes) or planilla.chain_hash != hashes[head]:
        return False
    if planilla.digest == planilla.chain_hash:
        return True  # frozen before there was another digest to sign
    lines = (log_line(row.client_id, row.notation, row.device_ts) for row in rows[:head])
    return planilla.digest == log_digest(log_header(mesa), lines)
