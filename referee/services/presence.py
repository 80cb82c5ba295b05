"""Who answers for what only the Juez himself may do: freeze a result, and seal it."""

from datetime import datetime

from brackets.models import Fixture, User
from referee.models import Device
from referee.selectors.pins import has_pin
from referee.services.errors import RefereeError
from referee.services.pins import long_enough_require, pin_check


def pin_owner(*, fixture: Fixture, device: Device, user: User, proof: str | None, now: datetime) -> User:
    """Whose PIN this proves; without one, the `user` who is at the tablet, where he has none.

    Raises WrongPin and PinLocked; call it outside any transaction, since a wrong one is counted.
    """
    if proof is not None:
        pin = pin_check(device=device, proof=proof, now=now)
        if pin.user_id != fixture.juez_id:
            long_enough_require(pin)
        return pin.user
    if has_pin(user=user, championship_id=device.championship_id):
        raise RefereeError("falta-pin", "Marque su PIN: congelar y sellar solo los hace el Juez en persona.")
    return user
