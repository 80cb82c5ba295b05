"""What waits for somebody beside the log: a Juez who calls, a ronda to be looked at, a protest to be known of."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.timezone import localtime

from referee.models.devices import Device
from referee.models.mesas import Mesa
from referee.models.planillas import Signature


class Call(models.Model):
    """The Juez of a mesa asks the Mesa de Control to come. Over once it was attended, or is not needed any more."""

    class Reason(models.TextChoices):
        RULES = "reglas", "Duda de reglas"
        APPEAL = "apelacion", "Apelación"
        INCIDENT = "incidente", "Incidente"
        DEVICE = "equipo", "Equipo"
        MEDICAL = "medico", "Médico"

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="calls")
    client_id = models.UUIDField(unique=True)
    reason = models.CharField("motivo", max_length=10, choices=Reason)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    called_at = models.DateTimeField()  # by the tablet's clock
    received_at = models.DateTimeField()
    attended_at = models.DateTimeField(null=True, blank=True)
    attended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("received_at", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(attended_at=None, attended_by=None)
                | Q(attended_at__isnull=False, attended_by__isnull=False),
                name="call_attended_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_reason_display()} ({localtime(self.received_at):%H:%M})"


class RondaClaim(models.Model):
    """A ronda that was asked for and is still to be verified (3.e), by the Juez or by an Inspector on his own device.

    It is no jugada: that is recorded, with its rank, once somebody has seen the cards.
    """

    class Outcome(models.TextChoices):
        PENDING = "", "Por verificar"
        VERIFIED = "verificada", "Verificada"
        REJECTED = "no-procede", "No procede"

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="ronda_claims")
    client_id = models.UUIDField(unique=True)
    jugada = models.CharField(max_length=20)
    subject = models.CharField(max_length=2)
    closes = models.BooleanField(default=False)  # it would reach forty: only the Juez of the mesa verifies it (8)
    claimed_at = models.DateTimeField()  # by the tablet's clock
    received_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True, default=Outcome.PENDING)
    rank = models.CharField(max_length=1, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("received_at", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(outcome="", decided_by=None) | (~Q(outcome="") & Q(decided_by__isnull=False)),
                name="ronda_claim_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=(~Q(outcome="verificada") & Q(rank="")) | (Q(outcome="verificada") & ~Q(rank="")),
                name="ronda_claim_verified_has_rank",
            ),
        )

    def __str__(self) -> str:
        return f"{self.jugada} {self.subject}"


class ProtestSeen(models.Model):
    """A Director knows of a signature given under protest. Without this row it waits: signing alone calls him."""

    signature = models.OneToOneField(Signature, on_delete=models.PROTECT, related_name="seen")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name_plural = "protests seen"

    def __str__(self) -> str:
        return f"{self.signature}, vista por {self.by}"
