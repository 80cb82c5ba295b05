"""What players did that a Juez or the desk put on record, and what was decided of it."""

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q

from brackets.models import Championship, Fixture, Pareja
from referee.models.devices import Device


class Incident(models.Model):
    """One thing that a pareja, or one of its two, did. It stays as it was written: triggers refuse UPDATE and DELETE."""

    class Kind(models.TextChoices):
        SIGNS = "senas", "Señas"
        ARRANCHE = "arranche", "Arranche"
        DELAY = "demora", "Demora"
        OFFENCE = "ofensa", "Ofensa"
        OTHER = "otra", "Otra conducta"

    class Grade(models.TextChoices):
        NOTE = "observacion", "Observación"
        WARNING = "amonestacion", "Amonestación"
        SEVERE = "falta-grave", "Falta grave"

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="incidents")
    pareja = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="incidents")
    player = models.CharField("jugador", max_length=120, blank=True)  # empty: the pareja
    # A round that is paired anew takes its fixtures away, and leaves what happened there on record.
    fixture = models.ForeignKey(
        Fixture, on_delete=models.DO_NOTHING, db_constraint=False, null=True, blank=True, related_name="incidents"
    )
    client_id = models.UUIDField(unique=True)
    kind = models.CharField("conducta", max_length=8, choices=Kind)
    grade = models.CharField("grado", max_length=12, choices=Grade)
    article = models.CharField("artículo o regla", max_length=60, blank=True)
    text = models.CharField("qué pasó", max_length=300, validators=(MinLengthValidator(1),))
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()  # by the clock of where it was written
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=("senas", "arranche", "demora", "ofensa", "otra")), name="incident_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(grade__in=("observacion", "amonestacion", "falta-grave")), name="incident_grade_known"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="incident_says_something"),
        )

    def __str__(self) -> str:
        return f"{self.get_grade_display()}: {self.get_kind_display()}"


class IncidentDecision(models.Model):
    """It is final from then on, or is cancelled with a reason; a cancellation may come after it was final.

    Each at most once. Triggers refuse UPDATE and DELETE.
    """

    class Kind(models.TextChoices):
        FINAL = "firme", "Firme"
        CANCELLED = "anulada", "Anulada"

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="decisions")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField("motivo", max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("at", "id")
        constraints = (
            models.UniqueConstraint(fields=("incident", "kind"), name="incident_decided_once"),
            models.CheckConstraint(condition=Q(kind__in=("firme", "anulada")), name="incident_decision_known"),
            models.CheckConstraint(condition=Q(kind="firme") | ~Q(reason=""), name="incident_cancelled_with_a_reason"),
        )

    def __str__(self) -> str:
        return f"{self.incident}, {self.get_kind_display().lower()}"


class IncidentExpulsion(models.Model):
    """The pareja was expelled for it. It stays although the pareja came back since; triggers refuse UPDATE and DELETE."""

    incident = models.OneToOneField(Incident, on_delete=models.PROTECT, related_name="expulsion")
    reason = models.CharField("motivo", max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(reason=""), name="incident_expulsion_with_a_reason"),)

    def __str__(self) -> str:
        return f"{self.incident}, expulsión"
