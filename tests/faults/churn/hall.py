"""The mesas of a hall and the tablets that keep them, in the database; the browsers come later."""

import json
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from referee.models import Device, Jugada, Mesa
from tests.factories.devices import TabletKey
from tests.factories.referee import SORTEO, DeviceFactory, Keeper
from tests.faults.churn.ledger import Ledger, Row


@dataclass(frozen=True, slots=True)
class Seat:
    """One tablet at one mesa; `plays` is the one that keeps it at first. Its `session` has the key that its browser is given, too."""

    session: dict[str, Any]
    ledger: Ledger
    plays: bool


def seats(kept: Sequence[Keeper], port: int, *, shared: int) -> list[Seat]:
    """A tablet for each mesa, and for the first `shared` of them another one of the same Juez."""
    found = []
    for place, keeper in enumerate(kept):
        key = _keyed(keeper.device)
        keeper.record(SORTEO)  # as the desk: this process signs for no tablet
        found.append(_seat(keeper, keeper.device.pk, keeper.token, key, port, plays=True))
        if place < shared:
            token = uuid4().hex
            other = DeviceFactory(championship=keeper.championship, user=keeper.juez, token=token)
            found.append(_seat(keeper, other.pk, token, _keyed(other), port, plays=False))
    return found


def _keyed(device: Device) -> TabletKey:
    key = TabletKey()
    device.public_key = key.public
    device.save(update_fields=("public_key",))
    return key


def _seat(keeper: Keeper, device: int, token: str, key: TabletKey, port: int, *, plays: bool) -> Seat:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/devices/current", headers={"Authorization": f"Device {token}"}
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 (our own server)
        session = json.load(answer) | {"token": token, "pkcs8": key.pkcs8}
    assert keeper.mesa_id is not None
    return Seat(session, Ledger(keeper.mesa_id, device), plays)


def logs(mesas: Iterable[UUID]) -> dict[UUID, list[Row]]:
    """As they are in the database; the first row, the sorteo, nobody touched on a tablet."""
    return {
        mesa: [
            Row(row.seq, row.client_id, row.device_id if row.seq > 1 else 0, row.device_ts or row.received_at)
            for row in Jugada.objects.filter(mesa__public_id=mesa).order_by("seq")
        ]
        for mesa in mesas
    }


def scores(mesas: Iterable[UUID]) -> Mapping[UUID, dict[str, int]]:
    return {mesa: Mesa.objects.get(public_id=mesa).state["marcador"] for mesa in mesas}
