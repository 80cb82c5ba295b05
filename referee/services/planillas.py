"""The Planilla's life: frozen on the log's digest for signing, reopened to correct, sealed, delivered."""

from datetime import datetime

from brackets.models import User
from brackets.services.audit import audit_record
from referee.models import Device, Mesa, Planilla
from referee.selectors.mesas import planilla_standing
from referee.services.errors import PlanillaClosed, RefereeError
from referee.services.locking import lease_require, mesa_lock
from referee.services.writing import one_writer


def planilla_freeze(*, mesa: Mesa, user: User, device: Device, now: datetime) -> Planilla:
    """Close the log of a mesa that is over, so that its result can be signed; freezing it again does nothing."""
    with one_writer():
        mesa = mesa_lock(mesa_id=mesa.public_id, device=device, user=user)
        standing = planilla_standing(mesa)
        if standing is not None:
            if standing.status == Planilla.Status.SEALED:
                raise PlanillaClosed(sealed=True)
            return standing
        lease_require(mesa=mesa, device=device)
        if mesa.estado != "terminada":
            message = "La mesa no ha terminado: no hay resultado que firmar todavía."
            raise RefereeError("mesa-sin-terminar", message, article="16")
        return Planilla.objects.create(
            mesa=mesa, version=1, head_seq=mesa.head_seq, digest=mesa.head_hash, frozen_at=now, frozen_by=user
        )


def planilla_reopen(*, mesa: Mesa, user: User, device: Device, now: datetime) -> None:
    """Let the log go on; the signatures already given stay with the void version. Repeating it does nothing."""
    with one_writer():
        mesa = mesa_lock(mesa_id=mesa.public_id, device=device, user=user)
        standing = planilla_standing(mesa)
        if standing is None:
            return
        if standing.status == Planilla.Status.SEALED:
            raise PlanillaClosed(sealed=True)
        lease_require(mesa=mesa, device=device)
        standing.status = Planilla.Status.REOPENED
        standing.save(update_fields=("status",))
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
        planilla = (
            Planilla.objects.select_for_update(of=("self",))
            .select_related("mesa__fixture__stage__championship")
            .get(pk=planilla.pk)
        )
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
