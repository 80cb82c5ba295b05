from django.db import migrations, models

from brackets import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("brackets", "0013_paired_on")]

    operations = [
        # SQLite rebuilds the table, which no trigger may refer to meanwhile.
        migrations.RunPython(remove, install),
        migrations.AddField("player", "email", models.EmailField(blank=True, max_length=120, verbose_name="correo")),
        migrations.AddField("player", "phone", models.CharField(blank=True, max_length=20, verbose_name="teléfono")),
        migrations.AddField("player", "consent_withdrawn_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("player", "erased_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(
                    ("consent_withdrawn_at__isnull", True), models.Q(email="", phone=""), _connector="OR"
                ),
                name="player_without_consent_has_no_contact",
            ),
        ),
        migrations.AddConstraint(
            "player",
            models.CheckConstraint(
                condition=models.Q(
                    ("erased_at__isnull", True), models.Q(cedula="", email="", phone=""), _connector="OR"
                ),
                name="player_erased_is_a_name",
            ),
        ),
        migrations.RunPython(install, remove),
    ]
