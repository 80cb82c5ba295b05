"""What parejas are told, and the e-mails that tell it: an outbox written with what it is about."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship
from brackets.models.parejas import Pareja
from brackets.models.stages import Fixture
from brackets.models.with_data import WithData


class Notice(models.Model):
    """One thing one pareja is told; its private page shows it from the moment it is committed."""

    class Kind(models.TextChoices):
        CALL_UP = "call-up", "Convocatoria"
        CHANGE = "change", "Cambio de mesa u hora"
        RULING = "ruling", "Resolución"
        OTHER = "other", "Aviso"

    TEXT = 600

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="notices")
    pareja = models.ForeignKey(Pareja, on_delete=models.CASCADE, related_name="notices")
    fixture = models.ForeignKey(Fixture, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    kind = models.CharField("clase", max_length=10, choices=Kind)
    title = models.CharField("título", max_length=120)
    text = models.CharField("texto", max_length=TEXT)
    at = models.DateTimeField("hora")

    class Meta:
        ordering = ("-at", "-id")
        indexes = (models.Index(fields=("pareja", "-at"), name="notice_of_pareja"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=("call-up", "change", "ruling", "other")), name="notice_kind_is_known"
            ),
            models.CheckConstraint(condition=~Q(title="") & ~Q(text=""), name="notice_says_something"),
        )

    def __str__(self) -> str:
        return self.title


class Delivery(WithData):
    """A notice on its way to one address, which is in `PersonalData`.

    Whoever sends it first commits the claim (`sending`), so that no two ever do. A claim nobody confirmed is
    `unknown`: the mail may have left, and only a person sends it again. `attempts` counts claims; the public id is
    the Message-ID of every one of them.
    """

    class State(models.TextChoices):
        PENDING = "pending", "Por enviar"
        SENDING = "sending", "Enviando"
        SENT = "sent", "Enviado"
        FAILED = "failed", "Falló"
        UNKNOWN = "unknown", "No se sabe si salió"
        ABANDONED = "abandoned", "Abandonado"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    state = models.CharField("estado", max_length=10, choices=State, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField("intentos", default=0)
    due_at = models.DateTimeField("desde")
    claimed_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField("por qué", max_length=300, blank=True)
    again_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("-notice__at", "-id")
        verbose_name_plural = "deliveries"
        indexes = (
            models.Index(fields=("due_at",), condition=Q(state="pending"), name="delivery_pending"),
            models.Index(fields=("claimed_at",), condition=Q(state="sending"), name="delivery_claimed"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("pending", "sending", "sent", "failed", "unknown", "abandoned")),
                name="delivery_state_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(state="sending") | Q(claimed_at__isnull=False, attempts__gt=0),
                name="delivery_sending_is_claimed",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("pending", "sending")) | Q(ended_at__isnull=False),
                name="delivery_end_has_its_hour",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_state_display()}: {self.public_id}"

    @property
    def address(self) -> str:
        """Empty once it was erased."""
        return self.email
