from django.db import migrations, models

from brackets import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("brackets", "0007_protections_and_commitments")]

    operations = [
        # SQLite rebuilds the table, which no trigger may refer to meanwhile.
        migrations.RunPython(remove, install),
        migrations.AlterField(
            model_name="pareja",
            name="status",
            field=models.CharField(
                choices=[("active", "Inscrita"), ("withdrawn", "Retirada"), ("expelled", "Expulsada")],
                default="active",
                max_length=10,
                verbose_name="estado",
            ),
        ),
        migrations.AddField(
            model_name="pareja",
            name="voided",
            field=models.BooleanField(default=False, verbose_name="sus resultados en series no cuentan"),
        ),
        migrations.AddConstraint(
            model_name="pareja",
            constraint=models.CheckConstraint(
                condition=models.Q(("voided", False), models.Q(("status", "active"), _negated=True), _connector="OR"),
                name="pareja_voided_only_when_it_left",
            ),
        ),
        migrations.RunPython(install, remove),
    ]
