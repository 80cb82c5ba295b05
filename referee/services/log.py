"""Recording jugadas: the one writer of the log."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import cast
from uuid import UUID

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q

from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture, User
from brackets.services.audit import done_on
from brackets.services.errors import BracketError
from kernel.tablet_keys import head_signed
from referee.models import Device, Mesa, Planilla
from referee.models import Jugada as Row
from referee.rules import (
    Anula,
    Jugada,
    MesaState,
    NotationError,
    RuleViolation,
    apply,
    decide,
    dump_jugada,
    parse_jugada,
)
from referee.selectors.chain import Links
from referee.selectors.folding import state_of, states
from referee.selectors.mesas import planilla_standing
from referee.services.awaiting import require_no_appeal, require_not_ruled
from referee.services.device_keys import JugadaSent, public_key_by_token, signatures_require
from referee.services.devices import seen_is_due
from referee.services.errors import FixtureClosed, LeaseLost, MesaOfOthers, PlanillaClosed, RefereeError, SequenceGap
from referee.services.locking import mesa_lock, tap_lock
from referee.services.outcomes import outcome_report
from referee.services.projecting import projection_advance
from referee.services.statements import LogRow, known_select, rows_insert
from referee.services.writing import write

PLAYING = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL)


@dataclass(slots=True)
class JugadaInput:
    """A `JugadaSent` that no request brought."""

    client_id: UUID
    notation: str
    device_ts: datetime | None = None
    signed: str | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was sent is in the log up to row `acked`; `state` and `head_hash` are those of the whole log.

    Where the batch added to it, `before` is the state that it found, `result` the JSON result of the new one and
    `rows` what was added.
    """

    acked: int
    state: MesaState
    head_hash: str
    mesa_id: int
    before: MesaState | None = field(default=None, compare=False)
    result: Mapping[str, object] | None = field(default=None, compare=False)
    rows: Sequence[LogRow] = field(default=(), compare=False)


class JugadaRefused(RefereeError):
    """Row `seq` was refused; what came before it in the batch is recorded, up to row `acked`."""

    def __init__(self, *, seq: int, acked: int, code: str, message: str, article: str | None) -> None:
        super().__init__(code, message, article=article or None, extra={"seq": seq, "acked": acked})


class _RecordedBefore(Exception):
    """A client_id is known although the sequence said otherwise: what was done is undone, and done with care."""


class _NotSoSimple(Exception):
    """A tap that is not what nearly every tap is."""


@dataclass(frozen=True)
class _Batch:
    device: Device | None
    user: User
    lease_epoch: int
    base_seq: int
    jugadas: Sequence[JugadaSent]
    now: datetime

    @property
    def written_on(self) -> UUID | None:
        return self.device.public_id if self.device else None


def jugadas_record(
    *,
    mesa_id: UUID,
    device: Device,
    user: User,
    lease_epoch: int,
    base_seq: int,
    jugadas: Sequence[JugadaSent],
    now: datetime,
) -> Recorded:
    """Append a batch to the log of a mesa, each jugada once however often it is sent.

    `base_seq` is how many rows the tablet believes precede the batch. A jugada that is already there, known by
    its `client_id`, is passed over. Raises SignatureWrong, MesaOutOfReach, LeaseLost, SequenceGap, PlanillaClosed or
    FixtureClosed and then records nothing; raises JugadaRefused for the first jugada that the rules refuse,
    after recording those before it.
    """
    signatures_require(public_key=device.public_key, mesa_id=mesa_id, jugadas=jugadas)
    batch = _Batch(device, user, lease_epoch, base_seq, jugadas, now)

    def record(*, hopeful: bool) -> tuple[Recorded, JugadaRefused | None]:
        return _record(mesa_lock(mesa_id=mesa_id, device=device, user=user), batch, hopeful=hopeful)

    try:
        recorded, refused = write(lambda: record(hopeful=True))
    except (IntegrityError, _RecordedBefore):
        # Some client_id was recorded before, where it was not looked for: here, or in another mesa.
        recorded, refused = write(lambda: record(hopeful=False))
    if refused:
        raise refused
    return recorded


def tap_record(
    *,
    token: str,
    mesa_id: UUID,
    lease_epoch: int,
    base_seq: int,
    jugadas: Sequence[JugadaSent],
    now: datetime,
) -> Recorded | None:
    """What nearly every tap is: the tablet that keeps the mesa goes on with its log, and nothing is refused.

    Who has the token is read in the same transaction. None in every other case, and then nothing is recorded:
    `jugadas_record` does it with care, and finds the words.
    """

    def work() -> Recorded:
        mesa, device = tap_lock(mesa_id=mesa_id, token=token)
        if device.public_key != public_key:
            raise _NotSoSimple
        done_on(device.name)
        if seen_is_due(device=device, now=now):
            raise _NotSoSimple
        batch = _Batch(device, cast("User", device.user), lease_epoch, base_seq, jugadas, now)
        recorded, refused = _record(mesa, batch, hopeful=True)
        if refused:
            raise _NotSoSimple
        return recorded

    try:
        public_key = public_key_by_token(token)
        if public_key is None:
            return None
        signatures_require(public_key=public_key, mesa_id=mesa_id, jugadas=jugadas)
        return write(work)
    except (_NotSoSimple, _RecordedBefore, RefereeError, DatabaseError):
        return None


def jugadas_add(
    *,
    mesa: Mesa,
    jugadas: Sequence[JugadaSent],
    user: User,
    now: datetime,
    ruling: bool = False,
) -> JugadaRefused | None:
    """Append to a mesa that is locked, on top of its log as it is, what `user` decided should be there.

    These rows are in no tablet's name, wherever it was decided: no tablet's key signed them. None of them may be known. Answers the
    first that the rules refuse, with those before it recorded; raises PlanillaClosed or FixtureClosed, and RefereeError while an
    appeal awaits its `ruling`, unless this is it. The tablet that keeps the mesa learns of it as of a gap.
    """
    _require_open(mesa)
    if not ruling:
        require_no_appeal(mesa)
    batch = _Batch(None, user, mesa.lease_epoch, mesa.head_seq, jugadas, now)
    before = state_of(mesa)
    state, rows, refused = _append(mesa, before, jugadas, batch, ruling=ruling)
    _write(mesa, before, state, rows)
    return refused


def _record(mesa: Mesa, batch: _Batch, *, hopeful: bool) -> tuple[Recorded, JugadaRefused | None]:
    """Record what is new. `hopeful` leaves it to the database to find a client_id known, where none should be."""
    device = cast("Device", batch.device)
    leased = (mesa.device_id, mesa.lease_epoch) == (device.pk, batch.lease_epoch)
    follows = leased and batch.base_seq == mesa.head_seq
    takes_more = mesa.estado != "terminada" and mesa.fixture.status in PLAYING
    unseen = hopeful and follows and takes_more
    known = {} if unseen else known_select(jugada.client_id for jugada in batch.jugadas)
    fresh = _unknown(mesa, batch, known)
    if not fresh:
        acked = max((seq for _, seq, _ in known.values()), default=min(batch.base_seq, mesa.head_seq))
        return Recorded(acked, state_of(mesa), mesa.head_hash, mesa.pk), None
    if not leased:
        raise LeaseLost(mesa)
    # A tablet that reloaded counts what it sends again among the rows that precede it.
    later = sum(mesa_id == mesa.pk and seq > batch.base_seq for mesa_id, seq, _ in known.values())
    if batch.base_seq + later != mesa.head_seq:
        raise SequenceGap(expected=mesa.head_seq)
    _require_heads_known(mesa, fresh)
    _require_open(mesa)
    require_no_appeal(mesa)
    before = state_of(mesa)
    state, rows, refused = _append(mesa, before, fresh, batch)
    if refused and unseen and known_select(jugada.client_id for jugada in fresh):
        # Refused only because it is recorded already: that is no news, and nothing to refuse.
        raise _RecordedBefore
    if not rows:
        return Recorded(mesa.head_seq, state, mesa.head_hash, mesa.pk, before), refused
    _write(mesa, before, state, rows)
    return Recorded(mesa.head_seq, state, mesa.head_hash, mesa.pk, before, mesa.state, rows), refused


def _require_heads_known(mesa: Mesa, fresh: Iterable[JugadaSent]) -> None:
    """Raise SequenceGap where a tablet signed over a row that this log never had: kept, its signature would say that the row was taken out.

    An honest one goes on from the log as it is and signs anew. A query only where it signed before the last answer came.
    """
    heads = {head_signed(sent.signed) for sent in fresh if sent.signed} - {"", mesa.head_hash}
    if heads:
        own = Row.objects.filter(mesa=mesa.pk)
        links = own.filter(Q(hash__in=heads) | Q(seq=1, prev_hash__in=heads)).values_list("prev_hash", "hash")
        if heads.difference(chain.from_iterable(links)):
            raise SequenceGap(expected=mesa.head_seq)


def _write(mesa: Mesa, before: MesaState, state: MesaState, rows: Sequence[LogRow]) -> None:
    if not rows:
        return
    rows_insert(rows)
    mesa.head_seq, mesa.head_hash = rows[-1].seq, rows[-1].hash
    projection_advance(mesa=mesa, before=before, state=state)
    states.put(mesa.head_hash, state)


def _unknown(mesa: Mesa, batch: _Batch, known: Mapping[UUID, tuple[int, int, str]]) -> Sequence[JugadaSent]:
    """The jugadas that are not recorded yet; raises JugadaRefused for a client_id that is, for something else."""
    if not known and len({jugada.client_id for jugada in batch.jugadas}) == len(batch.jugadas):
        return batch.jugadas
    sent: dict[UUID, JugadaSent] = {}
    for jugada in batch.jugadas:
        mesa_id, seq, notation = known.get(jugada.client_id, (mesa.pk, 0, ""))
        twin = sent.setdefault(jugada.client_id, jugada)
        same = mesa_id == mesa.pk and (not notation or notation == _one_form(jugada.notation))
        if not same or twin.notation != jugada.notation:
            raise JugadaRefused(
                seq=seq if mesa_id == mesa.pk and seq else batch.base_seq + 1,
                acked=min(batch.base_seq, mesa.head_seq),
                code="client-id-repetido",
                message="Con ese identificador ya se registró otra jugada: la tablet debe darle uno nuevo.",
                article=None,
            )
    return [jugada for client_id, jugada in sent.items() if client_id not in known]


def _one_form(notation: str) -> str:
    """The line as the log writes it; what is no notation stays as it is."""
    try:
        return dump_jugada(parse_jugada(notation))
    except NotationError:
        return notation


def _require_open(mesa: Mesa) -> None:
    """Raise where the Planilla or the bracket no longer lets the log grow; a query only when the mesa is over."""
    if mesa.estado == "terminada":
        standing = planilla_standing(mesa)
        if standing is not None:
            raise PlanillaClosed(sealed=standing.status == Planilla.Status.SEALED)
    if mesa.fixture.status not in PLAYING:
        raise FixtureClosed(mesa.fixture)


def _read(sent: JugadaSent) -> tuple[Jugada, str]:
    """The jugada, and the line that its row has. Raises NotationError, also for a line that was signed in another form than that."""
    jugada = parse_jugada(sent.notation)
    notation = dump_jugada(jugada)
    if sent.signed and notation != sent.notation:
        raise NotationError(f"esta jugada se escribe «{notation}»")
    return jugada, notation


def _append(
    mesa: Mesa, state: MesaState, fresh: Sequence[JugadaSent], batch: _Batch, *, ruling: bool = False
) -> tuple[MesaState, list[LogRow], JugadaRefused | None]:
    """Fold and judge one by one; the rows to insert, and the refusal that stopped it, if any.

    The bracket is told what each brings about, or of a `ruling` only what all of them do: between, a mesa that is over may go on and
    end again without needing its table for that.
    """
    rows: list[LogRow] = []
    seq, head = mesa.head_seq, mesa.head_hash
    device, epoch, user = batch.written_on, batch.lease_epoch, batch.user.public_id
    links = Links(mesa=mesa.public_id, device=device, lease_epoch=epoch, user=user, received_at=batch.now)
    for sent in fresh:
        try:
            jugada, notation = _read(sent)
            if isinstance(jugada, Anula) and not ruling:
                require_not_ruled(mesa, jugada.number)
            decide(state, jugada)
            after = apply(state, jugada)
            if sent is fresh[-1] if ruling else after.position.ended != state.position.ended:
                with transaction.atomic():
                    outcome_report(
                        mesa=mesa, state=after, final=False, user=batch.user, now=batch.now, makes_way=ruling
                    )
        except (NotationError, RuleViolation, BracketError, DrawRefusal, MesaOfOthers) as error:
            article = getattr(error, "article", None)
            refused = JugadaRefused(seq=seq + 1, acked=seq, code=error.code, message=error.message, article=article)
            return state, rows, refused
        seq, previous, state = seq + 1, head, after
        client_id, at, signed = sent.client_id, sent.device_ts, sent.signed or ""
        head = links.link(previous, seq=seq, client_id=client_id, notation=notation, device_ts=at, signed=signed)
        row = LogRow(mesa.pk, seq, client_id, notation, device, epoch, user, at, signed, batch.now, previous, head)
        rows.append(row)
    return state, rows, None
