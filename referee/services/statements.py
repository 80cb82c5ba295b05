"""The SQL of one tap. The ORM would build each statement anew every time, which costs several times its running.

Values still pass through the fields of the models, so that what is stored is what the ORM would store.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import BooleanField, CharField, Field, ForeignKey, IntegerField, Model

from brackets.models import Fixture, Stage
from referee.models import Chica, Data, Jugada, Mesa
from referee.selectors.access import partly
from referee.selectors.prepared import prepared_cursor
from referee.selectors.projection import MESA_FIELDS, Row

_MESA = """
SELECT mesa.id, mesa.fixture_id, mesa.device_id, mesa.lease_epoch, mesa.head_seq, mesa.head_hash, mesa.estado,
       fixture.stage_id, fixture.status, fixture.juez_id, stage.championship_id
FROM referee_mesa mesa
JOIN brackets_fixture fixture ON fixture.id = mesa.fixture_id
JOIN brackets_stage stage ON stage.id = fixture.stage_id
WHERE mesa.public_id = %s
"""


class LogRow(NamedTuple):
    """A row of the log to be: the columns of `Jugada`, which takes longer to make."""

    mesa_id: int
    seq: int
    client_id: UUID
    notation: str
    device_id: int
    lease_epoch: int
    user_id: int
    device_ts: datetime | None
    received_at: datetime
    prev_hash: str
    hash: str


_KNOWN = "SELECT client_id, mesa_id, seq, notation FROM referee_jugada WHERE client_id IN ({})"


# A column and the field that makes its stored form; None where a value is stored as it is.
Column = tuple[str, "Field[Any, Any] | None"]
_STORED_AS_IS = (BooleanField, CharField, IntegerField, ForeignKey)


def _columns(model: type[Model], *names: str) -> list[Column]:
    """These columns of the model, or all but its key."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
    return [
        (field.attname, None if isinstance(field, _STORED_AS_IS) else field)
        for field in fields
        if not names or field.attname in names
    ]


def _insert(model: type[Model], columns: Sequence[Column]) -> str:
    names, places = ", ".join(f'"{name}"' for name, _ in columns), ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({places})"  # noqa: S608, SLF001 (our own columns)


_ROW, _CHICA, _DATA = _columns(Jugada), _columns(Chica), _columns(Data)
_INSERT = _insert(Jugada, _ROW)
_PROJECTED = {Chica: (_CHICA, _insert(Chica, _CHICA)), Data: (_DATA, _insert(Data, _DATA))}
_HEAD = _columns(Mesa, "head_seq", "head_hash", *MESA_FIELDS)
_PUBLIC_ID = Mesa._meta.get_field("public_id")  # noqa: SLF001
_CLIENT_ID = Jugada._meta.get_field("client_id")  # noqa: SLF001
_PAIRS = ", ".join(f"{name} = %s" for name, _ in _HEAD)
_UPDATE = f"UPDATE referee_mesa SET {_PAIRS} WHERE id = %s"  # noqa: S608 (our own columns)


def mesa_select(mesa_id: UUID) -> Mesa | None:
    """The mesa, its row locked, with its fixture and stage; what a tap does not need is loaded when asked for."""
    lock = "FOR UPDATE OF mesa" if connection.features.has_select_for_update_of else ""
    with prepared_cursor() as cursor:
        cursor.execute(_MESA + lock, [_PUBLIC_ID.get_db_prep_value(mesa_id, connection)])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, fixture, device, epoch, seq, head, estado, stage, status, juez, championship = row
    mesa = partly(
        Mesa, id=pk, public_id=mesa_id, fixture_id=fixture, device_id=device, lease_epoch=epoch, head_seq=seq,
        head_hash=head, estado=estado,
    )  # fmt: skip
    mesa.fixture = partly(Fixture, id=fixture, stage_id=stage, status=status, juez_id=juez)
    mesa.fixture.stage = partly(Stage, id=stage, championship_id=championship)
    return mesa


def known_select(client_ids: Iterable[UUID]) -> dict[UUID, tuple[int, int, str]]:
    """Mesa, seq and notation of those jugadas that are recorded already, here or anywhere."""
    values = [_CLIENT_ID.get_db_prep_value(client_id, connection) for client_id in client_ids]
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN.format(", ".join(["%s"] * len(values))), values)
        return {UUID(str(client_id)): (mesa, seq, notation) for client_id, mesa, seq, notation in cursor.fetchall()}


def rows_insert(rows: Sequence[LogRow]) -> None:
    values = [_values(_ROW, row) for row in rows]
    if len(values) == 1:  # psycopg sets up more for many than one is worth
        with prepared_cursor() as cursor:
            cursor.execute(_INSERT, values[0])
    else:
        with connection.cursor() as cursor:
            cursor.executemany(_INSERT, values)


def projected_insert(model: type[Chica | Data], mesa: Mesa, rows: Iterable[Row]) -> None:
    """New rows of a projection."""
    columns, insert = _PROJECTED[model]
    with prepared_cursor() as cursor:
        for row in rows:
            values: list[Any] = [mesa.pk if name == "mesa_id" else row[name] for name, _ in columns]
            cursor.execute(insert, values)


def mesa_update(mesa: Mesa) -> None:
    """Save the head and the projection of the mesa's own row."""
    with prepared_cursor() as cursor:
        cursor.execute(_UPDATE, [*_values(_HEAD, mesa), mesa.pk])


def _values(columns: Iterable[Column], row: Model | LogRow) -> list[Any]:
    database = connections[DEFAULT_DB_ALIAS]  # not its proxy, which looks it up for each value
    return [
        getattr(row, name) if field is None else field.get_db_prep_save(getattr(row, name), database)
        for name, field in columns
    ]
