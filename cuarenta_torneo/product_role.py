"""The role that the product runs as on PostgreSQL: it owns nothing, so what stays cannot be changed by it, nor its triggers lifted.

`migrate` runs as the owner and grants what the role `DATABASE_ROLE` needs (`docs/operacion.md`).
"""

from collections.abc import Iterator

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from brackets import triggers as brackets_triggers
from brackets.append_only import NEVER, Keep, changing, schema_of
from referee import triggers as referee_triggers

POWERS = """
SELECT 'es dueña de ' || c.relname FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'S') AND pg_has_role(current_user, c.relowner, 'MEMBER')
UNION ALL
SELECT 'puede hacer ' || power || ' en ' || kept
FROM unnest(%s::text[]) AS kept, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS power
WHERE has_table_privilege(current_user, kept, power)
LIMIT 1
"""
"""A superuser is a member of every role."""


def grant(connection: BaseDatabaseWrapper, role: str) -> None:
    """Let the role do what the product does, and nothing else; the owner says so, after every migration."""
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        for statement in _grants(connection, connection.ops.quote_name(role)):
            cursor.execute(statement)


def power_over_what_stays(connection: BaseDatabaseWrapper) -> str:
    """In which way whoever is connected could change rows that stay, in words; empty where in none."""
    whole = [model._meta.db_table for model, rows in _kept() if rows.is_whole]  # noqa: SLF001
    with connection.cursor() as cursor:
        cursor.execute(POWERS, [whole])
        found = cursor.fetchone()
    return str(found[0]) if found else ""


def _grants(connection: BaseDatabaseWrapper, role: str) -> Iterator[str]:
    schema, database = schema_of(connection), connection.ops.quote_name(connection.settings_dict["NAME"])
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {schema} FROM {role}"
    yield f"REVOKE ALL ON ALL SEQUENCES IN SCHEMA {schema} FROM {role}"
    yield f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC, {role}"
    yield f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC, {role}"
    yield f"GRANT USAGE ON SCHEMA {schema} TO {role}"
    yield f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}"
    yield f"GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {schema} TO {role}"
    kept = {model._meta.db_table: (model, rows) for model, rows in _kept()}  # noqa: SLF001
    migrations = MigrationRecorder.Migration._meta.db_table  # noqa: SLF001
    yield f"REVOKE INSERT ON {migrations} FROM {role}"
    for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
        if table not in kept and table != migrations:
            yield f"GRANT UPDATE, DELETE ON {table} TO {role}"
    for table, (model, rows) in kept.items():
        if columns := ", ".join(f'"{column}"' for column in changing(model, rows)):
            yield f"GRANT UPDATE ({columns}) ON {table} TO {role}"
        if rows.deleted != NEVER:
            yield f"GRANT DELETE ON {table} TO {role}"


def _kept() -> Iterator[tuple[type[Model], Keep]]:
    for part in (brackets_triggers, referee_triggers):
        yield from part.TABLES.kept()
