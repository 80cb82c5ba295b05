from django.db import migrations

from referee import triggers


TABLES = ("referee_jugada", "referee_signature")


def install(apps, schema_editor):
    triggers.install(schema_editor.connection, TABLES)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("referee", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
