"""What was typed and confirmed becomes the log's, a sealed Planilla and the result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from brackets.models import Fixture, User
from brackets.services.fixtures import Recorded, fixture_record
from referee.models import Mesa, Planilla, Signature, Transcription
from referee.rules import Jugada, MesaState, apply, caidas_made, decide, dump_jugada, outcome
from referee.selectors.appeal_terms import decision_hour
from referee.selectors.chain import Links
from referee.selectors.digest import digest_of
from referee.selectors.folding import state_of, states
from referee.selectors.mesa_ending import mesa_ending
from referee.selectors.mesas import planilla_standing
from referee.selectors.transcription.dates import signed_on_paper
from referee.selectors.transcription.reading import ON_PAPER, Reading
from referee.selectors.transcription.standing import typed_of
from referee.services.awaiting import require_no_appeal
from referee.services.errors import RefereeError
from referee.services.mesas import mesa_on_paper
from referee.services.projecting import projection_advance
from referee.services.signing import planilla_seal, signature_append
from referee.services.statements import LogRow, rows_insert
from referee.services.transcriptions.holding import require_rivals
from referee.services.tree import sealed

PARTIES: Final = (Signature.Party.A, Signature.Party.B, Signature.Party.JUEZ)


@dataclass(frozen=True, slots=True)
class Sealed:
    """The version that was made, where the rows of the log that come from the paper end, and what the result brought about."""

    planilla: Planilla
    last_seq: int
    recorded: Recorded


def paper_seal(
    *,
    transcription: Transcription,
    mesa: Mesa | None,
    reading: Reading,
    user: User,
    now: datetime,
    reason: str = "",
    on_purpose: bool = False,
) -> Sealed:
    """Append its jugadas to the log, seal a Planilla with the answers on the paper, and record the result.

    `mesa` is held by whoever calls, and so is the transcription. Raises RefereeError `bitacora-siguio` where the log is
    not what the transcription went on from, and what the bracket refuses.
    """
    _require_as_it_was(transcription, mesa)
    require_rivals(transcription)
    if mesa is None or mesa.head_seq == 0:
        mesa = mesa_on_paper(transcription=transcription, now=now)
    require_no_appeal(mesa)
    decided_at = _decided(mesa, transcription)
    state = _append(mesa, transcription, reading.jugadas, now)
    planilla = _planilla(mesa, transcription, now)
    recorded = result_record(
        fixture=transcription.fixture,
        state=state,
        user=user,
        now=now,
        reason=reason or typed_of(transcription).ending.reason,
        on_purpose=on_purpose,
        decided_at=decided_at,
    )
    return Sealed(planilla, mesa.head_seq, recorded)


def signatures_seal(*, transcription: Transcription, mesa: Mesa, user: User, now: datetime) -> Sealed:
    """The tablet has the whole log and nobody signed there: the answers on the paper seal it as it is."""
    require_rivals(transcription)
    require_no_appeal(mesa)
    planilla = _planilla(mesa, transcription, now)
    recorded = result_record(
        fixture=transcription.fixture, state=state_of(mesa), user=user, now=now, reason="", decided_at=_decided(mesa, transcription),
    )  # fmt: skip
    return Sealed(planilla, mesa.head_seq, recorded)


def result_record(
    *,
    fixture: Fixture,
    state: MesaState,
    user: User,
    now: datetime,
    reason: str,
    decided_at: datetime,
    on_purpose: bool = False,
) -> Recorded:
    """The result that `state` has, of the hour on the paper, by the same way as any other that is entered at the desk."""
    ended = outcome(state)
    if ended is None:
        raise RefereeError("sin-final", "Según las reglas esta mesa no ha terminado: no hay resultado que registrar.")
    return fixture_record(
        fixture=fixture,
        **mesa_ending(ended, state.position.chicas),
        caidas=caidas_made(state),
        user=user,
        now=now,
        reason=reason,
        on_purpose=on_purpose,
        decided_at=decided_at,
        from_log=True,
    )


def result_differs(fixture: Fixture, state: MesaState) -> bool:
    """Whether the partida has a final result that is not the one of `state`."""
    ended = outcome(state)
    if fixture.status != Fixture.Status.FINAL or ended is None:
        return False
    winner = fixture.pareja_a_id if ended.winner == "A" else fixture.pareja_b_id
    there = mesa_ending(ended, state.position.chicas)
    return (fixture.winner_id, fixture.how, fixture.chicas) != (winner, there["how"], there["chicas"])


def _require_as_it_was(transcription: Transcription, mesa: Mesa | None) -> None:
    there = (mesa.head_seq, mesa.head_hash) if mesa is not None and mesa.head_seq else (0, "")
    if there != (transcription.base_seq, transcription.base_hash):
        message = (
            "Mientras se transcribía, una tablet siguió la bitácora de esta mesa. Deje sin efecto esta transcripción y "
            "empiécela otra vez: seguirá desde donde quedó la tablet, o se comparará con ella."
        )
        raise RefereeError("bitacora-siguio", message)


def _append(mesa: Mesa, transcription: Transcription, jugadas: Sequence[Jugada], now: datetime) -> MesaState:
    """The rows of the log: no tablet, the account of who typed, the lease epoch of the mesa."""
    before = state = state_of(mesa)
    user, epoch = transcription.typed_by.public_id, mesa.lease_epoch
    links = Links(mesa=mesa.public_id, device=None, lease_epoch=epoch, user=user, received_at=now)
    seq, head = mesa.head_seq, mesa.head_hash
    rows: list[LogRow] = []
    for jugada in jugadas:
        decide(state, jugada)
        state = apply(state, jugada)
        seq, previous = seq + 1, head
        client_id, notation = _client_id(transcription.public_id, seq), dump_jugada(jugada)
        head = links.link(previous, seq=seq, client_id=client_id, notation=notation, device_ts=None)
        rows.append(LogRow(mesa.pk, seq, client_id, notation, None, epoch, user, None, "", now, previous, head))
    if rows:
        rows_insert(rows)
        mesa.head_seq, mesa.head_hash = seq, head
        projection_advance(mesa=mesa, before=before, state=state)
        states.put(head, state)
    return state


def _client_id(transcription: UUID, seq: int) -> UUID:
    """Always the same for the same row, so that no row is ever there twice."""
    return uuid5(transcription, str(seq))


def _planilla(mesa: Mesa, transcription: Transcription, now: datetime) -> Planilla:
    """Sealed with the answers on its paper, which is at the desk already (16)."""
    if planilla_standing(mesa) is not None:
        message = "Esta mesa ya tiene una Planilla congelada o sellada: termine primero con ella."
        raise RefereeError("planilla-ya-hay", message, article="16")
    versions = mesa.planillas.filter(status=Planilla.Status.SEALED).values_list("version", flat=True)
    planilla = Planilla.objects.create(
        mesa=mesa,
        version=max(versions, default=0) + 1,
        head_seq=mesa.head_seq,
        digest=digest_of(mesa),
        chain_hash=mesa.head_hash,
        frozen_at=now,
        frozen_by=transcription.typed_by,
        delivered_at=now,
        received_by=transcription.confirmed_by,
    )
    for signature in _signatures(planilla, transcription):
        signature_append(signature)
    planilla_seal(planilla, now)
    sealed(transcription.fixture.stage.championship_id)
    return planilla


def _signatures(planilla: Planilla, transcription: Transcription) -> Iterable[Signature]:
    """What stands on the paper, by the day and hour on it; without ink, which is there and not here."""
    ending, at = typed_of(transcription).ending, _signed_at(transcription)
    for party in PARTIES:
        signed = ending.signers.get(str(party))
        if signed is None or not signed.outcome:
            continue
        plain = signed.outcome == Signature.Outcome.SIGNED
        yield Signature(
            planilla=planilla,
            party=party,
            outcome=signed.outcome,
            name=signed.name,
            reason="" if plain else signed.reason or ON_PAPER,
            digest=planilla.digest,
            client_id=uuid5(planilla.mesa.public_id, f"{planilla.version}-{party}"),
            signed_at=at,
        )


def _signed_at(transcription: Transcription) -> datetime:
    typed = transcription.finished_at or transcription.started_at
    return signed_on_paper(typed_of(transcription).ending, transcription.fixture, typed=typed)


def _decided(mesa: Mesa, transcription: Transcription) -> datetime:
    """When the mesa ended: at the hour on its paper, and not before the last jugada that a tablet has of it."""
    last, signed = mesa.jugadas.order_by("-seq").first(), _signed_at(transcription)
    return max(signed, decision_hour(last, mesa)) if last else signed
