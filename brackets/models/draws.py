"""Every draw that was ever made for a stage, as an append-only list."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship


class DrawEvent(models.Model):
    """What happened to draw `number` of a stage; the acta lists all draws from these rows.

    `stage` is the number of its stage: stages are planned anew, the draws made for them stay. A draw that was made has in `data` its
    seeds, terms and digests (`brackets.services.draws_made`); a stage that was removed the commitments that it had.
    """

    class Kind(models.TextChoices):
        MADE = "made", "Hecho"
        PUBLISHED = "published", "Publicado"
        REOPENED = "reopened", "Reabierto"
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
                name="draw_event_kind_is_known", condition=Q(kind__in=("made", "published", "reopened", "removed"))
            ),
            models.CheckConstraint(name="draw_event_of_a_draw", condition=Q(kind="removed") | Q(number__gte=1)),
        )

    def __str__(self) -> str:
        return f"{self.stage}.{self.number} {self.kind}"
