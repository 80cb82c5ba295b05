"""What the environment decides, seen from outside: each case is a process of its own."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

DESCRIBE = """
import json, django
from django.conf import settings
from django.db import connection
django.setup()
from django.utils.module_loading import import_string
from cuarenta_torneo.celery import app
from cuarenta_torneo.language_middleware import COOKIE
from referee.views import screen

def pragma(name):
    with connection.cursor() as cursor:
        return cursor.execute(f"PRAGMA {name}").fetchone()[0]

sqlite = connection.vendor == "sqlite"
print(json.dumps({
    "vendor": connection.vendor,
    "pragmas": {name: pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")} if sqlite else None,
    "transactions": connection.settings_dict["OPTIONS"].get("transaction_mode"),
    "secret": settings.SECRET_KEY,
    "cookies": [
        settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, screen.COOKIE, COOKIE,
        import_string(settings.MESSAGE_STORAGE).storage_classes[0].cookie_name,
    ],
    "cache": settings.CACHES["default"]["BACKEND"].rpartition(".")[2],
    "eager": app.conf.task_always_eager,
    "late": app.conf.task_acks_late and app.conf.task_reject_on_worker_lost,
}))
"""

CHECK = """
from django.core.management import call_command
call_command("check", deploy=True, fail_level="WARNING")
"""


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**inherited, "DJANGO_SETTINGS_MODULE": "cuarenta_torneo.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )


def describe(**environment: str) -> dict[str, object]:
    return json.loads(python("-c", DESCRIBE, **environment).stdout)


def test_nothing_set_is_a_hall_on_sqlite_that_loses_nothing(tmp_path: Path) -> None:
    first = describe(VAR_DIR=str(tmp_path))
    secret = python("-c", "from cuarenta_torneo.settings import SECRET_KEY; print(SECRET_KEY)", VAR_DIR=str(tmp_path))

    assert first["pragmas"] == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    assert first["transactions"] == "IMMEDIATE"
    assert first["eager"] is True
    assert first["late"] is True
    assert first["secret"] == secret.stdout.strip() != ""
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_urls_choose_postgresql_and_redis(tmp_path: Path) -> None:
    found = describe(
        VAR_DIR=str(tmp_path),
        DATABASE_URL="postgres://someone@db.example/torneo",
        REDIS_URL="redis://cache.example/0",
    )

    assert found["vendor"] == "postgresql"
    assert found["cache"] == "RedisCache"
    assert found["eager"] is False


def test_a_server_passes_the_deployment_check(tmp_path: Path) -> None:
    server = {"HTTPS": "1", "SECRET_KEY": "k3J-" * 16 + "qwertyuiop", "ALLOWED_HOSTS": "torneo.example"}

    checked = python("-c", DESCRIBE + CHECK, VAR_DIR=str(tmp_path), **server)

    assert checked.returncode == 0, checked.stderr
    assert json.loads(checked.stdout.splitlines()[0])["cookies"] == [
        f"__Host-{name}" for name in ("sesion", "csrf", "pantalla", "idioma", "avisos")
    ]


@pytest.mark.parametrize("given", [{"ALLOWED_HOSTS": "torneo.example"}, {"SECRET_KEY": "k3J-" * 16}])
def test_a_server_does_not_start_without_its_secret_and_its_names(tmp_path: Path, given: dict[str, str]) -> None:
    started = python("manage.py", "check", VAR_DIR=str(tmp_path), HTTPS="1", **given)

    assert started.returncode != 0
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.django_db
def test_pages_allow_no_inline_scripts_and_no_frames(client: Client) -> None:
    headers = client.get("/salud").headers

    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
