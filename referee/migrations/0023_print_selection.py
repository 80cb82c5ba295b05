import django.db.models.deletion
from django.db import migrations, models


KINDS = {
    "planillas": ("planillas", "Planillas de Juego"),
    "en-blanco": ("planillas-en-blanco", "Planillas en blanco"),
}


def rounds_chosen(apps, schema_editor):
    """What was one kind of one round is a selection of one line."""
    for job in apps.get_model("referee", "PrintJob").objects.select_related("stage"):
        job.championship_id = job.stage.championship_id
        kind, name = KINDS[job.kind]
        where = {"stage": job.stage.number, "round": job.round}
        job.selection = [{"kind": kind, "where": where, "name": f"{name} · Ronda {job.round}"}]
        job.save(update_fields=("championship", "selection"))


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0001_initial"),
        ("referee", "0022_sealing"),
    ]

    operations = [
        migrations.AddField(
            "printjob",
            "championship",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="print_jobs",
                to="brackets.championship",
            ),
        ),
        migrations.AddField("printjob", "selection", models.JSONField(default=list)),
        migrations.AddField(
            "printjob", "size", models.CharField(choices=[("A4", "A4"), ("A5", "A5")], default="A4", max_length=2)
        ),
        migrations.AddField(
            "printjob",
            "output",
            models.CharField(
                choices=[("pdf", "Un solo PDF"), ("zip", "Un ZIP, cada documento por separado")],
                default="pdf",
                max_length=3,
            ),
        ),
        migrations.AddField("printjob", "duplex", models.BooleanField(default=False)),
        migrations.AddField("printjob", "attempt", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("printjob", "making", models.CharField(blank=True, max_length=200)),
        migrations.AddField("printjob", "bytes", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("printjob", "pages", models.PositiveIntegerField(default=0)),
        migrations.AddField("printjob", "removed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            "printjob",
            "status",
            models.CharField(
                choices=[
                    ("queued", "En cola"),
                    ("running", "En curso"),
                    ("done", "Lista"),
                    ("failed", "Falló"),
                    ("cancelled", "Cancelada"),
                ],
                default="queued",
                max_length=10,
            ),
        ),
        migrations.RunPython(rounds_chosen, migrations.RunPython.noop),
    ]
