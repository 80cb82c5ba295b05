from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from brackets.append_only import drop
from tests.factories.brackets import ParejaFactory, invented_cedula

pytestmark = pytest.mark.django_db


def test_an_installation_in_order_is_well(client: Client) -> None:
    answer = client.get("/salud")

    assert answer.status_code == 200
    assert answer.json() == {
        "estado": "bien",
        "base_de_datos": "bien",
        "migraciones": "bien",
        "disparadores": "bien",
        "claves_personales": "bien",
        "archivos_estaticos": "bien",
    }


def test_a_lost_key_of_peoples_data_is_named_with_what_to_do(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    ParejaFactory(player_1__cedula=invented_cedula(1))
    settings.PEOPLE_KEYS = tmp_path / "people_keys"

    for _ in range(2):  # another key, and then no key at all
        answer = client.get("/salud")
        assert answer.status_code == 503
        assert "PEOPLE_KEYS no" in answer.json()["claves_personales"]
        assert str(tmp_path) not in answer.json()["claves_personales"]
        assert "copia de respaldo" in answer.json()["claves_personales"]
        settings.PEOPLE_KEYS.write_text("nada\n")


def test_a_missing_migration_is_named_with_what_to_do(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("sessions", "0001_initial")

    answer = client.get("/salud")

    assert answer.status_code == 503
    assert answer.json()["estado"] == "mal"
    assert "sessions.0001_initial" in answer.json()["migraciones"]
    assert "manage.py migrate" in answer.json()["migraciones"]


def test_a_missing_trigger_is_named_with_what_to_do(client: Client) -> None:
    drop(connection, {"referee_jugada_keeps_update": "referee_jugada"})

    answer = client.get("/salud")

    assert answer.status_code == 503
    assert "referee_jugada_keeps_update" in answer.json()["disparadores"]
    assert "manage.py migrate" in answer.json()["disparadores"]


def test_static_files_that_were_never_collected_are_named(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.WHITENOISE_USE_FINDERS = False
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": storage, "OPTIONS": {"location": tmp_path}}}

    answer = client.get("/salud")

    assert answer.status_code == 503
    assert "vendor/lit/index.js" in answer.json()["archivos_estaticos"]


def test_collected_static_files_are_well(client: Client, settings: Settings, tmp_path: Path) -> None:
    settings.WHITENOISE_USE_FINDERS = False
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": storage, "OPTIONS": {"location": tmp_path}}}
    for name in (
        "lit/index.js",
        "lit-html/lit-html.js",
        "lit-element/lit-element.js",
        "reactive-element/reactive-element.js",
        "idb/index.js",
        "signature_pad/signature_pad.min.js",
        "lean-qr/index.mjs",
        "qr/decode.js",
        "pyodide/pyodide.asm.wasm",
        "bootstrap/css/bootstrap.min.css",
    ):
        file = tmp_path / "vendor" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    assert client.get("/salud").status_code == 200


def test_a_database_that_is_away_is_said_and_not_raised(client: Client) -> None:
    with database_away():
        answer = client.get("/salud")

    assert answer.status_code == 503
    assert "no responde" in answer.json()["base_de_datos"]
    assert (
        "closed the connection" not in answer.content.decode()
    )  # its words may have hosts and accounts: they are logged
    assert answer.json()["migraciones"] != "bien"
    assert answer.json()["disparadores"] != "bien"


@contextmanager
def database_away() -> Iterator[None]:
    def refuse(execute: Callable[..., Any], *arguments: Any) -> Any:
        raise OperationalError("the server closed the connection")

    with connection.execute_wrapper(refuse):
        yield
