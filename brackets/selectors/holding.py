"""Which partidas something is kept of, whoever keeps it: this package knows of no mesas nor Planillas."""

from collections.abc import Iterable

from django.db.models import PROTECT

from brackets.models import Fixture


def holding(fixtures: Iterable[Fixture]) -> list[Fixture]:
    """Those that rows of others hold on to: one query for each kind of row, however many fixtures."""
    by_key = {fixture.pk: fixture for fixture in fixtures}
    held: set[int] = set()
    for relation in Fixture._meta.related_objects:  # noqa: SLF001 (documented, in spite of its name)
        if relation.on_delete is PROTECT:
            rows = relation.related_model._default_manager.filter(**{f"{relation.field.name}__in": by_key})  # noqa: SLF001
            held.update(rows.values_list(f"{relation.field.name}_id", flat=True))
    return [fixture for key, fixture in by_key.items() if key in held]
