"""The SQL of one tap. The ORM would build each statement anew every time, which costs several times its running."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import DateTimeField, Field, ForeignKey, JSONField, Model, UUIDField

from brackets.models import Fixture, Stage
from referee.models import Chica, Data, Device, Jugada, Mesa
from referee.selectors.access import DEVICE_COLUMNS, DEVICE_MAY_WRITE, device_of, partly, token_digest
from referee.selectors.prepared import Statement
from referee.selectors.projection import MESA_FIELDS, Row

_MESA_COLUMNS = """
       mesa.id, mesa.fixture_id, mesa.device_id, mesa.lease_epoch, mesa.head_seq, mesa.head_hash, mesa.estado,
       mesa.pareja_a_id, mesa.pareja_b_id, fixture.pareja_a_id, fixture.pareja_b_id, fixture.stage_id, fixture.status, fixture.juez_id, stage.championship_id"""
_MESA_TABLES = """referee_mesa mesa
JOIN brackets_fixture fixture ON fixture.id = mesa.fixture_id
JOIN brackets_stage stage ON stage.id = fixture.stage_id"""
VENDOR = connections[DEFAULT_DB_ALIAS].vendor
# SQLite's transaction holds the only lock there is.
_LOCK = "FOR UPDATE OF mesa" if VENDOR == "postgresql" else ""
_MESA = Statement(f"SELECT {_MESA_COLUMNS} FROM {_MESA_TABLES} WHERE mesa.public_id = %s {_LOCK}")  # noqa: S608 (ours)
_TAP = Statement(f"""
SELECT {_MESA_COLUMNS}, {DEVICE_COLUMNS}
FROM {_MESA_TABLES}
JOIN referee_device device ON device.token_hash = %s
JOIN brackets_user person ON person.id = device.user_id
WHERE mesa.public_id = %s AND {DEVICE_MAY_WRITE}
{_LOCK}
""")  # noqa: S608 (our own text)
_MESA_WIDTH = 15


class LogRow(NamedTuple):
    """A row of the log to be: the columns of `Jugada`, in their order, which takes longer to make."""

    mesa_id: int
    seq: int
    client_id: UUID
    notation: str
    device_id: UUID | None
    lease_epoch: int
    user_id: UUID
    device_ts: datetime | None
    signed: str
    received_at: datetime
    prev_hash: str
    hash: str


_KNOWN = "SELECT client_id, mesa_id, seq, notation FROM referee_jugada WHERE client_id IN ({})"


# How a database keeps a value; what is not here it takes as it is. JSON is text of ours for both.
Stored = Callable[[Any], object]
Kept = dict[type["Field[Any, Any]"], Stored]
_JSON = msgspec.json.Encoder()


@lru_cache(maxsize=64)  # all rows of a batch arrive at once
def _naive(at: datetime) -> str:
    return str(at.astimezone(UTC).replace(tzinfo=None))


_STORED: dict[str, Kept] = {
    "sqlite": {
        UUIDField: lambda value: None if value is None else value.hex,
        DateTimeField: lambda at: None if at is None else _naive(at),
        JSONField: lambda value: _JSON.encode(value).decode(),
    },
    "postgresql": {JSONField: lambda value: _JSON.encode(value).decode()},
}


class Columns:
    """Some columns of a model, or all but its key, and the values of a row for them."""

    def __init__(self, model: type[Model], *names: str) -> None:
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
        fields = [field for field in fields if not names or field.attname in names]
        self.names = [field.attname for field in fields]
        self.types = [field.db_type(connections[DEFAULT_DB_ALIAS]) for field in fields]
        self._take = attrgetter(*self.names)
        types = _STORED[VENDOR]
        # The places of the values that are not kept as they are.
        kinds = [type(field.target_field if isinstance(field, ForeignKey) else field) for field in fields]
        self._changed = [(place, types[kind]) for place, kind in enumerate(kinds) if kind in types]

    def of(self, row: Model) -> list[Any]:
        return self.kept(self._take(row))

    def kept(self, values: Iterable[Any]) -> list[Any]:
        """The values of all columns, as the database keeps them."""
        answer = list(values)
        for place, stored in self._changed:
            answer[place] = stored(answer[place])
        return answer


class Insert:
    """Rows into a table, each as the values of all columns but its key."""

    def __init__(self, model: type[Model]) -> None:
        self.columns = Columns(model)
        names = ", ".join(f'"{name}"' for name in self.columns.names)
        places = ", ".join(["%s"] * len(self.columns.names))
        # PostgreSQL takes each column of many rows as one value.
        arrays = ", ".join(f"%s::{kind}[]" for kind in self.columns.types)
        into = f"INSERT INTO {model._meta.db_table} ({names})"  # noqa: SLF001
        self._one = Statement(f"{into} VALUES ({places})")
        self._arrays = Statement(f"{into} SELECT * FROM unnest({arrays})")  # noqa: S608 (our own columns)

    def run(self, rows: Iterable[Iterable[Any]]) -> None:
        values = [self.columns.kept(row) for row in rows]
        if len(values) == 1:
            self._one.run(values[0])
        elif VENDOR == "postgresql":
            self._arrays.run([list(column) for column in zip(*values, strict=True)])
        else:
            self._one.run_many(values)


_LOG = Insert(Jugada)
_PROJECTED = {Chica: Insert(Chica), Data: Insert(Data)}
_BEYOND = {
    model: Statement(f"DELETE FROM {model._meta.db_table} WHERE mesa_id = %s AND {key} > %s")  # noqa: S608, SLF001
    for model, key in ((Chica, '"number"'), (Data, '"order"'))
}
_HEAD = Columns(Mesa, "head_seq", "head_hash", *MESA_FIELDS)
_PUBLIC_ID, _CLIENT_ID = Columns(Mesa, "public_id"), Columns(Jugada, "client_id")
_PAIRS = ", ".join(f"{name} = %s" for name in _HEAD.names)
_UPDATE = Statement(f"UPDATE referee_mesa SET {_PAIRS} WHERE id = %s")  # noqa: S608 (our own columns)


def mesa_select(mesa_id: UUID) -> Mesa | None:
    """The mesa, its row locked, with its fixture and stage; what a tap does not need is loaded when asked for."""
    row = _MESA.row(_PUBLIC_ID.kept([mesa_id]))
    return None if row is None else _mesa_of(row, mesa_id)


def tap_select(mesa_id: UUID, token: str) -> tuple[Mesa, Device] | None:
    """The mesa as `mesa_select` gives it, and the tablet of this token, as `access.device_by_token` does."""
    row = _TAP.row([token_digest(token), *_PUBLIC_ID.kept([mesa_id])])
    return None if row is None else (_mesa_of(row[:_MESA_WIDTH], mesa_id), device_of(row[_MESA_WIDTH:]))


def _mesa_of(row: Sequence[Any], mesa_id: UUID) -> Mesa:
    pk, fixture, device, epoch, seq, head, estado, a, b, now_a, now_b, stage, status, juez, championship = row
    played_in = partly(Stage, id=stage, championship_id=championship)
    played_as = partly(
        Fixture, {"stage": played_in}, id=fixture, stage_id=stage, status=status, juez_id=juez, pareja_a_id=now_a, pareja_b_id=now_b,
    )  # fmt: skip
    return partly(
        Mesa, {"fixture": played_as}, id=pk, public_id=mesa_id, fixture_id=fixture, device_id=device,
        lease_epoch=epoch, head_seq=seq, head_hash=head, estado=estado, pareja_a_id=a, pareja_b_id=b,
    )  # fmt: skip


def known_select(client_ids: Iterable[UUID]) -> dict[UUID, tuple[int, int, str]]:
    """Mesa, seq and notation of those jugadas that are recorded already, here or anywhere."""
    values = [_CLIENT_ID.kept([client_id])[0] for client_id in client_ids]
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN.format(", ".join(["%s"] * len(values))), values)
        return {UUID(str(client_id)): (mesa, seq, notation) for client_id, mesa, seq, notation in cursor.fetchall()}


def rows_insert(rows: Sequence[LogRow]) -> None:
    """Append to the log."""
    _LOG.run(rows)


def projected_delete(model: type[Chica | Data], mesa: Mesa, after: int) -> None:
    """Remove the rows of a projection that come after so many."""
    _BEYOND[model].run([mesa.pk, after])


def projected_insert(model: type[Chica | Data], mesa: Mesa, rows: Iterable[Row]) -> None:
    """New rows of a projection."""
    insert = _PROJECTED[model]
    insert.run([mesa.pk if name == "mesa_id" else row[name] for name in insert.columns.names] for row in rows)


def mesa_update(mesa: Mesa) -> None:
    """Save the head and the projection of the mesa's own row."""
    _UPDATE.run([*_HEAD.of(mesa), mesa.pk])
