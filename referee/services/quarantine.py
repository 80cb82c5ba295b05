"""What a tablet had saved and the log did not take: kept, until a person incorporates it or discards it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from brackets.models import User
from brackets.services.audit import audit_record
from brackets.services.names import text_clean
from referee.models import Device, Mesa, Quarantined, QuarantineDecision
from referee.rules import Anula, JuegoYVeo, NotationError, dump_jugada, parse_jugada
from referee.selectors.quarantine import lease_of, quarantine_of, rows_of
from referee.services.errors import LogConflict, MesaOutOfReach, RefereeError
from referee.services.locking import reach_require
from referee.services.log import JugadaInput, jugadas_add
from referee.services.statements import mesa_select
from referee.services.writing import one_writer

Outcome = QuarantineDecision.Outcome
REASON, LONGEST = 300, 300


@dataclass(frozen=True, slots=True)
class KeptInput:
    """Something saved on a tablet, and why the log did not take it; see `Quarantined`."""

    client_id: UUID
    kind: str
    notation: str
    why_code: str
    why: str = ""
    number: int | None = None
    about: UUID | None = None
    body: Mapping[str, Any] = field(default_factory=dict)
    device_ts: datetime | None = None


class AlreadyDecided(LogConflict):
    """Somebody decided the contrary before."""

    def __init__(self) -> None:
        super().__init__(
            "ya-decidida",
            "Otra persona ya decidió sobre una de estas jugadas. Mire la lista de nuevo y elija otra vez.",
        )


def quarantine_keep(
    *,
    mesa_id: UUID,
    device: Device | None,
    user: User | None,
    lease_epoch: int,
    items: Sequence[KeptInput],
    now: datetime,
) -> Mesa:
    """Keep what was saved on the tablet of this epoch, each once however often it is sent.

    What the log has already is passed over. Whoever kept the mesa under that epoch may send, even if the mesa is
    another's by now, and whoever may keep it; `device` is None where the Mesa de Control read the codes of a rescue,
    and then its page asks who may. Raises MesaOutOfReach, or RefereeError for a client_id that stands for something
    else, and then keeps nothing.
    """
    sending = _Sending(device, user, lease_epoch, items, now)
    try:
        return _keep(mesa_id, sending)
    except IntegrityError:
        # The same client_id came to another mesa at the same moment: now it is found and refused.
        return _keep(mesa_id, sending)


@dataclass(frozen=True, slots=True)
class _Sending:
    device: Device | None
    user: User | None
    lease_epoch: int
    items: Sequence[KeptInput]
    now: datetime


def _keep(mesa_id: UUID, sent: _Sending) -> Mesa:
    with one_writer():
        mesa = mesa_select(mesa_id)
        if mesa is None:
            raise MesaOutOfReach
        lease = lease_of(mesa, sent.lease_epoch)
        if sent.device is not None and (lease is None or lease.device_id != sent.device.pk):
            _require_reach(mesa, sent.device, sent.user)
        fresh = _unknown(mesa, sent.items)
        Quarantined.objects.bulk_create(
            Quarantined(
                mesa=mesa,
                client_id=item.client_id,
                kind=item.kind,
                notation=item.notation,
                body={
                    name: value for name, value in item.body.items() if name not in ("pin", "pin_proof")
                },  # nobody's business now
                number=item.number,
                about=item.about,
                lease_epoch=sent.lease_epoch,
                device=lease.device if lease else sent.device,
                sent_by=sent.device,
                user=sent.user,
                why_code=item.why_code,
                why=item.why,
                device_ts=item.device_ts,
                received_at=sent.now,
            )
            for item in fresh
        )
    return mesa


def quarantine_decide(
    *,
    mesa_id: UUID,
    device: Device | None,
    user: User,
    client_ids: Sequence[UUID],
    incorporate: bool,
    now: datetime,
    reason: str = "",
) -> str:
    """Take these into the log, in the order in which they were tapped, or discard them for a reason.

    Deciding the same again does nothing. Taking them stops at the first that the rules refuse: that one waits on, and
    why is answered (empty where all were taken); what came before it is in the log. `device` is None at the Mesa de
    Control, whose page asks who may. Raises MesaOutOfReach, AlreadyDecided, PlanillaClosed, FixtureClosed or
    RefereeError, and then nothing has changed.
    """
    reason = text_clean(reason, field="reason", label="El motivo", longest=REASON, required=not incorporate)
    with one_writer():
        mesa = mesa_select(mesa_id)
        if mesa is None:
            raise MesaOutOfReach
        if device is not None:
            _require_reach(mesa, device, user)
        wanted = _wanted(mesa, client_ids, incorporate=incorporate)
        who = _Decider(mesa, device, user, now)
        return who.incorporate(wanted) if incorporate else who.discard(wanted, reason)


@dataclass(slots=True)
class _Decider:
    """Who decides about a mesa that is locked, and what came of it."""

    mesa: Mesa
    device: Device | None
    user: User
    now: datetime

    def incorporate(self, wanted: Sequence[Quarantined]) -> str:
        rows = {client_id: seq for client_id, (_, seq) in rows_of(item.client_id for item in wanted).items()}
        taken: list[Quarantined] = []
        refusal = ""
        for item in wanted:
            if item.client_id not in rows:
                refusal = self._add(item)
                if refusal:
                    self._note(item, Outcome.REFUSED, reason=refusal[:REASON])
                    break
                rows[item.client_id] = self.mesa.head_seq
            self._note(item, Outcome.INCORPORATED, seq=rows[item.client_id])
            taken.append(item)
        self._audit(taken, "cuarentena-incorporar", "Incorporó", "")
        return refusal

    def discard(self, wanted: Sequence[Quarantined], reason: str) -> str:
        for item in wanted:
            self._note(item, Outcome.DISCARDED, reason=reason)
        self._audit(wanted, "cuarentena-descartar", "Descartó", f": {reason}")
        return ""

    def _add(self, item: Quarantined) -> str:
        """Append it to the log; why not, where the rules refuse it."""
        try:
            line = renumbered(self.mesa, item)
        except NotationError as error:
            return _sentence(error.message)
        except _Unresolved as unresolved:
            return str(unresolved)
        sent = JugadaInput(item.client_id, line, item.device_ts)
        refused = jugadas_add(mesa=self.mesa, jugadas=[sent], user=self.user, now=self.now)
        return _sentence(refused.message, refused.article) if refused else ""

    def _note(self, item: Quarantined, outcome: Outcome, *, reason: str = "", seq: int | None = None) -> None:
        QuarantineDecision.objects.create(
            item=item,
            outcome=outcome,
            reason=reason,
            seq=seq,
            user=self.user,
            device=self.device,
            decided_at=self.now,
        )

    def _audit(self, items: Sequence[Quarantined], action: str, did: str, tail: str) -> None:
        if not items:
            return
        how_many = "1 jugada" if len(items) == 1 else f"{len(items)} jugadas"
        sentence = f"{did} {how_many} en cuarentena de la {self.mesa.fixture.name}{tail}"
        audit_record(
            championship=self.mesa.fixture.stage.championship,
            user=self.user,
            now=self.now,
            action=action,
            sentence=f"{sentence.rstrip('.')}."[:LONGEST],
            data={"mesa": str(self.mesa.public_id), "jugadas": [str(item.client_id) for item in items]},
        )


def _sentence(message: str, article: str | None = None) -> str:
    """What the rules say, as it stands alone."""
    cited = f" (art. {article})" if article else ""
    return f"{message[:1].upper()}{message[1:].removesuffix('.')}{cited}."


class _Unresolved(Exception):
    """The line speaks of a jugada that the log does not have."""


def renumbered(mesa: Mesa, item: Quarantined) -> str:
    """Its line with the number that the jugada it speaks of has in the log now."""
    jugada = parse_jugada(item.notation)
    if not isinstance(jugada, Anula | JuegoYVeo) or jugada.number is None:
        return dump_jugada(jugada)
    known = rows_of([item.about] if item.about else [])
    mesa_of, seq = known.get(item.about, (None, 0)) if item.about else (None, 0)
    if mesa_of != mesa.pk:
        message = (
            "Habla de una jugada que no está en la bitácora: incorpore primero esa, o corrija en el Historial y "
            "descarte esta."
        )
        raise _Unresolved(message)
    return dump_jugada(replace(jugada, number=seq))


def _require_reach(mesa: Mesa, device: Device, user: User | None) -> None:
    if user is None:
        raise MesaOutOfReach
    reach_require(fixture=mesa.fixture, device=device, user=user)


def _unknown(mesa: Mesa, items: Sequence[KeptInput]) -> list[KeptInput]:
    """Those that neither the log nor the quarantine has; raises where a client_id stands for something else."""
    ids = [item.client_id for item in items]
    known = {kept.client_id: kept for kept in Quarantined.objects.filter(client_id__in=ids)}
    rows = rows_of(ids)
    fresh: dict[UUID, KeptInput] = {}
    for item in items:
        twin = fresh.setdefault(item.client_id, item)
        kept = known.get(item.client_id)
        elsewhere = rows.get(item.client_id, (mesa.pk, 0))[0] != mesa.pk
        other = kept and (kept.mesa_id, kept.kind, kept.notation) != (mesa.pk, item.kind, item.notation)
        if elsewhere or other or (twin.kind, twin.notation) != (item.kind, item.notation):
            message = "Con ese identificador ya se guardó otra jugada: la tablet debe darle uno nuevo."
            raise RefereeError("client-id-repetido", message)
    return [item for client_id, item in fresh.items() if client_id not in known and client_id not in rows]


def _wanted(mesa: Mesa, client_ids: Sequence[UUID], *, incorporate: bool) -> list[Quarantined]:
    """Those about which there is still something to decide; raises unless all may be decided like this."""
    asked = set(client_ids)
    there = [each for each in quarantine_of(mesa) if each.item.client_id in asked]
    if len(there) != len(asked):
        message = "Una de estas jugadas no está en la cuarentena de esta mesa. Mire la lista de nuevo."
        raise RefereeError("cuarentena-inexistente", message)
    outcome = str(Outcome.INCORPORATED if incorporate else Outcome.DISCARDED)
    decided = {str(Outcome.INCORPORATED), str(Outcome.DISCARDED)} - {outcome}
    if any(each.outcome in decided for each in there):
        raise AlreadyDecided
    wanted = [each.item for each in there if each.decision is None]
    if incorporate and any(item.kind != Quarantined.Kind.JUGADA for item in wanted):
        message = "Solo se incorporan jugadas. Lo demás hágalo de nuevo en la tablet y descártelo aquí."
        raise RefereeError("no-es-jugada", message)
    if incorporate and any(not item.notation for item in wanted):
        message = "No dice qué jugada deshace. Corrija en el Historial y descártela aquí."
        raise RefereeError("sin-jugada-que-deshacer", message)
    return wanted
