"""The mesa of a request, locked until the transaction ends."""

from uuid import UUID

from brackets.models import User
from referee.models import Device, Mesa
from referee.selectors.access import may_reach
from referee.services.errors import LeaseLost, MesaOutOfReach
from referee.services.statements import mesa_select


def mesa_lock(*, mesa_id: UUID, device: Device, user: User) -> Mesa:
    """The mesa with its fixture and stage, its row locked; one query for the fixture's own Juez.

    What a jugada does not need is loaded when it is asked for. Raises MesaOutOfReach.
    """
    mesa = mesa_select(mesa_id)
    if mesa is None or not may_reach(fixture=mesa.fixture, device=device, user=user):
        raise MesaOutOfReach
    return mesa


def lease_require(*, mesa: Mesa, device: Device) -> None:
    """Raise LeaseLost unless this tablet keeps the mesa."""
    if mesa.device_id != device.pk:
        raise LeaseLost(mesa)
