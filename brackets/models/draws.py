"""Every draw that was ever made for a stage, and the shares that parejas promised and showed for one: append-only lists."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship


class DrawEvent(models.Model):
    """What happened to draw `number` of a stage; the acta lists all draws from these rows.

    `stage` is the number of its stage: stages are planned anew, the draws made for them stay. A draw that was made has in `data` its
    seeds, terms and digests (`brackets.services.draws_made`), one that was published its digest and those of its lines and of who was
    exchanged in them until then; a stage that was removed the commitments that it had. What was published is public until it was reopened, or fell with a result that it followed from.
    """

    class Kind(models.TextChoices):
        MADE = "made", "Hecho"
        PUBLISHED = "published", "Publicado"
        REOPENED = "reopened", "Reabierto"
        FELL = "fell", "Caído"
        REMOVED = "removed", "Etapa quitada"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="draws")
    stage = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField("sorteo número")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("stage", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("championship", "stage", "number"), condition=Q(kind="made"), name="draw_made_once"
            ),
            models.CheckConstraint(
                name="draw_event_kind_is_known",
                condition=Q(kind__in=("made", "published", "reopened", "fell", "removed")),
            ),
            models.CheckConstraint(name="draw_event_of_a_draw", condition=Q(kind="removed") | Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.stage}.{self.number} {self.kind}"


class ShareEvent(models.Model):
    """What happened to the shares of a commitment, by its SHA-256: pareja `pareja` promised one or showed it, or the promises were closed early.

    `value` is the promise (`draw.shares.share_promise`) or the share. `pareja` is its number, 0 of a closing, which has who did it in `by`.
    `stage` is the number of the stage, as of `DrawEvent`.
    """

    class Kind(models.TextChoices):
        PROMISED = "promised", "Prometido"
        SHOWN = "shown", "Mostrado"
        CLOSED = "closed", "Promesas cerradas"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="shares")
    stage = models.PositiveSmallIntegerField()
    commitment = models.CharField(max_length=64)
    kind = models.CharField(max_length=8, choices=Kind)
    pareja = models.PositiveSmallIntegerField(default=0)
    value = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("championship", "commitment", "kind", "pareja"), name="share_event_once_each"
            ),
            models.CheckConstraint(
                name="share_event_is_of_a_pareja_or_closes",
                condition=Q(kind__in=("promised", "shown"), pareja__gte=1, by__isnull=True) & ~Q(value="")
                | Q(kind="closed", pareja=0, by__isnull=False, value=""),
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage} {self.kind} {self.pareja or ''}".strip()
