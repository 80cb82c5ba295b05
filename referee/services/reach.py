"""Who answers for what changes hands at a mesa, by his PIN where he has one."""

from datetime import datetime

from brackets.models import Fixture, User
from referee.models import Device
from referee.selectors.access import may_reach
from referee.selectors.pins import has_pin
from referee.services.errors import RefereeError
from referee.services.pins import WrongPin, long_enough_require, pin_check


class PinMissing(RefereeError):
    http_status = 403

    def __init__(self) -> None:
        super().__init__("falta-pin", "Marque su PIN, o pida que la Mesa de Control marque el suyo.")


def reach_proved(*, fixture: Fixture, device: Device, user: User, proof: str | None, now: datetime) -> User:
    """Whose PIN this proves, who must be the Juez of `fixture` or of the desk; `user` where he has none to give.

    Raises PinMissing, WrongPin and PinLocked; call it outside any transaction, since a wrong one is counted.
    """
    if proof is not None:
        pin = pin_check(device=device, proof=proof, now=now)
        if not may_reach(fixture=fixture, device=device, user=pin.user):
            raise WrongPin
        if pin.user_id != fixture.juez_id:
            long_enough_require(pin)
        return pin.user
    if has_pin(user=user, championship_id=device.championship_id):
        raise PinMissing
    return user
