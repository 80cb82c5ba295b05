"""Print jobs: what takes long is made by a task and shown with its progress."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models import Stage


class PrintJob(models.Model):
    """All Planillas of one round as one PDF; `done` of `total` tells how far the task is.

    `file` is a name below `settings.PRINTS_ROOT`, set when the job is done. `touched_at` is the task's last
    sign of life: a job that stays unfinished without one was interrupted.
    """

    class Kind(models.TextChoices):
        SEALED = "planillas", "Planillas de la ronda"
        BLANK = "en-blanco", "Planillas en blanco de la ronda"

    class Status(models.TextChoices):
        QUEUED = "queued", "En cola"
        RUNNING = "running", "En curso"
        DONE = "done", "Lista"
        FAILED = "failed", "Falló"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="print_jobs")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=120, blank=True)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-created_at",)
        constraints = (models.CheckConstraint(condition=Q(done__lte=F("total")), name="print_job_done_within_total"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · ronda {self.round}"
