"""Values that a column cannot have: SQLite keeps what it is given, and reads some of it as another value than it compares.

A 2 in a column of yes and no is false to Python and true to a condition: pages and checks would differ. PostgreSQL keeps nothing of another type.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import connection
from django.db.models import Field, Model

APPS: Final = ("brackets", "referee")
MOST: Final = 20
"""Rows of a table that are told."""
DAY: Final = "substr({0}, 1, 10) = date(substr({0}, 1, 10), '+0 days')"
"""With a modifier, without which the 30th of February would stay one."""
MOMENT: Final = f"{DAY} AND substr({{0}}, 1, 19) = datetime({{0}}) AND (length({{0}}) = 19 OR {{0}} GLOB '*:??.[0-9]*')"
NUMBER: Final = "typeof({0}) = 'integer'"
IS_ITS_OWN: Final = {
    "AutoField": NUMBER,
    "BigAutoField": NUMBER,
    "BigIntegerField": NUMBER,
    "BinaryField": "typeof({0}) = 'blob'",
    "BooleanField": "typeof({0}) = 'integer' AND {0} IN (0, 1)",
    **dict.fromkeys(
        ("CharField", "EmailField", "GenericIPAddressField", "SlugField", "TextField"), "typeof({0}) = 'text'"
    ),
    "DateField": f"{DAY} AND length({{0}}) = 10",
    "DateTimeField": MOMENT,
    "DecimalField": "typeof({0}) IN ('real', 'integer')",
    "DurationField": NUMBER,
    "FloatField": "typeof({0}) IN ('real', 'integer')",
    "IntegerField": NUMBER,
    "JSONField": "typeof({0}) = 'text' AND json_valid({0})",
    "PositiveBigIntegerField": NUMBER,
    "PositiveIntegerField": NUMBER,
    "PositiveSmallIntegerField": NUMBER,
    "SmallIntegerField": NUMBER,
    "TimeField": "substr({0}, 1, 8) = time({0})",
    "UUIDField": "typeof({0}) = 'text' AND length({0}) = 32 AND {0} NOT GLOB '*[^0-9a-f]*'",
}
"""By the type of a field, what holds of a value that is not null."""


def columns_wrong() -> Iterator[str]:
    """Rows with a value that their column cannot have, in words; one query for each table, and two of the database itself."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for app in APPS:
            for model in apps.get_app_config(app).get_models():
                yield from _in_table(cursor, model)
        yield from (
            f"La base de datos: {told}" for (told,) in cursor.execute(f"PRAGMA quick_check({MOST})") if told != "ok"
        )
        missing = cursor.execute("PRAGMA foreign_key_check").fetchmany(MOST)
        yield from (
            f"Tabla {table}, fila {row}: la fila de {other} que nombra no está" for table, row, other, _ in missing
        )


def _in_table(cursor: Any, model: type[Model]) -> Iterator[str]:
    meta = model._meta  # noqa: SLF001 (Django documents it)
    wrong = {field.column: _is_wrong(field) for field in meta.concrete_fields}
    table, key = connection.ops.quote_name(meta.db_table), _column(meta.pk)
    rows = cursor.execute(
        f"SELECT {key}, {', '.join(wrong.values())} FROM {table} WHERE {' OR '.join(wrong.values())} ORDER BY {key} LIMIT {MOST}"  # noqa: S608 (names of our own)
    )
    for row, *found in rows.fetchall():
        for column in (column for column, is_wrong in zip(wrong, found, strict=True) if is_wrong):
            yield f"Tabla {meta.db_table}, fila {row}: lo que tiene «{column}» no es un valor de esa columna"


def _column(field: "Field[Any, Any]") -> str:
    return str(connection.ops.quote_name(str(field.column)))


def _is_wrong(field: "Field[Any, Any]") -> str:
    """A condition that is never null."""
    name = _column(field)
    own = IS_ITS_OWN[_kind(field)].format(name)
    return f"NOT coalesce({own}, 0) AND {name} IS NOT NULL" if field.null else f"NOT coalesce({own}, 0)"


def _kind(field: "Field[Any, Any]") -> str:
    """Of what a row is named by, where it names another."""
    target = field.target_field if field.is_relation else field  # type: ignore[attr-defined]
    return str(target.get_internal_type())
