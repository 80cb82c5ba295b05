"""An appeal from the private page, where the digits of a cédula stand for a signature: whoever guesses them must wait."""

from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils.timezone import localtime

from brackets.models import Pareja
from brackets.services.guessing import wait_after
from referee.models import Appeal, CedulaGuesses, Mesa
from referee.services.appeals.filing import WRONG_CEDULA, Filed, appeal_file
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


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
    until = CedulaGuesses.objects.filter(pareja=pareja).values_list("locked_until", flat=True).first()
    if until is not None and until > now:
        raise SigningLocked(until=until)
    try:
        appeal = appeal_file(mesa=mesa, filed=filed, client_id=client_id, now=now)
    except RefereeError as refused:
        if refused.code == WRONG_CEDULA:
            _count(pareja, now)
        raise
    CedulaGuesses.objects.filter(pareja=pareja).delete()
    return appeal


def _count(pareja: Pareja, now: datetime) -> None:
    with one_writer():
        CedulaGuesses.objects.get_or_create(pareja=pareja)
        CedulaGuesses.objects.filter(pareja=pareja).update(failures=F("failures") + 1)
        guesses = CedulaGuesses.objects.get(pareja=pareja)
        if wait := wait_after(guesses.failures):
            CedulaGuesses.objects.filter(pareja=pareja).update(locked_until=now + wait)
