import django.db.models.deletion
from django.db import migrations, models

from referee import triggers

TABLES = ("referee_cardthrow",)


def install(apps, schema_editor):
    triggers.install(schema_editor.connection, TABLES)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("referee", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="CardThrow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("client_id", models.UUIDField(unique=True)),
                ("notation", models.CharField(max_length=80)),
                ("data_seq", models.PositiveIntegerField()),
                ("log_seq", models.PositiveIntegerField()),
                ("device_ts", models.DateTimeField(blank=True, null=True)),
                ("received_at", models.DateTimeField()),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="referee.device"
                    ),
                ),
                (
                    "mesa",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="throws", to="referee.mesa"
                    ),
                ),
            ],
            options={
                "ordering": ("seq",),
                "constraints": [
                    models.UniqueConstraint(fields=("mesa", "seq"), name="card_throw_seq_once"),
                    models.CheckConstraint(condition=models.Q(("seq__gte", 1)), name="card_throw_seq_from_one"),
                ],
            },
        ),
        migrations.RunPython(install, remove),
    ]
