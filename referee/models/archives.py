"""Championships as files: those that are being made, and those that came here from another installation."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models import Championship
from referee.models.devices import Device


class ArchiveJob(models.Model):
    """An archive that somebody asked for; `done` of `total` rows tell how far the task is.

    `file` is a name below `settings.ARCHIVES_ROOT`, set when it is done and empty again once it was thrown away. `digest` is the
    one at the end of the document. `touched_at` is the task's last sign of life.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "En cola"
        RUNNING = "running", "En curso"
        DONE = "done", "Listo"
        FAILED = "failed", "Falló"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="archive_jobs")
    personal = models.BooleanField("con datos personales", default=False)
    ink = models.BooleanField("con la tinta de las firmas", default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (models.CheckConstraint(condition=Q(done__lte=F("total")), name="archive_job_done_within_total"),)

    def __str__(self) -> str:
        return f"Archivo de {self.championship}"


class ArchiveArrival(models.Model):
    """A file that somebody brought, to be verified or imported; how far it is, is told beside (`archive_arrival_tell`).

    `file` is a name below `settings.ARCHIVES_ROOT`, empty as soon as it has ended; `told` is what came of it, in a sentence,
    `signed` whether it has a good signature, and `championship` what there is here now.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "En cola"
        RUNNING = "running", "En curso"
        DONE = "done", "Listo"
        FAILED = "failed", "Falló"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=200)
    file = models.CharField(max_length=120, blank=True)
    only_verify = models.BooleanField("solo comprobar")
    unfinished = models.BooleanField("aunque no haya terminado", default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    told = models.TextField(blank=True)
    signed = models.BooleanField("firmado", default=False)
    championship = models.ForeignKey(
        Championship, on_delete=models.SET_NULL, null=True, blank=True, related_name="archive_arrivals"
    )
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name


class ArchiveImport(models.Model):
    """The document that a championship came from: its `digest` and `signature` (base64, empty where it had none), and of its head what a new document of it needs."""

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="archive")
    digest = models.CharField(max_length=64, unique=True)
    signature = models.TextField(blank=True)
    slug = models.SlugField(max_length=60)
    status = models.CharField(max_length=8, choices=Championship.Status)
    personal = models.BooleanField()
    ink = models.BooleanField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.championship} ({self.digest[:8]})"


class ArchivedLine(models.Model):
    """A row of the tree of an imported championship as its document has it (`selectors.archive.parts.TREE`), in the order of `id`."""

    archive = models.ForeignKey(ArchiveImport, on_delete=models.CASCADE, related_name="lines")
    part = models.CharField(max_length=20)
    text = models.TextField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.part}: {self.text[:60]}"


class ArchivedPerson(models.Model):
    """An account that stands for somebody of an imported championship, and the number and the public id that he had there."""

    archive = models.ForeignKey(ArchiveImport, on_delete=models.CASCADE, related_name="people")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="archived")
    number = models.PositiveBigIntegerField()
    public_id = models.UUIDField()

    class Meta:
        verbose_name_plural = "archived people"
        constraints = (
            models.UniqueConstraint(fields=("archive", "number"), name="archived_person_once"),
            models.UniqueConstraint(fields=("archive", "public_id"), name="archived_person_known_once"),
        )

    def __str__(self) -> str:
        return str(self.user)


class ArchivedDevice(models.Model):
    """A tablet that stands for one of an imported championship, and the number and the public id that it had there."""

    archive = models.ForeignKey(ArchiveImport, on_delete=models.CASCADE, related_name="devices")
    device = models.OneToOneField(Device, on_delete=models.CASCADE, related_name="archived")
    number = models.PositiveBigIntegerField()
    public_id = models.UUIDField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("archive", "number"), name="archived_device_once"),)

    def __str__(self) -> str:
        return str(self.device)
