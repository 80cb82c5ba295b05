"""Rows that stay are neither changed, nor deleted, nor replaced, by whatever statement; on PostgreSQL `test_role` goes on."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    DateTimeField,
    Field,
    ForeignKey,
    JSONField,
    Model,
    TextField,
    UUIDField,
)

from brackets import triggers as brackets_triggers
from brackets.append_only import ALWAYS, NEVER, Keep, Tables, keys_of
from brackets.models import (
    AuditEntry,
    CallUp,
    Championship,
    DrawEvent,
    HallStop,
    NameEvent,
    PodiumPlace,
    ShareEvent,
    SiteAddress,
    Stage,
)
from referee import triggers as referee_triggers
from referee.models import (
    Appeal,
    AppealPublication,
    AppealRelease,
    AppealRuling,
    ArchivedDevice,
    ArchivedLine,
    ArchivedPerson,
    ArchiveImport,
    CardThrow,
    Confirmation,
    Consulta,
    ConsultaEnd,
    FollowedLog,
    Incident,
    IncidentDecision,
    IncidentExpulsion,
    Mesa,
    Note,
    PaperIncident,
    Planilla,
    ProtestSeen,
    Quarantined,
    QuarantineDecision,
    Signature,
    SuspensionMeasure,
    Transcription,
)  # fmt: skip
from tests.access_world import World, make_world
from tests.factories.brackets import NOW, StageFactory
from tests.factories.referee import ZAPATERIA, Keeper, kept_mesa

pytestmark = pytest.mark.django_db

TABLES = (brackets_triggers.TABLES, referee_triggers.TABLES)
KEPT: dict[str, tuple[type[Model], Keep]] = {
    f"{tables.app}.{name}": (apps.get_model(tables.app, name), rows)
    for tables in TABLES
    for name, rows in tables.rows.items()
    if isinstance(rows, Keep)
}


@pytest.mark.parametrize("tables", TABLES, ids=lambda tables: tables.app)
def test_of_every_model_it_is_said_how_its_rows_are_kept(tables: Tables) -> None:
    models = {model.__name__ for model in apps.get_app_config(tables.app).get_models()}

    assert tables.rows.keys() == models
    assert all(rows.why for rows in tables.rows.values())


def everything(prints: Path) -> World:
    """A world with a row at least of each kind that stays."""
    world = make_world(prints)
    kept, user = world.playing, world.users["director"]
    mesa, championship, planilla = kept.mesa, kept.championship, Planilla.objects.first()
    assert planilla is not None
    by: dict[str, Any] = {"at": NOW, "by": user}
    DrawEvent.objects.create(championship=championship, stage=9, number=1, kind="made", **by)
    NameEvent.objects.create(
        championship=championship, pareja=99, position=1, number=1, digest="0" * 64, salt="0" * 32, at=NOW
    )
    ShareEvent.objects.create(championship=championship, stage=9, commitment="0" * 64, kind="closed", **by)
    CallUp.objects.create(championship=championship, fixture=kept.fixture, turn=1, kind="llamada", number=1, **by)
    HallStop.objects.create(championship=championship, client_id=uuid4(), cause="Apagón", **by)
    PodiumPlace.objects.create(championship=championship, place=1, pareja=mesa.pareja_a)
    appeal, incident, consulta = Appeal.objects.first(), Incident.objects.first(), Consulta.objects.first()
    AppealPublication.objects.create(appeal=appeal, published=True, **by)
    AppealRelease.objects.create(appeal=appeal, reason="No hay otra mesa", **by)
    AppealRuling.objects.create(appeal=appeal, kind="confirma", grounds="Se vio", head_seq=1, head_hash="0" * 64, **by)
    archive = ArchiveImport.objects.create(
        championship=championship,
        digest="0" * 64,
        slug="copa",
        status="closed",
        personal=False,
        ink=False,
        at=NOW,
        by=user,
    )
    ArchivedLine.objects.create(archive=archive, part="hojas", text="{}")
    ArchivedPerson.objects.create(archive=archive, user=user, number=1, public_id=uuid4())
    ArchivedDevice.objects.create(archive=archive, device=kept.device, number=1, public_id=uuid4())
    CardThrow.objects.create(
        mesa=mesa,
        seq=1,
        client_id=uuid4(),
        notation="tira A1 5",
        data_seq=1,
        log_seq=1,
        device=kept.device,
        received_at=NOW,
    )
    ConsultaEnd.objects.create(consulta=consulta, kind="resuelta", text="No cuenta", **by)
    IncidentDecision.objects.create(incident=incident, kind="firme", **by)
    IncidentExpulsion.objects.create(incident=incident, reason="Señas", **by)
    Note.objects.create(
        mesa=mesa,
        client_id=uuid4(),
        jugada=1,
        text="Cortó B2",
        device=kept.device,
        user=kept.juez,
        written_at=NOW,
        received_at=NOW,
    )
    PaperIncident.objects.create(
        transcription=Transcription.objects.first(), against="reglas", opened_at=NOW, verdict="papel", words="Vale",
        decided_at=NOW, decided_by=user,
    )  # fmt: skip
    Confirmation.objects.create(planilla=Planilla.objects.first(), party="A", digest="0" * 64, at=NOW)
    ProtestSeen.objects.create(signature=Signature.objects.filter(outcome="bajo-protesta").first(), **by)
    item = Quarantined.objects.create(
        mesa=mesa,
        client_id=uuid4(),
        kind="jugada",
        notation="caida A",
        lease_epoch=1,
        why_code="tarde",
        received_at=NOW,
    )
    QuarantineDecision.objects.create(item=item, outcome="descartada", reason="No fue", user=user, decided_at=NOW)
    SuspensionMeasure.objects.create(mesa=mesa, seq=1, client_id=uuid4(), text="Se espera", **by)
    FollowedLog.objects.create(
        address="https://otra.example/c/copa/punto/", origin="otra.example/copa", vkey="otra", size=1, root="0" * 64, note="n", line="l", cosigned_at=NOW, evidence="e", refused_at=NOW,
    )  # fmt: skip
    SiteAddress.objects.create(address="http://sala.example", fixed_at=NOW)
    return world


@pytest.fixture
def world(tmp_path: Path) -> World:
    return everything(tmp_path)


def other(field: "Field[Any, Any]") -> str:
    """What differs from whatever the column of this field has."""
    field = field.target_field if isinstance(field, ForeignKey) else field
    if isinstance(field, DateTimeField | DateField):
        return "'2001-01-01 00:00:00'"
    if isinstance(field, BooleanField):
        return f'NOT COALESCE("{field.column}", false)'
    if isinstance(field, UUIDField):
        return "gen_random_uuid()" if connection.vendor == "postgresql" else f"'{uuid4().hex}'"
    if isinstance(field, JSONField):
        return "'[7, 7, 7]'"
    if isinstance(field, CharField | TextField):
        return "'z'"
    return "4242"


def condition_of(rows: Keep, field: "Field[Any, Any]") -> str:
    return next((condition for names, condition in rows.may.items() if field.name in names.split()), NEVER)


def fixed(model: type[Model], rows: Keep) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if condition_of(rows, field) == NEVER]


def copied(model: type[Model], changes: dict[str, str]) -> str:
    """`(columns) SELECT …`: the first row with these columns changed; without its number where that is to be given anew."""
    columns = {str(field.column): f'"{field.column}"' for field in model._meta.concrete_fields} | changes
    columns = {name: value for name, value in columns.items() if value}
    table = model._meta.db_table
    names = ", ".join(f'"{name}"' for name in columns)
    return (
        f"{table} ({names}) SELECT {', '.join(columns.values())} FROM {table} WHERE id = (SELECT min(id) FROM {table})"
    )


def falsified(model: type[Model], rows: Keep) -> dict[str, str]:
    """A change of the row, of no key of it where there is anything else."""
    keys = {column for key in keys_of(connection, model) for column in key.columns}

    def rank(field: "Field[Any, Any]") -> tuple[bool, ...]:
        never = condition_of(rows, field) == NEVER
        return not never, field.column in keys, field.is_relation, not isinstance(field, DateTimeField)

    field = min((each for each in model._meta.concrete_fields if condition_of(rows, each) != ALWAYS), key=rank)
    return {str(field.column): other(field)}


def statements(model: type[Model], rows: Keep) -> Iterator[str]:
    """All that would change, delete or replace a row of it."""
    table, change = model._meta.db_table, falsified(model, rows)
    ((column, value),) = change.items()
    one = f"WHERE id = (SELECT min(id) FROM {table})"
    for field in fixed(model, rows):
        yield f'UPDATE {table} SET "{field.column}" = {other(field)} {one}'
    if rows.deleted == NEVER:
        yield f"DELETE FROM {table} {one}"
    yield f'INSERT INTO {copied(model, {})} ON CONFLICT (id) DO UPDATE SET "{column}" = {value}'
    if connection.vendor == "postgresql":
        yield f"TRUNCATE {table} CASCADE"
        merged = (
            f"MERGE INTO {table} t USING (SELECT min(id) AS first FROM {table}) s ON t.id = s.first WHEN MATCHED THEN"
        )
        yield f'{merged} UPDATE SET "{column}" = {value}'
        if rows.deleted == NEVER:
            yield f"{merged} DELETE"
        return
    yield f"INSERT OR REPLACE INTO {copied(model, change)}"
    yield f"REPLACE INTO {copied(model, {})}"
    for key, name in product(keys_of(connection, model)[1:], ("id", "rowid")):
        yield f"INSERT OR REPLACE INTO {copied(model, {**change, 'id': '', **({name: '5000'} if name == 'rowid' else {})})} -- {key.columns}"
    for name in ("id", "rowid", "oid", "_rowid_"):
        yield f"UPDATE OR REPLACE {table} SET {name} = {name} + 1000 {one}"
    yield f'UPDATE OR REPLACE {table} SET "{column}" = {value} {one}'
    yield f'UPDATE OR IGNORE {table} SET "{column}" = {value} {one}'


def rows_of(model: type[Model]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY id")
        return cursor.fetchall()


def test_no_statement_changes_deletes_or_replaces_a_row(world: World) -> None:
    """Every column, every key, every way that a database has to say it."""
    connection.check_constraints()  # on PostgreSQL those still to be checked would keep a table from being truncated
    through = []
    for name, (model, rows) in KEPT.items():
        assert (before := rows_of(model)), f"no row of {name}"
        for statement in statements(model, rows):
            try:
                with transaction.atomic(), connection.cursor() as cursor:
                    cursor.execute(statement)
            except IntegrityError:
                continue
            through.append(statement)
            assert rows_of(model) != before, f"an attack that changes nothing: {statement}"

    assert through == []


@pytest.fixture
def sealed() -> Keeper:
    kept = kept_mesa(*ZAPATERIA)
    kept.seal()
    return kept


def refuse(*statements: str, match: str = "append-only") -> None:
    for statement in statements:
        with pytest.raises(IntegrityError, match=match), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def test_a_planilla_goes_forward_and_never_back(sealed: Keeper) -> None:
    refuse(
        "UPDATE referee_planilla SET status = 'frozen', sealed_at = NULL",
        "UPDATE referee_planilla SET status = 'reopened'",
        "UPDATE referee_planilla SET sealed_at = frozen_at",
    )
    told = {"corrected_at": NOW, "corrected_by": sealed.juez, "correction": "Fallo 3"}
    Planilla.objects.update(**told)

    refuse(
        "UPDATE referee_planilla SET correction = 'Fallo 4'",
        "UPDATE referee_planilla SET corrected_at = NULL, correction = ''",
    )


def test_what_a_sealed_version_is_corrected_by_stays_once_the_next_one_is_there(sealed: Keeper) -> None:
    Planilla.objects.update(
        corrected_at=NOW, corrected_by=sealed.juez, correction="Fallo 3", unsigned="Consta en el fallo"
    )
    Planilla.objects.create(
        mesa=sealed.mesa,
        version=2,
        head_seq=4,
        digest="0" * 64,
        chain_hash="0" * 64,
        frozen_at=NOW,
        frozen_by=sealed.juez,
    )

    refuse("UPDATE referee_planilla SET unsigned = 'Otra cosa' WHERE version = 1")


@pytest.mark.sqlite
def test_a_row_takes_no_key_of_another_in_the_way_that_it_may_change() -> None:
    """A reopened Planilla says which tablet's act it was: unique, and a way to replace another version."""
    kept = kept_mesa(*ZAPATERIA)
    first = kept.freeze()
    Planilla.objects.update(status="reopened", reopened_by=uuid4())
    kept.freeze()

    refuse(
        "UPDATE OR REPLACE referee_planilla SET status = 'reopened', reopened_by = "
        f"(SELECT reopened_by FROM referee_planilla WHERE id = {first.pk}) WHERE id <> {first.pk}",
        match="UNIQUE constraint failed: referee_planilla.reopened_by",
    )
    assert Planilla.objects.count() == 2


def test_who_sat_down_to_a_mesa_stays_from_the_first_jugada_on(sealed: Keeper) -> None:
    refuse(
        "UPDATE referee_mesa SET pareja_a_id = pareja_b_id, pareja_b_id = pareja_a_id",
        "UPDATE referee_mesa SET seats = '[]'",
        "DELETE FROM referee_mesa",
    )

    assert Mesa.objects.get().seats == sealed.mesa.seats


def test_a_published_draw_stays_until_it_is_reopened() -> None:
    stage = StageFactory(status="published", published_at=NOW)
    refuse(
        "UPDATE brackets_stage SET slots = '[7]'",
        "UPDATE brackets_stage SET lots_seed = 'otra'",
        """UPDATE brackets_stage SET planned_entries = '{"1": []}'""",
        "DELETE FROM brackets_stage",
    )

    Stage.objects.update(status="drawn", published_at=None)
    Stage.objects.update(lots_seed="otra")

    stage.refresh_from_db()
    assert stage.lots_seed == "otra"


AUDITED = "UPDATE brackets_auditentry SET data = '{}'"


def test_what_the_audit_says_is_erased_only_when_the_championship_has_ended() -> None:
    championship = Championship.objects.get(pk=kept_mesa().championship.pk)
    AuditEntry.objects.create(
        championship=championship, at=NOW, action="x", sentence="X.", data={"cedula": "1710034065"}
    )
    refuse(AUDITED)

    Championship.objects.update(status="closed")
    AuditEntry.objects.update(data={})

    assert not AuditEntry.objects.exclude(data={}).exists()
    refuse("UPDATE brackets_auditentry SET sentence = 'Y.', data = '{}'", "DELETE FROM brackets_auditentry")


@pytest.mark.postgres
def test_a_temporary_table_is_not_taken_for_ours() -> None:
    """PostgreSQL looks into the schema of temporary tables first, in a trigger's function too."""
    championship = kept_mesa().championship
    AuditEntry.objects.create(championship=championship, at=NOW, action="x", sentence="X.", data={"seed": "7"})
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE brackets_championship ON COMMIT DROP AS SELECT id, 'closed' AS status FROM brackets_championship"
        )

    refuse(AUDITED)
