"""An appeal from the private page, where the digits of a cédula stand for a signature: whoever guesses them must wait."""

from datetime import datetime
from uuid import UUID

from django.utils.timezone import localtime

from brackets.models import Pareja
from brackets.services.guessing import Guess, tries_begin, tries_passed
from referee.models import Appeal, Mesa
from referee.services.appeals.filing import WRONG_CEDULA, Filed, appeal_file
from referee.services.errors import RefereeError


class SigningLocked(RefereeError):
    http_status = 429

    def __init__(self, *, until: datetime) -> None:
        message = (
            f"Demasiados intentos con cédulas que no coinciden: aquí no se firma hasta las {localtime(until):%H:%M:%S}. "
            "Si el plazo apremia, apelen en la tablet del Juez."
        )
        super().__init__("firma-bloqueada", message)


def own_appeal_file(*, pareja: Pareja, mesa: Mesa, filed: Filed, client_id: UUID, now: datetime) -> Appeal:
    """As `appeal_file`; wrong digits are counted for the pareja, and after a few in a row it is `firma-bloqueada` for a while.

    Call it outside any transaction, since a refusal would undo the count.
    """
    guesses = [Guess(f"cedula:{pareja.pk}", "page", known=True)]
    if until := tries_begin(guesses, now):
        raise SigningLocked(until=until)
    try:
        appeal = appeal_file(mesa=mesa, filed=filed, client_id=client_id, now=now)
    except Exception as refused:
        if getattr(refused, "code", "") != WRONG_CEDULA:
            tries_passed(guesses, now, forgive=False)
        raise
    tries_passed(guesses, now)
    return appeal
