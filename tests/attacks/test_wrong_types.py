"""Whatever stands in a column, `verificar_bitacora` ends with what it found, and never with an error."""

from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from typing import Any, Final

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, models, transaction
from django.db.models.expressions import RawSQL

from brackets.models import Championship
from referee.models import AppealRuling, Mesa
from referee.services.tree import tree_sweep
from tests.factories.archives import at_the_tables
from tests.factories.brackets import NOW
from tests.factories.insider import triggers_lifted
from tests.factories.remembered import remembered
from tests.long import short

pytestmark = pytest.mark.django_db
DEEP: Final = "[" * 995 + "]" * 995
"""As deep as SQLite takes JSON, and deeper than Python reads it."""
JSON: Final = (RawSQL("%s", [DEEP]), models.Value(None, models.JSONField()), 3, "x", [], [3], {}, {"x": 1})
NO_TEXT: Final = RawSQL("CAST(%s AS TEXT)", [b"caida \xff"])
TEXT: Final = ("", "x", "[" * 5000, "9" * 5000, NO_TEXT)
OTHER: Final = tuple(RawSQL(told, []) for told in ("'x'", "X'FF00'", "'2026-13-45 00:00:00'", "9e99"))  # noqa: S611 (these)
"""Of days, hours, numbers and identifiers. Those that a column of a database does not take are passed over."""


@remembered
def swept() -> Championship:
    championship = at_the_tables()
    tree_sweep(championship=championship, now=NOW)
    return championship


def columns() -> Iterator[tuple[type[models.Model], str, tuple[object, ...]]]:
    """All columns but those that name a row, with the values that are tried in them."""
    for model in (each for app in ("brackets", "referee") for each in apps.get_app_config(app).get_models()):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.JSONField):
                yield model, field.name, JSON
            elif isinstance(field, models.CharField | models.TextField):
                yield model, field.name, TEXT
            elif not (field.primary_key or field.is_relation):
                yield model, field.name, OTHER


def named(column: Any) -> str:
    return f"{column[0].__name__}.{column[1]}"


READ: Final = ("StageEvent.data", "DrawEvent.data", "Stage.commitments", "Mesa.rule_settings", "TreeLog.reached")


class Undone(Exception):
    """Of what a test wrote."""


def is_taken(model: type[models.Model], values: dict[str, object]) -> bool:
    """Whether the database takes them, in all rows or else in the last one."""
    rows = model._default_manager.order_by()
    for some in (rows, rows.filter(pk=rows.aggregate(last=models.Max("pk"))["last"])):
        with suppress(DatabaseError), transaction.atomic():
            some.update(**values)
            return True
    return False


@pytest.mark.parametrize("column", short(columns(), *READ, key=named), ids=named)
def test_the_command_ends_with_what_it_found_whatever_stands_in_a_column(
    column: tuple[type[models.Model], str, tuple[object, ...]],
) -> None:
    swept()
    model, name, values = column
    refused = 0
    with triggers_lifted():
        for value in values:
            with suppress(Undone), transaction.atomic():
                if not is_taken(model, {name: value}):
                    raise Undone
                try:
                    call_command("verificar_bitacora", stdout=StringIO(), stderr=StringIO())
                except CommandError as ended:
                    assert "con problemas" in str(ended)  # noqa: PT017 (it may find nothing, and must not end otherwise)
                    refused += 1
                raise Undone
    assert refused or named(column) not in READ


def test_what_cannot_be_read_of_one_mesa_hides_nothing_of_another() -> None:
    swept()
    ruled, other = Mesa.objects.order_by("pk")
    with triggers_lifted():
        AppealRuling.objects.update(head_seq=RawSQL("%s", ["x"]))
        other.jugadas.filter(seq=1).update(signed=f"7.{'a' * 64}.{'b' * 64}.{'A' * 86}")
        for options in ({}, {"reconstruir": True}):
            told = StringIO()
            with pytest.raises(CommandError):
                call_command("verificar_bitacora", stdout=StringIO(), stderr=told, **options)

            assert f"Mesa {other.public_id}: la tablet firmó la jugada 1 sobre una" in told.getvalue()
            assert f"Mesa {ruled.public_id}: lo que nombra sus jugadas no se puede leer (" in told.getvalue()
