from django.db import migrations, models

from brackets import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("brackets", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="championship",
            name="players_per_pareja",
            field=models.PositiveSmallIntegerField(default=2, verbose_name="jugadores de cada lado"),
        ),
        migrations.AddConstraint(
            model_name="championship",
            constraint=models.CheckConstraint(
                condition=models.Q(("players_per_pareja__in", (1, 2))), name="championship_of_one_or_two"
            ),
        ),
        migrations.RunPython(install, remove),
    ]
