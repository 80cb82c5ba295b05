"""A pareja confirms a result on its own phone, from its private page; it is no signature, and nothing waits for it."""

from datetime import datetime
from uuid import UUID

from brackets.models import Pareja
from brackets.services.championships import require_open
from referee.models import Confirmation, Mesa, Signature
from referee.selectors.mesas import planilla_standing
from referee.services.errors import LogConflict, MesaOutOfReach
from referee.services.locking import counts_require
from referee.services.writing import one_writer


class ShownDiffers(LogConflict):
    """What the phone showed is not the version that is frozen or sealed now; nothing was recorded."""

    def __init__(self) -> None:
        message = (
            "Lo que mostraba su página ya no es lo que está registrado: el resultado se reabrió o se corrigió. Mírelo otra vez y, "
            "si está de acuerdo, confírmelo de nuevo."
        )
        super().__init__("digest-distinto", message)


def planilla_confirm(*, pareja: Pareja, mesa_id: UUID, version: int, digest: str, now: datetime) -> Confirmation:
    """Record that the pareja confirms this version of its mesa, by its digest; confirming it again keeps the first hour.

    Raises MesaOutOfReach for a mesa at which it did not sit, ShownDiffers, and BracketError once the championship has ended.
    """
    with one_writer():
        rows = Mesa.objects.select_for_update(of=("self",)).select_related("fixture__stage__championship")
        mesa = rows.filter(public_id=mesa_id).first()
        if mesa is None or pareja.pk not in (mesa.pareja_a_id, mesa.pareja_b_id):
            raise MesaOutOfReach
        party = Signature.Party.A if pareja.pk == mesa.pareja_a_id else Signature.Party.B
        planilla = planilla_standing(mesa)
        if planilla is None or (planilla.version, planilla.digest) != (version, digest):
            raise ShownDiffers
        before = Confirmation.objects.filter(planilla=planilla, party=party).first()
        if before is not None:
            return before
        require_open(mesa.fixture.stage.championship)
        counts_require(mesa)
        return Confirmation.objects.create(planilla=planilla, party=party, digest=planilla.digest, at=now)
