"""Who answers for what only the Juez himself or the desk may do at a mesa, by his PIN where he has one."""

from datetime import datetime

from brackets.models import Fixture, User
from referee.models import Device
from referee.selectors.access import is_desk
from referee.selectors.pins import has_pin
from referee.services.errors import RefereeError
from referee.services.pins import Shown, WrongPin, long_enough_require, pin_check


class PinMissing(RefereeError):
    http_status = 403

    def __init__(self) -> None:
        super().__init__("falta-pin", "Marque su PIN, o pida que la Mesa de Control marque el suyo.")


def owner_shown(*, fixture: Fixture, device: Device, user: User, shown: Shown | None, now: datetime) -> User:
    """Whose PIN is shown, who must be the Juez of `fixture` or of the desk; `user` where he has none to give.

    A proof, which is made without network, is the Juez's alone. `fixture` is of the tablet's championship. Raises PinMissing,
    WrongPin and PinLocked; call it outside any transaction, since a wrong one is counted.
    """
    if shown is None:
        if has_pin(user=user, championship_id=device.championship_id):
            raise PinMissing
        return user
    pin = pin_check(device=device, shown=shown, now=now, user=None if shown.pin else fixture.juez_id)
    if pin.user_id != fixture.juez_id:
        if not is_desk(user=pin.user, championship_id=device.championship_id):
            raise WrongPin
        long_enough_require(pin)
    return pin.user
