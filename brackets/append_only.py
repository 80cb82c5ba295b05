"""Rows that stay as they were written: triggers that refuse to change, delete or replace them, on SQLite and PostgreSQL alike.

Each app says in its `triggers` how the rows of each of its models are kept. On SQLite `REPLACE` deletes the rows in its way and
fires no trigger for them (unless the connection asks for it), so a row whose key is taken is refused before it is written, whatever
the statement says of conflicts; the message is that of SQLite's own refusal.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, UniqueConstraint

NEVER: Final = "1 = 0"
ALWAYS: Final = "1 = 1"


class Keep(NamedTuple):
    """Rows that stay, and `why`.

    `may`: fields, separated by spaces, that change where a condition on OLD and NEW holds; no other does, and no key is ever taken
    from another row. `deleted`: the condition under which a row may be deleted.
    """

    why: str
    may: Mapping[str, str] = {}
    deleted: str = NEVER

    @property
    def is_whole(self) -> bool:
        """Whether no row ever changes or goes."""
        return not self.may and self.deleted == NEVER


class Leave(NamedTuple):
    """Rows that may change and go, and `why`: they are projected from others, or nobody answers for what they once said."""

    why: str


class Key(NamedTuple):
    """Columns that no two rows share, among those for which `condition` holds."""

    columns: tuple[str, ...]
    condition: str = ""
    asked: tuple[str, ...] = ()
    """The columns that the condition reads."""

    @property
    def reads(self) -> tuple[str, ...]:
        return (*self.columns, *self.asked)


class Tables(NamedTuple):
    """How the rows of each model of an app are kept, by the model's name."""

    app: str
    rows: Mapping[str, Keep | Leave]

    def kept(self) -> Iterator[tuple[type[Model], Keep]]:
        for name, rows in self.rows.items():
            if isinstance(rows, Keep):
                yield apps.get_model(self.app, name), rows

    def install(self, connection: BaseDatabaseWrapper, *events: str) -> None:
        """Keep the rows from now on, or from these events alone; harmless where they are kept already."""
        self.remove(connection, *events)
        with connection.cursor() as cursor:
            for trigger in _triggers(connection, self, events):
                cursor.execute(_made(connection, trigger))

    def remove(self, connection: BaseDatabaseWrapper, *events: str) -> None:
        """Let rows change and go again, or let only these events; the tables may be missing."""
        drop(connection, {each.name: each.table for each in _triggers(connection, self, events)})

    def names(self, connection: BaseDatabaseWrapper) -> set[str]:
        """Every trigger that `install` creates."""
        return {each.name for each in _triggers(connection, self)}


class Trigger(NamedTuple):
    model: type[Model]
    rows: Keep
    event: str

    @property
    def table(self) -> str:
        return self.model._meta.db_table  # noqa: SLF001

    @property
    def name(self) -> str:
        return f"{self.table}_keeps_{self.event}"


ROWID: Final = ("rowid", "oid", "_rowid_")
"""Further names of the primary key on SQLite, which compares names alone."""
SQLITE: Final = """
CREATE TRIGGER {name} BEFORE {event} ON {table} {when}
BEGIN {refusals} END
"""
POSTGRES_REFUSE: Final = """
CREATE OR REPLACE FUNCTION brackets_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation'; END $$;
"""
POSTGRES_WHOLE: Final = """
CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH STATEMENT EXECUTE FUNCTION brackets_refuse()
"""
# A temporary table of the same name would be read in place of ours, unless its schema is the last one.
POSTGRES_ROW: Final = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN IF {broken} THEN
RAISE EXCEPTION '{table} is append-only: {event} refused' USING ERRCODE = 'restrict_violation';
END IF; RETURN NULL; END $$;
CREATE TRIGGER {name} AFTER {at} ON {table} FOR EACH ROW {when} EXECUTE FUNCTION {name}()
"""


def schema_of(connection: BaseDatabaseWrapper) -> str:
    """The schema of PostgreSQL in which the tables are, quoted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        return str(cursor.fetchone()[0])


def drop(connection: BaseDatabaseWrapper, triggers: Mapping[str, str]) -> None:
    """Drop these triggers, `{name: table}`, where they are there."""
    with connection.cursor() as cursor:
        for name, table in triggers.items():
            on_table = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def changing(model: type[Model], rows: Keep) -> list[str]:
    """The columns that change at times."""
    return [column for column, condition in _columns(model, rows).items() if condition != NEVER]


def keys_of(connection: BaseDatabaseWrapper, model: type[Model]) -> list[Key]:
    """All unique keys of a model, the primary one first. NotImplementedError for one of expressions."""
    meta = model._meta  # noqa: SLF001
    if meta.unique_together:
        raise NotImplementedError(f"{model}: unique_together")
    columns = {field.name: str(field.column) for field in meta.concrete_fields}
    unique = (field for field in meta.concrete_fields if field.unique)
    keys = [Key((columns[field.name],)) for field in sorted(unique, key=lambda field: not field.primary_key)]
    for constraint in meta.constraints:
        if not isinstance(constraint, UniqueConstraint):
            continue
        if constraint.expressions or constraint.nulls_distinct is False:
            raise NotImplementedError(f"{model}: {constraint.name}")
        condition = _condition(connection, model, constraint)
        asked = tuple(column for column in columns.values() if f'"{column}"' in condition)
        keys.append(Key(tuple(columns[name] for name in constraint.fields), condition, asked))
    return keys


def _condition(connection: BaseDatabaseWrapper, model: type[Model], constraint: Any) -> str:
    """As Django writes it into the index."""
    return constraint._get_condition_sql(model, connection.schema_editor()) or ""  # noqa: SLF001


def _triggers(connection: BaseDatabaseWrapper, tables: Tables, events: Collection[str] = ()) -> Iterator[Trigger]:
    """Those of these events, by default of all."""
    for model, rows in tables.kept():
        for event in ("truncate" if connection.vendor == "postgresql" else "insert", "update", "delete"):
            if (event in events or not events) and not (event == "delete" and rows.deleted == ALWAYS):
                yield Trigger(model, rows, event)


def _made(connection: BaseDatabaseWrapper, trigger: Trigger) -> str:
    """The statements that make it."""
    return _postgres(connection, trigger) if connection.vendor == "postgresql" else _sqlite(connection, trigger)


def _postgres(connection: BaseDatabaseWrapper, trigger: Trigger) -> str:
    model, rows, event = trigger
    named = {"name": trigger.name, "table": trigger.table, "event": event}
    if rows.is_whole or event == "truncate":
        return POSTGRES_REFUSE + POSTGRES_WHOLE.format(**named)
    when, broken = "", f"({rows.deleted}) IS NOT TRUE"
    at = event
    if event == "update":
        columns = _columns(model, rows)
        at, broken = _event(_guarded(columns)), _broken(columns, "IS DISTINCT FROM")
        when = f"WHEN ({_differ(_guarded(columns), 'IS DISTINCT FROM')})"
    return POSTGRES_ROW.format(schema=schema_of(connection), at=at, when=when, broken=broken, **named)


def _sqlite(connection: BaseDatabaseWrapper, trigger: Trigger) -> str:
    model, rows, event = trigger
    table, refused, when = trigger.table, f"{trigger.table} is append-only: {event} refused", ""
    if event == "insert":
        refusals = [_taken(table, key) for key in keys_of(connection, model)]
    elif rows.is_whole:
        refusals = [_refusal(refused)]
    elif event == "delete":
        refusals = [_refusal(refused, f"({rows.deleted}) IS NOT TRUE")]
    else:
        columns = _columns(model, rows)
        moves = set(changing(model, rows))
        keys = [key for key in keys_of(connection, model) if moves.intersection(key.reads)]
        guarded = dict.fromkeys([*_guarded(columns), *(column for key in keys for column in key.reads)])
        event = _event((*guarded, *ROWID))
        when = f"WHEN {_differ(guarded, 'IS NOT')}"
        refusals = [_refusal(refused, _broken(columns, "IS NOT")), *(_taken(table, key, but="OLD") for key in keys)]
    return SQLITE.format(name=trigger.name, event=event, table=table, when=when, refusals=" ".join(refusals))


def _refusal(message: str, condition: str = "") -> str:
    where = f" WHERE {condition}" if condition else ""
    return f"SELECT RAISE(ABORT, '{message}'){where};"


def _taken(table: str, key: Key, but: str = "") -> str:
    """The refusal of a row whose key another one has, as SQLite words it."""
    same = [f'{table}."{column}" = NEW."{column}"' for column in key.columns]
    if but:
        same.append(f"{table}.id <> {but}.id")
    taken = f"EXISTS (SELECT 1 FROM {table} WHERE {' AND '.join([*same, *filter(None, [key.condition])])})"  # noqa: S608 (our own columns)
    if key.condition:
        new = ", ".join(f'NEW."{column}" AS "{column}"' for column in key.asked)
        taken = f"EXISTS (SELECT 1 FROM (SELECT {new}) WHERE {key.condition}) AND {taken}"  # noqa: S608
    return _refusal(f"UNIQUE constraint failed: {', '.join(f'{table}.{column}' for column in key.columns)}", taken)


def _columns(model: type[Model], rows: Keep) -> dict[str, str]:
    """Each column and the condition under which it may change. LookupError for a field that is not there."""
    may = {name: condition for names, condition in rows.may.items() for name in names.split()}
    fields = model._meta.concrete_fields  # noqa: SLF001
    if unknown := may.keys() - {field.name for field in fields}:
        raise LookupError(f"{model}: {unknown}")
    return {str(field.column): may.get(field.name, NEVER) for field in fields}


def _guarded(columns: Mapping[str, str]) -> list[str]:
    """Those that may not always change."""
    return [column for column, condition in columns.items() if condition != ALWAYS]


def _event(columns: Iterable[str]) -> str:
    """An update that names one of these columns: what names others, as each tap does, costs nothing."""
    named = ", ".join(f'"{column}"' for column in columns)
    return f"UPDATE OF {named}"


def _broken(columns: Mapping[str, str], differs: str) -> str:
    """Whether one changes that may not now."""
    broken = []
    for condition in dict.fromkeys(columns[column] for column in _guarded(columns)):
        changed = _differ([column for column, own in columns.items() if own == condition], differs)
        broken.append(f"({changed})" if condition == NEVER else f"(({changed}) AND ({condition}) IS NOT TRUE)")
    return " OR ".join(broken)


def _differ(columns: Iterable[str], differs: str) -> str:
    return " OR ".join(f'NEW."{column}" {differs} OLD."{column}"' for column in columns)
