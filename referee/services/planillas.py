"""The Planilla's life: frozen on the log's digest for signing, reopened to correct, sealed, delivered."""

from datetime import datetime
from uuid import UUID

from brackets.models import User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from referee.models import Device, Mesa, Planilla
from referee.selectors.digest import digest_of
from referee.selectors.mesas import planilla_standing
from referee.services.errors import LogConflict, PlanillaClosed, RefereeError, SequenceGap
from referee.services.locking import lease_require, mesa_lock
from referee.services.tablet_hours import hour_of
from referee.services.writing import one_writer


class DigestDiffers(LogConflict):
    """The tablet froze, or somebody signed, another log than the one that is here; nothing was changed."""

    def __init__(self, planilla_digest: str) -> None:
        message = (
            "Lo que se firmó en la tablet no es lo que tiene la bitácora: la huella es otra. No se perdió nada: vuelva a "
            "cargar la mesa, compare las jugadas con los jugadores, congele de nuevo y pida otra vez las firmas."
        )
        super().__init__("digest-distinto", message, extra={"digest": planilla_digest})


def planilla_freeze(
    *,
    mesa: Mesa,
    user: User,
    device: Device,
    now: datetime,
    client_id: UUID | None = None,
    digest: str | None = None,
    head_seq: int | None = None,
    at: datetime | None = None,
) -> Planilla:
    """Close the log of a mesa that is over, so that its result can be signed; freezing it again does nothing.

    A tablet that froze without a network tells by `client_id` that it is the same act, by `digest` and `head_seq`
    what it froze, by `at` when. `user` answers for it. Raises SequenceGap or DigestDiffers where the log is not
    what it was on the tablet.
    """
    with one_writer():
        mesa = mesa_lock(mesa_id=mesa.public_id, device=device, user=user)
        done = None if client_id is None else single(Planilla.objects.filter(client_id=client_id))
        if done is not None:
            _require_same_mesa(done, mesa)
            return done
        standing = planilla_standing(mesa)
        if standing is not None:
            if standing.status == Planilla.Status.SEALED:
                raise PlanillaClosed(sealed=True)
            digest_require(standing, digest)
            return standing
        lease_require(mesa=mesa, device=device)
        if mesa.estado != "terminada":
            message = "La mesa no ha terminado: no hay resultado que firmar todavía."
            raise RefereeError("mesa-sin-terminar", message, article="16")
        if head_seq is not None and head_seq != mesa.head_seq:
            raise SequenceGap(expected=mesa.head_seq)
        planilla = Planilla(
            mesa=mesa,
            version=_next_version(mesa),
            head_seq=mesa.head_seq,
            digest=digest_of(mesa),
            chain_hash=mesa.head_hash,
            client_id=client_id,
            frozen_at=hour_of(at, since=mesa.opened_at, now=now),
            frozen_by=user,
        )
        digest_require(planilla, digest)
        planilla.save(force_insert=True)
        return planilla


def planilla_reopen(*, mesa: Mesa, user: User, device: Device, now: datetime, client_id: UUID | None = None) -> None:
    """Let the log go on; the signatures already given stay with the void version. Repeating it does nothing."""
    with one_writer():
        mesa = mesa_lock(mesa_id=mesa.public_id, device=device, user=user)
        if client_id is not None and Planilla.objects.filter(reopened_by=client_id).exists():
            return
        standing = planilla_standing(mesa)
        if standing is None:
            return
        if standing.status == Planilla.Status.SEALED:
            raise PlanillaClosed(sealed=True)
        lease_require(mesa=mesa, device=device)
        standing.status, standing.reopened_by = Planilla.Status.REOPENED, client_id
        standing.save(update_fields=("status", "reopened_by"))
        audit_record(
            championship=mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="planilla-reabrir",
            sentence=f"Reabrió la Planilla de la {mesa.fixture.name} antes de sellarla.",
            data={"mesa": str(mesa.public_id), "fingerprint": standing.fingerprint},
        )


def planilla_deliver(*, planilla: Planilla, user: User, now: datetime) -> Planilla:
    """Note that the Mesa de Control received the Planilla (16). Receiving it again keeps the first hour."""
    with one_writer():
        planilla = _held(planilla)
        if planilla.status != Planilla.Status.SEALED:
            message = "La Planilla todavía no está sellada: falta la firma del Juez."
            raise RefereeError("planilla-sin-sellar", message, article="16")
        if planilla.delivered_at is not None:
            return planilla
        planilla.delivered_at, planilla.received_by = now, user
        planilla.save(update_fields=("delivered_at", "received_by"))
        audit_record(
            championship=planilla.mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="planilla-recibir",
            sentence=f"Recibió la Planilla de la {planilla.mesa.fixture.name}.",
            data={"mesa": str(planilla.mesa.public_id), "version": planilla.version},
        )
        return planilla


def planilla_undeliver(*, planilla: Planilla, user: User, now: datetime) -> Planilla:
    """It was noted as received by mistake: it is still to be handed in. Nothing is done where it is."""
    with one_writer():
        planilla = _held(planilla)
        if planilla.delivered_at is None:
            return planilla
        planilla.delivered_at = planilla.received_by = None
        planilla.save(update_fields=("delivered_at", "received_by"))
        audit_record(
            championship=planilla.mesa.fixture.stage.championship,
            user=user,
            now=now,
            action="planilla-no-recibida",
            sentence=f"Deshizo la recepción de la Planilla de la {planilla.mesa.fixture.name}.",
            data={"mesa": str(planilla.mesa.public_id), "version": planilla.version},
        )
        return planilla


def _held(planilla: Planilla) -> Planilla:
    """As it is now, held until the transaction ends."""
    held = Planilla.objects.select_for_update(of=("self",)).select_related("mesa__fixture__stage__championship")
    return held.get(pk=planilla.pk)


def digest_require(planilla: Planilla, shown: str | None) -> None:
    """Raise DigestDiffers where a tablet showed another digest than the Planilla's."""
    if shown is not None and shown != planilla.digest:
        raise DigestDiffers(planilla.digest)


def _next_version(mesa: Mesa) -> int:
    """One more than the version that a ruling of the Director corrects, if there is one."""
    sealed = mesa.planillas.filter(status=Planilla.Status.SEALED).values_list("version", flat=True)
    return max(sealed, default=0) + 1


def _require_same_mesa(planilla: Planilla, mesa: Mesa) -> None:
    if planilla.mesa_id != mesa.pk:
        message = "Con ese identificador ya se congeló otra mesa: la tablet debe darle uno nuevo."
        raise RefereeError("client-id-repetido", message)
