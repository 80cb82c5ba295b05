"""Who kept a mesa from when, and what reached the server too late to be recorded by itself."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from referee.models.devices import Device
from referee.models.mesas import Mesa


class Lease(models.Model):
    """From `taken_at` until the next epoch this tablet kept the mesa; `user` is who took it there.

    It tells later whose a jugada was that was tapped under an epoch that is past.
    """

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="leases")
    epoch = models.PositiveIntegerField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ("epoch",)
        constraints = (models.UniqueConstraint(fields=("mesa", "epoch"), name="lease_epoch_once"),)

    def __str__(self) -> str:
        return f"Época {self.epoch}"


class Quarantined(models.Model):
    """Something that a tablet had saved and that the log did not take: it waits until a person decides.

    `number` is the jugada's number on that tablet, and `device` the tablet on which it was tapped, as far as they
    are known; `about` the client_id of the jugada that its line speaks of, since numbers mean another one by now.
    `sent_by` is who brought it, another tablet where it was rescued by its codes, nobody where the Mesa de Control
    read them. `why_code` says what kept it out of the log. Triggers refuse UPDATE and DELETE.
    """

    class Kind(models.TextChoices):
        JUGADA = "jugada", "Jugada"
        CARD = "naipe", "Carta"
        ACT = "acto", "Acto de la Planilla"

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="quarantined")
    client_id = models.UUIDField(unique=True)
    kind = models.CharField(max_length=6, choices=Kind)
    notation = models.CharField(max_length=400, blank=True)
    body = models.JSONField(default=dict, blank=True)
    number = models.PositiveIntegerField(null=True, blank=True)
    about = models.UUIDField(null=True, blank=True)
    lease_epoch = models.PositiveIntegerField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    sent_by = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    why_code = models.CharField(max_length=40)
    why = models.CharField(max_length=300, blank=True)
    device_ts = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("lease_epoch", "number", "device_ts", "id")

    def __str__(self) -> str:
        return self.notation or self.get_kind_display()


class QuarantineDecision(models.Model):
    """What somebody decided about it. `rehusada`: the rules refused it, and it waits on with that reason.

    `seq` is its row of the log, once it is there. Triggers refuse UPDATE and DELETE.
    """

    class Outcome(models.TextChoices):
        INCORPORATED = "incorporada", "Incorporada"
        DISCARDED = "descartada", "Descartada"
        REFUSED = "rehusada", "Rehusada por las reglas"

    item = models.ForeignKey(Quarantined, on_delete=models.PROTECT, related_name="decisions")
    outcome = models.CharField(max_length=11, choices=Outcome)
    reason = models.CharField(max_length=300, blank=True)
    seq = models.PositiveIntegerField(null=True, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("item",), condition=~Q(outcome="rehusada"), name="quarantine_decided_once"),
            models.CheckConstraint(
                condition=Q(outcome="incorporada") | ~Q(reason=""), name="quarantine_decision_has_reason"
            ),
            models.CheckConstraint(
                condition=Q(outcome="incorporada", seq__isnull=False) | (~Q(outcome="incorporada") & Q(seq=None)),
                name="quarantine_incorporated_has_row",
            ),
        )

    def __str__(self) -> str:
        return self.get_outcome_display()
