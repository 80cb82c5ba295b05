"""What no tablet of ours would send."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories.referee import SORTEO, log_of
from tests.referee.api.conftest import Tablet

With = Callable[..., Tablet]


def good() -> dict[str, object]:
    return {"client_id": str(uuid4()), "notation": "caida A", "device_ts": None}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"lease_epoch": 1, "base_seq": 1, "jugadas": []}',
        b'{"lease_epoch": 1, "base_seq": 1}',
        b'{"lease_epoch": 1, "base_seq": 1, "jugadas": [{"client_id": "\\ud800", "notation": "x"}]}',
    ],
)
def test_a_body_that_is_none_is_answered_with_400(tablet_with: With, body: bytes) -> None:
    tablet = tablet_with(SORTEO)

    answer = Client().post(
        f"/api/v1/{tablet.mesa}/jugadas",
        body,
        content_type="application/json",
        headers={"Authorization": f"Device {tablet.kept.token}"},
    )

    assert answer.status_code == 400
    assert answer.json().keys() >= {"code", "message", "article"}


@pytest.mark.parametrize(
    "changed",
    [
        {"lease_epoch": -1},
        {"base_seq": "1"},
        {"base_seq": 2**64},
        {"base_seq": 1.5},
        {"otra": 1},
        {"jugadas": [good() for _ in range(201)]},
        {"jugadas": [{"client_id": "no es", "notation": "caida A"}]},
        {"jugadas": [good() | {"notation": "c" * 401}]},
        {"jugadas": [good() | {"notation": "caida\x00A"}]},
        {"jugadas": [good() | {"device_ts": "2026-12-05T20:30:00"}]},
        {"jugadas": [good() | {"device_ts": "0001-01-01T00:00:00+14:00"}]},
    ],
)
def test_a_value_that_does_not_fit_is_answered_with_400(tablet_with: With, changed: dict) -> None:
    tablet = tablet_with(SORTEO)

    answer = tablet.post(f"{tablet.mesa}/jugadas", {"lease_epoch": 1, "base_seq": 1, "jugadas": [good()]} | changed)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert log_of(tablet.kept.mesa) == [SORTEO]


def test_a_body_of_more_than_64_kib_is_not_read(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    answer = tablet.post(f"{tablet.mesa}/jugadas", {"x": "x" * 65_536})

    assert (answer.status_code, answer.json()["code"]) == (413, "cuerpo-grande")


def test_only_json_is_understood(tablet_with: With) -> None:
    tablet = tablet_with(SORTEO)

    answer = Client().post(
        f"/api/v1/{tablet.mesa}/jugadas", {"a": 1}, headers={"Authorization": f"Device {tablet.kept.token}"}
    )

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
