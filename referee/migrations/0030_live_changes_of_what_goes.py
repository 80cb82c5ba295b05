"""A partida that is deleted, and a stage that is reopened, are noted too."""

from django.db import migrations

from referee import live_triggers

ADDED = ("brackets_fixture_live_delete", "brackets_stage_live_update")


def added():
    return [each for each in live_triggers.WATCHED if each.name in ADDED]


def install(apps, schema_editor):
    live_triggers.install(schema_editor.connection, added())


def remove(apps, schema_editor):
    live_triggers.remove(schema_editor.connection, added())


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0030_imported_unfinished"),
        ("referee", "0029_archives_of_what_had_not_ended"),
    ]

    operations = [migrations.RunPython(install, remove)]
