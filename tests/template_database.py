"""A migrated, empty database that every process of the tests copies: 0.1 s instead of migrating anew.

It is made by the first process that needs it and kept beside pytest's cache (SQLite) or on the server (PostgreSQL), under a digest
of everything that shapes it, so a changed migration or trigger makes another.
"""

import fcntl
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from os import environ
from pathlib import Path

import psycopg
from django.apps import apps
from django.db import connection
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "database"
SHAPING = (
    "*/*triggers.py",
    "brackets/append_only.py",
    "brackets/schema.py",
    "cuarenta_torneo/database.py",
    "cuarenta_torneo/management/commands/migrate.py",
    "cuarenta_torneo/settings.py",
)


@contextmanager
def copied(name: str) -> Iterator[None]:
    """The test database `name` is a copy of the template; on PostgreSQL it is dropped afterwards."""
    if connection.vendor == "sqlite":
        shutil.copyfile(sqlite_template(), name)
        yield
        return
    with _alone(), _server() as server:
        template = _postgres_template(server)
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template)))
    yield
    connection.close()
    with _server() as server:
        server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def sqlite_template() -> Path:
    """The file of the template, migrated and empty."""
    template = KEPT / f"{digest()}.sqlite3"
    with _alone():
        if not template.exists():
            for old in KEPT.glob("*.sqlite3"):
                old.unlink()
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                made = Path(folder) / "made.sqlite3"
                _migrate(f"sqlite:///{made}")
                made.rename(template)
    return template


def _postgres_template(server: psycopg.Connection) -> str:
    """Named for this tree too: another one on the same server has its own."""
    own = f"template_cuarenta_{sha256(str(ROOT).encode()).hexdigest()[:8]}_"
    template, making = own + digest(), own + "making"
    names = {row[0] for row in server.execute("SELECT datname FROM pg_database")}
    if template not in names:
        for old in (name for name in names if name.startswith(own)):
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(old)))
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(making)))
        _migrate(_url_of(making))
        server.execute(
            sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(making), sql.Identifier(template))
        )
    return template


def _migrate(url: str) -> None:
    """In a process of its own, since the connection of this one has its settings already."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env={**environ, "DATABASE_URL": url}, check=True)


def _url_of(name: str) -> str:
    return environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"


def _server() -> psycopg.Connection:
    return psycopg.connect(environ["DATABASE_URL"], autocommit=True)


@contextmanager
def _alone() -> Iterator[None]:
    """One process makes the template; the others wait for it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def digest() -> str:
    total = sha256(version("django").encode())
    for path in shaping():
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def shaping() -> list[Path]:
    """All files that shape the database: of this tree, and the migrations of every installed app."""
    installed = (path for app in apps.get_app_configs() for path in Path(app.path).glob("migrations/*.py"))
    return sorted({*installed, *(path for pattern in SHAPING for path in ROOT.glob(pattern))})
