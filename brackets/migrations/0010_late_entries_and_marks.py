from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("brackets", "0009_expelled_and_voided")]

    operations = [
        migrations.AddField(model_name="stage", name="late", field=models.JSONField(blank=True, default=list)),
        migrations.AddField(model_name="stage", name="kept_draw", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="stage", name="kept_rounds", field=models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            model_name="fixture",
            name="mark",
            field=models.CharField(blank=True, max_length=400, verbose_name="a propósito"),
        ),
    ]
