from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0010_late_entries_and_marks"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="caidas",
            field=models.JSONField(blank=True, default=list, verbose_name="caídas"),
        ),
    ]
