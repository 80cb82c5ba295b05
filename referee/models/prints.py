"""Print jobs: what was ticked is made by a task, shown with its progress, and kept for a while."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.timezone import localtime

from brackets.models import Championship


class PrintJob(models.Model):
    """Documents of a championship as one PDF, or each for itself in a ZIP; `done` of `total` documents are in it.

    `selection` is what was ticked, as `referee.selectors.prints.selection.Chosen` has it. `attempt` counts who began to make it: only
    the last one may write. `making` is what he is at, and `touched_at` his last sign of life: a job that stays unfinished
    without one was interrupted. `file` is a name below `settings.PRINTS_ROOT`, set when the job is done and emptied at
    `removed_at`, when the file was cleared away. So many `people` are named in it, with these `fields`.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "En cola"
        RUNNING = "running", "En curso"
        DONE = "done", "Lista"
        FAILED = "failed", "Falló"
        CANCELLED = "cancelled", "Cancelada"

    class Size(models.TextChoices):
        A4 = "A4", "A4"
        A5 = "A5", "A5"
        A3 = "A3", "A3 la llave, y lo demás A4"

    class Output(models.TextChoices):
        PDF = "pdf", "Un solo PDF"
        ZIP = "zip", "Un ZIP, cada documento por separado"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="print_jobs")
    selection = models.JSONField(default=list)
    size = models.CharField(max_length=2, choices=Size, default=Size.A4)
    output = models.CharField(max_length=3, choices=Output, default=Output.PDF)
    duplex = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    making = models.CharField(max_length=200, blank=True)
    file = models.CharField(max_length=120, blank=True)
    bytes = models.PositiveBigIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    people = models.PositiveIntegerField(default=0)
    fields = models.JSONField(default=list)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (models.CheckConstraint(condition=Q(done__lte=F("total")), name="print_job_done_within_total"),)

    def __str__(self) -> str:
        return f"{self.get_status_display()} · {localtime(self.created_at):%d/%m/%Y %H:%M}"
