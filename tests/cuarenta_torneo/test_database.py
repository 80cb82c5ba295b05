"""Migrations create tables and nothing else; `migrate` installs the triggers, and nothing is served without them."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import RunSQL
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from brackets import append_only, schema
from brackets import triggers as brackets_triggers
from brackets.append_only import drop
from brackets.schema import InitialMigration
from cuarenta_torneo import database
from cuarenta_torneo.management.commands import migrate
from tests import template_database

ONE = {"referee_jugada_keeps_update": "referee_jugada"}


@pytest.mark.django_db(transaction=True)
def test_migrate_installs_what_is_missing() -> None:
    drop(connection, ONE)
    assert database.missing(connection) == list(ONE)

    call_command("migrate", verbosity=0)

    assert database.missing(connection) == []


@pytest.fixture
def pending() -> Iterator[None]:
    """A database in which one migration has not run, and every trigger is installed."""
    call_command("migrate", "sessions", "zero", verbosity=0)
    database.install(connection)
    yield
    call_command("migrate", verbosity=0)


@contextmanager
def watched_tables() -> Iterator[list[int]]:
    """How many triggers were missing each time that a table was made or dropped."""
    missing: list[int] = []

    def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if str(sql).startswith(("CREATE TABLE", "DROP TABLE")):
            missing.append(len(database.missing(connection)))
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield missing


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lacking", [{}, ONE], ids=["all-installed", "one-missing"])
def test_the_triggers_are_away_while_tables_change_and_come_back_with_the_last_migration(
    lacking: dict[str, str],
) -> None:
    """A release that adds a trigger and a migration finds the others installed and its own missing."""
    every = len(database.names(connection))
    drop(connection, lacking)

    with watched_tables() as unapplied:
        call_command("migrate", "sessions", "zero", verbosity=0)
    assert len(database.missing(connection)) == every
    with watched_tables() as applied:
        call_command("migrate", verbosity=0)

    assert (unapplied, applied) == ([every], [every])
    assert database.missing(connection) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pending")
@pytest.mark.parametrize("looking", [["--plan"], ["--check"], ["--check", "--plan"], ["sessions", "--prune"]])
def test_a_look_at_what_is_pending_leaves_the_triggers_as_they_are(looking: list[str]) -> None:
    with suppress(SystemExit):
        call_command("migrate", *looking, verbosity=0, stdout=StringIO())
    assert database.missing(connection) == []

    drop(connection, ONE)
    with suppress(SystemExit):
        call_command("migrate", *looking, verbosity=0, stdout=StringIO())
    assert database.missing(connection) == list(ONE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("looking", [["sessions", "zero", "--check"], ["sessions", "zero", "--plan"], ["--check"]])
def test_a_look_at_another_state_leaves_the_triggers_as_they_are(looking: list[str]) -> None:
    drop(connection, ONE)

    with suppress(SystemExit):
        call_command("migrate", *looking, verbosity=0, stdout=StringIO())

    assert database.missing(connection) == list(ONE)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pending")
def test_a_mistyped_name_leaves_the_triggers_as_they_are() -> None:
    with pytest.raises(CommandError):
        call_command("migrate", "brakets", verbosity=0)

    assert database.missing(connection) == []


def test_whatever_shapes_the_database_of_the_tests_makes_another_template() -> None:
    migrations = {import_module(each.__module__) for each in MigrationLoader(None).disk_migrations.values()}

    modules = {append_only, database, migrate, schema, brackets_triggers, *migrations}
    assert {Path(module.__file__ or "") for module in modules} <= {*template_database.shaping()}


@pytest.mark.django_db
def test_a_database_without_a_trigger_is_not_served() -> None:
    database.require(connection)
    drop(connection, ONE)

    with pytest.raises(ImproperlyConfigured, match=r"referee_jugada_keeps_update.*manage\.py migrate"):
        database.require(connection)


@pytest.mark.sqlite
def test_the_server_does_not_start_on_a_database_without_triggers(project_root: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'empty.sqlite3'}"

    started = subprocess.run(
        [sys.executable, "-c", "import cuarenta_torneo.wsgi"],
        cwd=project_root,
        env={"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )

    assert started.returncode != 0
    assert "manage.py migrate" in started.stderr.splitlines()[-1]


@pytest.mark.parametrize("app", ["brackets", "referee"])
def test_an_app_has_one_or_two_migrations(app: str, project_root: Path) -> None:
    names = [path.stem for path in (project_root / app / "migrations").glob("0*.py")]

    assert len(names) <= 2
    assert issubclass(import_module(f"{app}.migrations.0001_initial").Migration, InitialMigration)


def test_an_initial_migration_refuses_what_does_not_create_a_table() -> None:
    class Migration(InitialMigration):
        operations = [RunSQL("SELECT 1")]

    with pytest.raises(TypeError, match="only creates tables"):
        Migration("0001_initial", "brackets").apply(ProjectState(), None)
