"""On PostgreSQL the product runs as a role that owns nothing: it plays a whole mesa, and can neither change what stays nor lift what keeps it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from psycopg import sql
from pytest_django import Settings

from brackets.append_only import NEVER
from cuarenta_torneo import database, product_role
from referee.models import Jugada, Planilla
from tests.attacks.test_append_only import KEPT, everything, rows_of, statements
from tests.factories.referee import ZAPATERIA, keeper

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@contextmanager
def made_role(name: str) -> Iterator[str]:
    """A role of this run, which is gone afterwards with all that it was given; its password is its name."""
    with psycopg.connect(environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), name))
        try:
            yield name
        finally:
            server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


@contextmanager
def connected_as(role: str) -> Iterator[None]:
    own = {key: connection.settings_dict[key] for key in ("USER", "PASSWORD")}
    connection.close()
    connection.settings_dict.update(USER=role, PASSWORD=role)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(own)


@pytest.fixture
def role(transactional_db: None, run_name: str) -> Iterator[str]:
    with made_role(f"product_{run_name}") as name:
        product_role.grant(connection, name)
        yield name
        with connection.cursor() as cursor:
            cursor.execute(f"DROP OWNED BY {name}")


def refused(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError:
        return True
    return False


def test_it_plays_a_mesa_from_the_first_jugada_to_the_seal(role: str) -> None:
    kept = keeper()
    with connected_as(role):
        kept.open()
        kept.record(*ZAPATERIA)
        kept.seal()

        assert Planilla.objects.get().status == "sealed"
        assert Jugada.objects.count() == len(ZAPATERIA)


def test_no_row_that_stays_is_changed_deleted_or_replaced(role: str, tmp_path: Path) -> None:
    everything(tmp_path)
    before = {name: rows_of(model) for name, (model, _) in KEPT.items()}
    with connected_as(role):
        through = [
            statement
            for model, rows in KEPT.values()
            for statement in statements(model, rows)
            if not refused(statement)
        ]

    assert through == []
    assert {name: rows_of(model) for name, (model, _) in KEPT.items()} == before


LIFTING = """
ALTER TABLE referee_jugada DISABLE TRIGGER ALL
ALTER TABLE referee_jugada ENABLE REPLICA TRIGGER referee_jugada_keeps_update
ALTER TABLE referee_jugada OWNER TO CURRENT_USER
ALTER TABLE referee_jugada RENAME TO elsewhere
ALTER TABLE referee_jugada DROP COLUMN notation
ALTER TABLE referee_jugada DROP CONSTRAINT jugada_seq_once
ALTER TABLE referee_jugada ALTER COLUMN notation TYPE varchar(400) USING 'limpia A'
DROP TRIGGER referee_jugada_keeps_update ON referee_jugada
DROP TABLE referee_jugada CASCADE
DROP FUNCTION brackets_refuse() CASCADE
CREATE OR REPLACE FUNCTION brackets_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'
CREATE TRIGGER x BEFORE INSERT ON referee_jugada FOR EACH ROW EXECUTE FUNCTION brackets_refuse()
CREATE RULE x AS ON INSERT TO referee_jugada DO INSTEAD NOTHING
CREATE TABLE x (id integer)
CREATE TEMP TABLE brackets_championship (id integer, status text)
CREATE SCHEMA x
CREATE TABLE x () INHERITS (referee_jugada)
CREATE EXTENSION dblink
SET session_replication_role = replica
ALTER ROLE CURRENT_USER SET session_replication_role = replica
SET SESSION AUTHORIZATION postgres
UPDATE pg_trigger SET tgenabled = 'D'
DELETE FROM django_migrations
INSERT INTO django_migrations (app, name, applied) VALUES ('referee', '9999', now())
SELECT setval(pg_get_serial_sequence('referee_jugada', 'id'), 1)
LOCK TABLE referee_jugada IN ACCESS EXCLUSIVE MODE
COPY referee_jugada FROM PROGRAM 'true'
""".strip().splitlines()


def test_what_keeps_them_is_not_lifted(role: str) -> None:
    owner = connection.settings_dict["USER"]
    with connected_as(role):
        through = [statement for statement in (*LIFTING, f'SET ROLE "{owner}"') if not refused(statement)]
        refused("GRANT UPDATE ON referee_jugada TO CURRENT_USER")  # a warning is all that says it

        assert product_role.power_over_what_stays(connection) == ""
    assert through == []
    assert database.missing(connection) == []


def test_as_the_owner_each_of_them_would_do_something(role: str) -> None:
    """That they are refused says something only where they are meant so."""
    refused_all_the_same = {
        each for each in LIFTING if "pg_" not in each and "x AS" not in each and refused_and_undone(each)
    }

    assert refused_all_the_same <= {"CREATE EXTENSION dblink", "SET SESSION AUTHORIZATION postgres"}


def refused_and_undone(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


def test_copying_a_row_in_again_replaces_nothing(role: str, tmp_path: Path) -> None:
    everything(tmp_path)
    with connected_as(role), connection.cursor() as cursor:
        with cursor.copy("COPY (SELECT * FROM referee_jugada) TO STDOUT") as copy:
            rows = b"".join(bytes(row) for row in copy)
        with pytest.raises(psycopg.errors.UniqueViolation), cursor.copy("COPY referee_jugada FROM STDIN") as copy:
            copy.write(rows)


def test_every_column_that_may_change_and_row_that_may_go_is_granted_and_no_other(role: str) -> None:
    with connected_as(role), connection.cursor() as cursor:
        for model, rows in KEPT.values():
            cursor.execute("SELECT has_table_privilege(%s, 'DELETE')", [model._meta.db_table])
            assert cursor.fetchone() == (rows.deleted != NEVER,)
        assert product_role.power_over_what_stays(connection) == ""


def test_where_a_role_is_to_serve_the_owner_does_not(role: str, settings: Settings) -> None:
    database.require(connection)
    settings.DATABASE_ROLE = role
    with connected_as(role):
        database.require(connection)
        with pytest.raises(CommandError, match="migre con la cuenta dueña"):
            call_command("migrate", verbosity=0)

    with pytest.raises(ImproperlyConfigured, match=f"Sirva con la cuenta «{role}»"):
        database.require(connection)


def test_who_was_given_power_over_one_table_does_not_serve_either(role: str, settings: Settings) -> None:
    settings.DATABASE_ROLE = role
    with connection.cursor() as cursor:
        cursor.execute(f"GRANT DELETE ON referee_signature TO {role}")
    with connected_as(role), pytest.raises(ImproperlyConfigured, match="puede hacer DELETE en referee_signature"):
        database.require(connection)


def test_as_the_operator_is_told(run_name: str, project_root: Path) -> None:
    """A database of its own, made and migrated by an owner who is no superuser, then served by the other role (docs/operacion.md)."""
    server = urlsplit(environ["DATABASE_URL"])
    place = f"{server.hostname}:{server.port or 5432}/owned_{run_name}"

    def run(role: str, *command: str) -> subprocess.CompletedProcess[str]:
        given = {"DATABASE_URL": f"postgres://{role}:{role}@{place}", "DATABASE_ROLE": f"served_{run_name}"}
        return subprocess.run(
            [sys.executable, *command],
            cwd=project_root,
            env={**environ, **given},
            capture_output=True,
            text=True,
            check=False,
        )

    with (
        psycopg.connect(environ["DATABASE_URL"], autocommit=True) as admin,
        made_role(f"owner_{run_name}") as owner,
        made_role(f"served_{run_name}") as serving,
    ):
        admin.execute(f"CREATE DATABASE owned_{run_name} OWNER {owner}")
        try:
            migrated = run(owner, "manage.py", "migrate", "--verbosity", "0")
            assert migrated.returncode == 0, migrated.stderr
            served = run(serving, "-c", "import cuarenta_torneo.wsgi")
            assert served.returncode == 0, served.stderr
        finally:
            admin.execute(f"DROP DATABASE owned_{run_name} WITH (FORCE)")
