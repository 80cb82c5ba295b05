"""What happens to the stages of a championship, as an append-only list for each stage."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models.championships import Championship


class StageEvent(models.Model):
    """One event of a stage, as `brackets.draw.events` folds it.

    `stage` is the number of its stage, 0 of what is of none (`selectors.events.OF_NO_STAGE`): stages are planned anew, what happened stays. `seq` counts from 1 in each stage.
    `after` and `corrects` are `seq` of events recorded before. A result is of the match (`round`, `position`), in the place
    of the one before it, unless that was taken back and it is entered anew. `counts` is false for what takes another event
    back, and for a result that is provisional. `action` is what the audit calls it; `data` has what is needed to show it or
    to give it back: never a name or a cédula.

    The database keeps that a row makes sense by itself and refers to events of its stage that were recorded before it (these
    constraints, and triggers). That the events fold into the rows of the stage is proved by `brackets.selectors.events.disagreements`.
    """

    class Kind(models.TextChoices):
        RESULT = "result", "Resultado"
        DEPARTURE = "departure", "Salida"
        LATE_ENTRY = "late-entry", "Entrada tardía"
        SUBSTITUTION = "substitution", "Sustitución"
        REFORMED = "reformed", "Pareja rehecha"
        OVERRIDE = "override", "Llevado a cabo a propósito"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="events")
    stage = models.PositiveSmallIntegerField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=14, choices=Kind)
    action = models.CharField(max_length=40)
    counts = models.BooleanField(default=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    pareja = models.PositiveSmallIntegerField(null=True, blank=True)
    after = models.PositiveIntegerField(null=True, blank=True)
    corrects = models.PositiveIntegerField(null=True, blank=True)
    data = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="stage_events"
    )

    class Meta:
        ordering = ("stage", "seq")
        constraints = (
            models.UniqueConstraint(fields=("championship", "stage", "seq"), name="stage_event_seq_once"),
            models.CheckConstraint(
                name="stage_event_result_has_match",
                condition=~Q(kind="result") | Q(round__isnull=False, position__isnull=False),
            ),
            models.CheckConstraint(
                name="stage_event_has_one_place", condition=Q(after__isnull=True) | Q(corrects__isnull=True)
            ),
            models.CheckConstraint(name="stage_event_seq_from_one", condition=Q(seq__gte=1)),
            models.CheckConstraint(
                name="stage_event_comes_later",
                condition=(Q(after__isnull=True) | Q(after__lt=F("seq")))
                & (Q(corrects__isnull=True) | Q(corrects__lt=F("seq"))),
            ),
            models.CheckConstraint(
                name="stage_event_kind_is_known",
                condition=Q(kind__in=("result", "departure", "late-entry", "substitution", "reformed", "override")),
            ),
            models.CheckConstraint(
                name="stage_event_has_pareja", condition=Q(kind__in=("result", "override")) | Q(pareja__isnull=False)
            ),
        )
        indexes = (models.Index(fields=("championship", "stage", "round", "position"), name="stage_event_match"),)

    def __str__(self) -> str:
        return f"{self.stage}.{self.seq} {self.action}"
