"""A mesa kept over HTTP."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from tests.factories.brackets import NOW
from tests.factories.referee import Keeper, kept_mesa


class Tablet:
    """What a tablet does: JSON over HTTP with its token."""

    def __init__(self, kept: Keeper, token: str | None = None) -> None:
        self.kept = kept
        self._client = Client()
        self._headers = {"Authorization": f"Device {token or kept.token}"}

    def get(self, path: str) -> Any:
        return self._client.get(f"/api/v1/{path}", headers=self._headers)

    def post(self, path: str, body: object | None = None, **headers: str) -> Any:
        return self._client.post(
            f"/api/v1/{path}",
            json.dumps({} if body is None else body),
            content_type="application/json",
            headers=self._headers | headers,
        )

    def delete(self, path: str) -> Any:
        return self._client.delete(f"/api/v1/{path}", headers=self._headers)

    @property
    def mesa(self) -> str:
        return f"mesas/{self.kept.mesa_id}"

    def record(self, *lines: str, base: int, epoch: int = 1) -> Any:
        """Send these lines on top of row `base`."""
        jugadas = [{"client_id": str(uuid4()), "notation": line, "device_ts": None} for line in lines]
        return self.post(f"{self.mesa}/jugadas", {"lease_epoch": epoch, "base_seq": base, "jugadas": jugadas})


@pytest.fixture(autouse=True)
def hour() -> Iterator[None]:
    """It is soon after the mesas of these tests began, whatever day they are run: no tablet has been silent for long."""
    with time_machine.travel(NOW + timedelta(seconds=30)):
        yield


@pytest.fixture
def tablet_with(db: None) -> Callable[..., Tablet]:
    """A mesa in play with these jugadas recorded, and the tablet that keeps it."""
    return lambda *lines, **of: Tablet(kept_mesa(*lines, **of))
