"""The whole hall stands still: nobody is called and no mesa begins until it goes on."""

from django.utils.timezone import localtime

from brackets.models import Championship, HallStop
from brackets.services.errors import BracketError


def hall_stop_standing(championship: Championship) -> HallStop | None:
    """What stops the hall now, if anything does."""
    return HallStop.objects.filter(championship=championship, ended_at=None).first()


def require_hall_open(championship: Championship) -> None:
    """Refuse to call or to begin while the hall stands still: `sala-suspendida`."""
    stop = hall_stop_standing(championship)
    if stop is not None:
        message = (
            f"La sala está suspendida desde las {localtime(stop.at):%H:%M} ({stop.cause}). "
            "Espere a que la Mesa de Control la reanude."
        )
        raise BracketError("sala-suspendida", message)
