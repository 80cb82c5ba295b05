from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0007_protections_and_commitments"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="caidas",
            field=models.JSONField(blank=True, default=list, verbose_name="caídas"),
        ),
    ]
