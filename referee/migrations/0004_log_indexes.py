from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion

COLUMNS = ("mesa", "device", "user")


def drop(apps, schema_editor):
    # By name and not by AlterField: SQLite would make the table anew, and lose the triggers that keep it append-only.
    jugada = apps.get_model("referee", "Jugada")
    with schema_editor.connection.cursor() as cursor:
        constraints = schema_editor.connection.introspection.get_constraints(cursor, jugada._meta.db_table)
    for name, constraint in constraints.items():
        single = constraint["columns"] in ([f"{column}_id"] for column in COLUMNS)
        if constraint["index"] and single and not constraint["unique"] and not constraint["primary_key"]:
            schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


def create(apps, schema_editor):
    jugada = apps.get_model("referee", "Jugada")
    for column in COLUMNS:
        schema_editor.execute(schema_editor._create_index_sql(jugada, fields=[jugada._meta.get_field(column)]))


def key(to, **options):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, db_index=False, related_name="+", to=to, **options
    )


class Migration(migrations.Migration):
    dependencies = [("referee", "0003_card_throws")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, create)],
            state_operations=[
                migrations.AlterField(
                    "jugada",
                    "mesa",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jugadas",
                        to="referee.mesa",
                    ),
                ),
                migrations.AlterField("jugada", "device", key("referee.device", null=True, blank=True)),
                migrations.AlterField("jugada", "user", key(settings.AUTH_USER_MODEL)),
            ],
        )
    ]
