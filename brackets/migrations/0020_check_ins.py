import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0019_jueces_and_tables_available"),
    ]

    operations = [
        migrations.CreateModel(
            name="CheckIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(verbose_name="día")),
                ("at", models.DateTimeField(verbose_name="llegó")),
                (
                    "document",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("cedula", "Cédula"),
                            ("pasaporte", "Pasaporte"),
                            ("licencia", "Licencia de conducir"),
                            ("carne", "Carné de la institución"),
                            ("otro", "Otro documento con foto"),
                        ],
                        max_length=10,
                        verbose_name="documento visto",
                    ),
                ),
                ("identified_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "identified_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="check_ins", to="brackets.player"
                    ),
                ),
            ],
            options={
                "ordering": ("at",),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "day"), name="check_in_once_a_day"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("document", ""), ("identified_at__isnull", True), ("identified_by__isnull", True)
                            ),
                            models.Q(
                                models.Q(("document", ""), _negated=True),
                                ("identified_at__isnull", False),
                                ("identified_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="check_in_identified_by_somebody",
                    ),
                ],
            },
        ),
    ]
