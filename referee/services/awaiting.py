"""What waits for the ruling on an appeal: its own mesa, which neither goes on nor is sealed before (17)."""

from typing import Final

from referee.models import Appeal, Jugada, Mesa
from referee.rules import RuleViolation
from referee.selectors.appeal_terms import directors_rows
from referee.services.errors import RefereeError

HELD: Final = ("suspendida", "terminada")


def appeal_awaited(mesa: Mesa) -> Appeal | None:
    """The appeal that was admitted and waits for its ruling."""
    return Appeal.objects.filter(mesa=mesa, qualification__admitted=True, ruling=None).first()


def require_no_appeal(mesa: Mesa) -> None:
    """Raise where the Director has an admitted appeal of this mesa before him; a query only where the mesa stands still."""
    if mesa.estado not in HELD:
        return
    waiting = appeal_awaited(mesa)
    if waiting is not None:
        message = (
            f"La apelación {waiting.number} espera el fallo del Director: hasta entonces la mesa no sigue ni se sella."
        )
        raise RefereeError("apelacion-pendiente", message, article="17")


def require_not_ruled(mesa: Mesa, number: int) -> None:
    """Raise where the Director wrote this row to admit an appeal or rule on it: that is final, and nobody undoes it (17).

    One query for what a tablet recorded.
    """
    from_the_page = Jugada.objects.filter(mesa=mesa, seq=number, device=None).exists()
    if from_the_page and number in directors_rows(mesa):
        message = (
            f"la jugada {number} la escribió el Director al admitir o fallar una apelación: es final y no se deshace. "
            "Si está mal, llámelo."
        )
        raise RuleViolation("fallo-final", message, "17")
