"""A value that its column cannot have is read as one thing and compared as another: the verifier names it."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from brackets.models import Pareja
from referee.selectors.archive.hiding import Included
from referee.selectors.columns import columns_wrong
from referee.services.archives.restoring import archive_restore
from tests.attacks.test_derived import LATER, of_rounds
from tests.factories.archives import archived_elsewhere, at_the_tables
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db

VALUES = (
    ("brackets_pareja", "voided", "2"),
    ("brackets_fixture", "by_zapateria", "-1"),
    ("brackets_championship", "imported_unfinished", "0.5"),
    ("brackets_stage", "name", "X'ff00'"),
    ("brackets_stage", "events_from", "'x'"),
    ("brackets_stage", "published_at", "'2026-13-45 00:00:00'"),
    ("brackets_stage", "published_at", "'2026-02-30 00:00:00'"),
    ("brackets_championship", "starts_on", "'2026-02-30'"),
    ("referee_mesa", "public_id", "'x'"),
    ("referee_mesa", "public_id", "7"),
    ("referee_mesa", "head_seq", "'nueve'"),
)


def put(table: str, column: str, value: str) -> None:
    """In all rows, whatever the table itself would take."""
    with triggers_lifted(), connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = 1")
        cursor.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT max(rowid) FROM {table})")
        cursor.execute("PRAGMA ignore_check_constraints = 0")


def told() -> str:
    errors = StringIO()
    with pytest.raises(CommandError, match="con problemas"):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    return errors.getvalue()


@pytest.mark.parametrize(("table", "column", "value"), VALUES)
def test_a_value_that_is_none_of_its_column_is_named(table: str, column: str, value: str) -> None:
    at_the_tables()
    put(table, column, value)

    assert f"Tabla {table}, fila " in (said := told())
    assert f": lo que tiene «{column}» no es un valor de esa columna" in said


def test_nothing_is_annulled_by_a_value_that_is_both() -> None:
    of_rounds()
    put("brackets_pareja", "voided", "2")
    pareja = Pareja.objects.latest("pk")
    assert (pareja.voided, Pareja.objects.filter(voided=True).get()) == (False, pareja)

    assert f"Tabla brackets_pareja, fila {pareja.pk}: lo que tiene «voided»" in told()


@pytest.mark.parametrize("value", ["'2026-13-45 00:00:00'", "X'FF'"])
def test_an_hour_that_is_none_ends_nothing(tmp_path: Path, value: str) -> None:
    archived_elsewhere(tmp_path / "a.json", of_rounds, Included(ink=True), name="of_rounds")
    archive_restore(path=tmp_path / "a.json", user=None, now=LATER)
    put("referee_archiveimport", "at", value)

    assert "Tabla referee_archiveimport, fila " in told()


def test_a_row_that_another_names_is_there() -> None:
    of_rounds()
    with triggers_lifted(), connection.cursor() as cursor:
        cursor.execute("UPDATE brackets_pareja SET championship_id = 999999")
        found = list(columns_wrong())
        cursor.execute("UPDATE brackets_pareja SET championship_id = (SELECT max(id) FROM brackets_championship)")

    assert "la fila de brackets_championship que nombra no está" in found[0]


def test_nothing_is_said_of_what_people_did() -> None:
    at_the_tables()
    of_rounds()

    assert list(columns_wrong()) == []
