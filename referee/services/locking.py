"""The mesa of a request, locked until the transaction ends."""

from typing import cast
from uuid import UUID

from brackets.models import Fixture, User
from referee.models import Device, Mesa
from referee.selectors.access import may_reach
from referee.selectors.mesas import mesa_counts
from referee.services.desk_passkeys import passkey_require
from referee.services.errors import LeaseLost, MesaOfOthers, MesaOutOfReach, MesaWithoutEffect
from referee.services.statements import mesa_select, tap_select


def mesa_lock(*, mesa_id: UUID, device: Device, user: User) -> Mesa:
    """The mesa with its fixture and stage, its row locked; one query for the fixture's own Juez.

    What a jugada does not need is loaded when it is asked for. Raises as `reach_require`.
    """
    mesa = mesa_select(mesa_id)
    if mesa is None:
        raise MesaOutOfReach
    reach_require(fixture=mesa.fixture, device=device, user=user)
    return mesa


def reach_require(*, fixture: Fixture, device: Device, user: User) -> None:
    """Raise MesaOutOfReach unless this tablet may keep the mesa of `fixture`; DeskNeedsPasskey where it might with a passkey."""
    if not may_reach(fixture=fixture, device=device, user=user):
        passkey_require(user=user, championship_id=device.championship_id)
        raise MesaOutOfReach


def tap_lock(*, mesa_id: UUID, token: str) -> tuple[Mesa, Device]:
    """The mesa as `mesa_lock` gives it, and the tablet of this token with its user, in one query.

    Raises MesaOutOfReach also for a token that is worth nothing.
    """
    found = tap_select(mesa_id, token)
    if found is None:
        raise MesaOutOfReach
    mesa, device = found
    if not may_reach(fixture=mesa.fixture, device=device, user=cast("User", device.user)):
        raise MesaOutOfReach
    return mesa, device


def counts_require(mesa: Mesa) -> None:
    """Raise MesaOfOthers, or MesaWithoutEffect, unless its partida still follows this mesa (`mesa_counts`)."""
    if not mesa_counts(mesa):
        raise MesaWithoutEffect(mesa) if mesa.stands else MesaOfOthers(mesa)


def lease_require(*, mesa: Mesa, device: Device) -> None:
    """Raise LeaseLost unless this tablet keeps the mesa."""
    if mesa.device_id != device.pk:
        raise LeaseLost(mesa)
