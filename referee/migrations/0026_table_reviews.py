"""A protest that is being looked into; and the triggers anew, of which a large transaction holds one lock instead of thousands."""

import django.db.models.deletion
from django.db import migrations, models

from referee import live_triggers


def install(apps, schema_editor):
    live_triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    live_triggers.remove(
        schema_editor.connection, [each for each in live_triggers.WATCHED if each.table == "referee_tablereview"]
    )


class Migration(migrations.Migration):
    dependencies = [("referee", "0025_figures_of_ended_mesas")]

    operations = [
        migrations.CreateModel(
            name="TableReview",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at_seq", models.PositiveIntegerField()),
                ("heard_at", models.DateTimeField()),
                ("over", models.BooleanField(default=False)),
                (
                    "mesa",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="review", to="referee.mesa"
                    ),
                ),
            ],
        ),
        migrations.RunPython(install, remove),
    ]
