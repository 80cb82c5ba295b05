import uuid

from django.db import migrations, models

from brackets import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("brackets", "0014_player_contact")]

    operations = [
        # SQLite rebuilds the table, which no trigger may refer to meanwhile.
        migrations.RunPython(remove, install),
        # Those inscribed before share one nonce: the secret of each is made of its key too.
        migrations.AddField(
            model_name="pareja",
            name="link_nonce",
            field=models.UUIDField(default=uuid.uuid4, editable=False, null=True),
        ),
        migrations.RunPython(install, remove),
    ]
