"""What waits for the ruling on an appeal: its own mesa, which neither goes on nor is sealed before (17)."""

from typing import Final

from referee.models import Appeal, Mesa
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
