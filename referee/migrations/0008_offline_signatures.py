import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from referee import triggers


def keep_what_was_signed(apps, schema_editor):
    """Signatures and printed papers bear the chain's hash of their day: it stays their digest."""
    apps.get_model("referee", "Planilla").objects.update(chain_hash=F("digest"))


def renew_triggers(apps, schema_editor):
    # SQLite makes some tables anew to change them, and a new table has no triggers.
    triggers.install(schema_editor.connection, ("referee_signature",))


class Migration(migrations.Migration):
    dependencies = [
        ("referee", "0007_calls"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="planilla",
            name="chain_hash",
            field=models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="planilla",
            name="client_id",
            field=models.UUIDField(blank=True, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="planilla",
            name="reopened_by",
            field=models.UUIDField(blank=True, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="planilla",
            name="correction",
            field=models.CharField(blank=True, default="", max_length=300),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="planilla",
            name="unsigned",
            field=models.CharField(blank=True, default="", max_length=300),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="planilla",
            name="corrected_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="planilla",
            name="corrected_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="signature",
            name="received_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="signature",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="planilla",
            constraint=models.CheckConstraint(
                condition=Q(("corrected_at__isnull", True), ("correction", ""), ("unsigned", ""))
                | Q(
                    ("corrected_at__isnull", False),
                    ("corrected_by__isnull", False),
                    ("status", "sealed"),
                    Q(("correction", ""), _negated=True),
                ),
                name="planilla_corrected_once_sealed_with_reason",
            ),
        ),
        migrations.RunPython(keep_what_was_signed, migrations.RunPython.noop),
        migrations.RunPython(renew_triggers, migrations.RunPython.noop),
    ]
