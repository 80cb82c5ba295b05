import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from brackets import triggers


def install(apps, schema_editor):
    triggers.install(schema_editor.connection)


def remove(apps, schema_editor):
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0017_callups_and_hours"),
    ]

    operations = [
        migrations.CreateModel(
            name="Category",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=30, verbose_name="nombre")),
                (
                    "who",
                    models.CharField(
                        choices=[
                            ("damas", "Damas"),
                            ("caballeros", "Caballeros"),
                            ("mixta", "Mixta: una mujer y un hombre"),
                            ("abierta", "Abierta: cualquier persona"),
                        ],
                        default="abierta",
                        max_length=10,
                        verbose_name="quiénes",
                    ),
                ),
                ("minimum_age", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="edad mínima")),
                ("capacity", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="cupo")),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="brackets.championship",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "categories",
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="ConsentText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveSmallIntegerField()),
                ("text", models.TextField()),
                ("since", models.DateTimeField()),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="consent_texts",
                        to="brackets.championship",
                    ),
                ),
            ],
            options={
                "ordering": ("version",),
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("client_id", models.UUIDField()),
                ("token", models.CharField(max_length=60, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pedida", "Pedida"),
                            ("en-espera", "En lista de espera"),
                            ("confirmada", "Confirmada"),
                            ("rechazada", "Rechazada"),
                            ("retirada", "Retirada"),
                        ],
                        default="pedida",
                        max_length=10,
                        verbose_name="estado",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="nombre de la pareja")),
                ("club", models.CharField(blank=True, max_length=60, verbose_name="club o institución")),
                ("requested_at", models.DateTimeField()),
                ("queued_at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="motivo")),
                ("consented_at", models.DateTimeField()),
                ("paid_at", models.DateTimeField(blank=True, null=True)),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="brackets.category",
                    ),
                ),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="brackets.championship"
                    ),
                ),
                (
                    "consent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="brackets.consenttext"
                    ),
                ),
                (
                    "paid_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pareja",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entry",
                        to="brackets.pareja",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ("queued_at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="EntryPerson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="nombre")),
                ("cedula", models.CharField(blank=True, max_length=10, verbose_name="cédula")),
                ("birth_date", models.DateField(blank=True, null=True, verbose_name="fecha de nacimiento")),
                (
                    "sex",
                    models.CharField(
                        blank=True, choices=[("m", "Mujer"), ("h", "Hombre")], max_length=1, verbose_name="sexo"
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=120, verbose_name="correo")),
                ("phone", models.CharField(blank=True, max_length=20, verbose_name="teléfono")),
                ("active", models.BooleanField(default=True)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "championship",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="brackets.championship"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="people", to="brackets.entry"
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
            },
        ),
        migrations.CreateModel(
            name="Inscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("accepting", models.BooleanField(default=False)),
                ("opens_at", models.DateTimeField(blank=True, null=True, verbose_name="se abre")),
                ("closes_at", models.DateTimeField(blank=True, null=True, verbose_name="se cierra")),
                ("capacity", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="cupo")),
                ("waiting_list", models.BooleanField(default=True, verbose_name="lista de espera")),
                ("fee", models.DecimalField(decimal_places=2, default=0, max_digits=7, verbose_name="valor")),
                ("payment", models.CharField(blank=True, max_length=500, verbose_name="cómo se paga")),
                ("documents", models.CharField(blank=True, max_length=500, verbose_name="qué traer")),
                (
                    "championship",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="inscription",
                        to="brackets.championship",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.UniqueConstraint(fields=("championship", "name"), name="category_name_once"),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("minimum_age__isnull", True),
                    models.Q(("minimum_age__gte", 1), ("minimum_age__lte", 120)),
                    _connector="OR",
                ),
                name="category_age_of_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="category",
            constraint=models.CheckConstraint(
                condition=models.Q(("capacity__isnull", True), ("capacity__gte", 1), _connector="OR"),
                name="category_capacity_from_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="consenttext",
            constraint=models.UniqueConstraint(fields=("championship", "version"), name="consent_text_version_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("championship", "client_id"), name="entry_sent_once"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("pareja__isnull", False), ("state", "confirmada")),
                    models.Q(
                        models.Q(("state", "confirmada"), _negated=True),
                        models.Q(("pareja__isnull", True), ("state", "retirada"), _connector="OR"),
                    ),
                    _connector="OR",
                ),
                name="entry_confirmed_has_its_pareja",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("paid_at__isnull", True), ("paid_by__isnull", True)),
                    models.Q(("paid_at__isnull", False), ("paid_by__isnull", False)),
                    _connector="OR",
                ),
                name="entry_payment_has_hour_and_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), ("state", "rechazada"), _negated=True),
                name="entry_rejected_with_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryperson",
            constraint=models.UniqueConstraint(fields=("entry", "position"), name="entry_person_position_once"),
        ),
        migrations.AddConstraint(
            model_name="entryperson",
            constraint=models.UniqueConstraint(
                condition=models.Q(models.Q(("cedula", ""), _negated=True), ("active", True)),
                fields=("championship", "cedula"),
                name="entry_person_cedula_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="entryperson",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__in", (1, 2))), name="entry_person_position_1_or_2"
            ),
        ),
        migrations.AddConstraint(
            model_name="entryperson",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("erased_at__isnull", True),
                    models.Q(
                        ("active", False),
                        ("birth_date__isnull", True),
                        ("cedula", ""),
                        ("email", ""),
                        ("name", ""),
                        ("phone", ""),
                        ("sex", ""),
                    ),
                    _connector="OR",
                ),
                name="entry_person_erased_is_nobody",
            ),
        ),
        migrations.AddConstraint(
            model_name="inscription",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("opens_at__isnull", True),
                    ("closes_at__isnull", True),
                    ("closes_at__gt", models.F("opens_at")),
                    _connector="OR",
                ),
                name="inscription_closes_after_it_opens",
            ),
        ),
        migrations.AddConstraint(
            model_name="inscription",
            constraint=models.CheckConstraint(condition=models.Q(("fee__gte", 0)), name="inscription_fee_is_no_debt"),
        ),
        migrations.AddConstraint(
            model_name="inscription",
            constraint=models.CheckConstraint(
                condition=models.Q(("capacity__isnull", True), ("capacity__gte", 1), _connector="OR"),
                name="inscription_capacity_from_one",
            ),
        ),
        migrations.RunPython(install, remove),
    ]
