"""Who answers for what only the Juez himself or the desk may do at a mesa, by his PIN where he has one."""

from datetime import datetime

from brackets.models import Fixture, User
from referee.models import Device
from referee.selectors.pins import has_pin
from referee.services.desk_passkeys import passkey_require
from referee.services.errors import RefereeError
from referee.services.pins import Shown, long_enough_require, pin_check


class PinMissing(RefereeError):
    http_status = 403

    def __init__(self) -> None:
        super().__init__("falta-pin", "Marque su PIN, o pida que la Mesa de Control marque el suyo.")


def owner_shown(*, fixture: Fixture, device: Device, user: User, shown: Shown | None, now: datetime) -> User:
    """Whose PIN is shown, who must be the Juez of `fixture` or of the desk; `user` where he has none to give.

    A proof, which is made without network, is the Juez's alone. `fixture` is of the tablet's championship. Raises PinMissing,
    WrongPin, PinLocked and DeskNeedsPasskey; call it outside any transaction, since a wrong one is counted.
    """
    if shown is None:
        if has_pin(user=user, championship_id=device.championship_id):
            raise PinMissing
        return user
    his = None if shown.pin else fixture.juez_id
    pin = pin_check(device=device, shown=shown, now=now, user=his, fixture=fixture)
    if pin.user_id != fixture.juez_id:
        passkey_require(user=pin.user, championship_id=device.championship_id)
        long_enough_require(pin)
    return pin.user
