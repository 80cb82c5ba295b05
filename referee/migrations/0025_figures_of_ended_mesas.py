"""What statistics count, for mesas that had ended before it was kept: folded from their logs, as any projection is."""

from typing import Any

from django.db import migrations

from referee.rules import figures, parse_jugada, reglamento_get, replay


def count(apps: Any, schema_editor: Any) -> None:
    mesas, jugadas = apps.get_model("referee", "Mesa").objects, apps.get_model("referee", "Jugada").objects
    for mesa in mesas.filter(estado="terminada", figures__isnull=True).defer("state").iterator(chunk_size=200):
        lines = jugadas.filter(mesa=mesa).order_by("seq").values_list("notation", flat=True)
        rules = reglamento_get(mesa.reglamento, mesa.rule_settings)
        state = replay(rules, tuple(mesa.seats), map(parse_jugada, lines))
        mesas.filter(pk=mesa.pk).update(figures=figures(state))


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0024_print_of_a_championship"),
    ]

    operations = [
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
