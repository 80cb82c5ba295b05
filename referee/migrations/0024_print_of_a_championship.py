import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Apart from the one before: PostgreSQL alters no table in the transaction that has written to it."""

    dependencies = [("referee", "0023_print_selection")]

    operations = [
        migrations.AlterField(
            "printjob",
            "championship",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="print_jobs", to="brackets.championship"
            ),
        ),
        migrations.RemoveField("printjob", "stage"),
        migrations.RemoveField("printjob", "round"),
        migrations.RemoveField("printjob", "kind"),
        migrations.AlterModelOptions("printjob", options={"ordering": ("-created_at", "-pk")}),
    ]
