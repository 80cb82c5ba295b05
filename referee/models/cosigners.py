"""Who else signs the checkpoints of a championship: cosigners, servers of time stamps, and the logs that this installation cosigns."""

import uuid

from django.db import models
from django.db.models import Q

from brackets.models import Championship, User
from referee.models.trees import Checkpoint


class Cosigner(models.Model):
    """Another installation whose cosignatures are taken, by its public key (https://c2sp.org/signed-note), until `ended_at`."""

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="cosigners", db_index=False)
    vkey = models.CharField(max_length=400)
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("championship", "vkey"), name="cosigner_once"),)

    def __str__(self) -> str:
        return self.vkey.partition("+")[0]


class Cosignature(models.Model):
    """What a cosigner signed of a checkpoint: `line` as it is in the note, `time` in seconds since 1970 as the cosigner says it."""

    checkpoint = models.ForeignKey(Checkpoint, on_delete=models.PROTECT, related_name="cosignatures", db_index=False)
    cosigner = models.ForeignKey(Cosigner, on_delete=models.PROTECT, related_name="cosignatures")
    line = models.CharField(max_length=500)
    time = models.BigIntegerField()
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("checkpoint", "cosigner"), name="cosignature_once"),)

    def __str__(self) -> str:
        return self.line


class CheckpointStamp(models.Model):
    """The time stamp (RFC 3161) of the body of a checkpoint: `token` in base64, and the hour in it."""

    checkpoint = models.OneToOneField(Checkpoint, on_delete=models.PROTECT, related_name="stamp")
    token = models.TextField()
    said_at = models.DateTimeField()
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (models.CheckConstraint(condition=~Q(token=""), name="stamp_has_token"),)

    def __str__(self) -> str:
        return f"{self.checkpoint}, {self.said_at}"


class CosigningKey(models.Model):
    """The public part of what this installation cosigns the logs of others with; the first row is in use.

    The key itself is a file below `settings.CERTIFICATES_ROOT`, named by `public_id`.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    vkey = models.CharField(max_length=400, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.vkey


class FollowedLog(models.Model):
    """The log of another installation that this one cosigns, by the key that was seen first, and the last checkpoint it cosigned.

    `refused_at`: it did not continue what was cosigned; `why` is the Spanish sentence, `evidence` both notes. Nothing of it is
    cosigned any more, until a person settles it (`settled_at`), from when on the log is one that was never seen.
    """

    address = models.CharField(max_length=500)
    origin = models.CharField(max_length=255)
    vkey = models.CharField(max_length=400)
    size = models.PositiveBigIntegerField()
    root = models.CharField(max_length=64)
    note = models.TextField()
    line = models.CharField(max_length=500)
    cosigned_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=300, blank=True)
    evidence = models.TextField(blank=True)
    refused_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("origin",), condition=Q(settled_at__isnull=True), name="followed_log_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(refused_at__isnull=True, evidence="") | (Q(refused_at__isnull=False) & ~Q(evidence="")),
                name="followed_log_refused_has_evidence",
            ),
        )

    def __str__(self) -> str:
        return f"{self.origin}, {self.size}"
