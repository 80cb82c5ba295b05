"""Signing in and out over HTTP."""

from datetime import datetime

import pytest
from django.test import Client

from brackets.models import Role
from referee.models import Device
from tests.factories.brackets import RoleFactory
from tests.factories.referee import SORTEO, kept_mesa
from tests.referee.api.conftest import Tablet

pytestmark = pytest.mark.django_db

PASSWORD = "cuarenta40"
RIOBAMBA = {
    "key": "riobamba",
    "name": "Riobamba",
    "version": 2,
    "settings": {},
    "chicas": 3,
    "turn": "derecha",
}


def sign_in(**body: object) -> object:
    return Client().post("/api/v1/devices", body, content_type="application/json")


def test_signing_in_answers_the_token_and_who_where() -> None:
    role = RoleFactory()

    answer = sign_in(username=role.user.username, password=PASSWORD, name="Tablet 07")

    body = answer.json()
    device = Device.objects.get()
    assert answer.status_code == 201
    assert body.pop("token")
    assert body.pop("people")
    assert datetime.fromisoformat(body.pop("server_time")).tzinfo
    assert body == {
        "device": {"id": device.pk, "name": "Tablet 07", "paired": False, "table": None, "signs": False},
        "user": {"id": role.user.pk, "name": role.user.display_name},
        "roster": [
            {"user": role.user.pk, "name": role.user.display_name, "kind": "juez", "digits": None, "verifier": None}
        ],
        "salt": "",
        "device_salt": device.pin_salt,
        "iterations": 200_000,
        "championship": {
            "slug": role.championship.slug,
            "name": str(role.championship),
            "reglamento": RIOBAMBA,
        },
    }
    assert answer.headers.get("Set-Cookie") is None


def test_the_token_opens_the_api_until_the_tablet_signs_out() -> None:
    role = RoleFactory()
    token = sign_in(username=role.user.username, password=PASSWORD, name="Tablet 07").json()["token"]
    headers = {"Authorization": f"Device {token}"}
    client = Client()

    before = client.get("/api/v1/mesas", headers=headers)
    leaving = client.delete("/api/v1/devices/current", headers=headers)
    after = client.get("/api/v1/mesas", headers=headers)

    assert (before.status_code, leaving.status_code, after.status_code) == (200, 204, 401)
    assert leaving.content == b""
    assert after.json()["code"] == "equipo-desconocido"


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"password": "otra"}, 401, "credenciales"),
        ({"championship": "otro"}, 403, "sin-funcion"),
        ({"name": ""}, 400, "invalid"),
        ({"name": " "}, 422, "falta"),
        ({"username": "a\x00b"}, 400, "invalid"),
        ({"admin": True}, 400, "invalid"),
        ({"username": 7}, 400, "invalid"),
    ],
)
def test_signing_in_wrongly_is_refused(given: dict, status: int, code: str) -> None:
    role = RoleFactory()

    answer = sign_in(**{"username": role.user.username, "password": PASSWORD, "name": "Tablet 07"} | given)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Device.objects.exists()


def test_an_account_of_several_championships_is_given_the_list() -> None:
    first = RoleFactory(kind=Role.Kind.JUEZ)
    second = RoleFactory(user=first.user, kind=Role.Kind.CONTROL)

    answer = sign_in(username=first.user.username, password=PASSWORD, name="Tablet 07")

    assert answer.status_code == 409
    assert {"slug": second.championship.slug, "name": str(second.championship)} in answer.json()["championships"]


@pytest.mark.parametrize("header", ["", "Device", "Device nada", "Bearer x", "Device a b"])
def test_without_a_good_token_nothing_is_told(header: str) -> None:
    mesa = kept_mesa(SORTEO).mesa
    client = Client()

    for path in ("mesas", f"mesas/{mesa.public_id}"):
        answer = client.get(f"/api/v1/{path}", headers={"Authorization": header})
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Device")


def test_a_token_is_no_session_and_a_session_no_token() -> None:
    kept = kept_mesa(SORTEO)
    client = Client()
    client.force_login(kept.juez)

    assert client.get("/api/v1/mesas").status_code == 401
    assert "sesion" not in Tablet(kept).get("mesas").cookies
