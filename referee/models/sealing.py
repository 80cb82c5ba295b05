"""Electronic seals: the certificate of a championship, each sealed PDF as it was signed, and what others signed on it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Championship
from referee.models.planillas import Planilla


class Certificate(models.Model):
    """The public part of what Planillas are signed with; the last row without an end is the one in use.

    The key is never here: it is a PKCS#12 file below `settings.CERTIFICATES_ROOT`, named by `public_id`, or the server's own.
    Rows stay after their end, so that whoever holds an old signature finds whose it was.
    """

    class Source(models.TextChoices):
        SYSTEM = "system", "Creado por el sistema"
        BROUGHT = "brought", "Traído por la organización"
        SERVER = "server", "De este servidor"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="certificates")
    source = models.CharField(max_length=8, choices=Source)
    subject = models.CharField(max_length=200)
    organisation = models.CharField(max_length=200, blank=True)
    issuer = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    pem = models.TextField()
    not_before = models.DateTimeField()
    not_after = models.DateTimeField()
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("championship",), condition=Q(ended_at__isnull=True), name="certificate_in_use_once"
            ),
            models.CheckConstraint(condition=Q(not_after__gt=models.F("not_before")), name="certificate_ends_later"),
        )

    def __str__(self) -> str:
        return self.subject


class SealedPdf(models.Model):
    """The signed PDF of a version of a Planilla, byte by byte: `sha256` of the whole file, whose bytes are in `file`.

    What the paper tells may grow after the seal (it was delivered, appealed, replaced): each telling is signed once, `content`
    being its digest. `lost_at`: the file was not found, or was no longer the one that was signed; the next one took its place.
    """

    planilla = models.ForeignKey(Planilla, on_delete=models.PROTECT, related_name="pdfs")
    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="pdfs")
    content = models.CharField(max_length=64)
    sha256 = models.CharField(max_length=64, unique=True)
    size = models.PositiveIntegerField()
    signed_at = models.DateTimeField()
    timestamped = models.BooleanField(default=False)
    lost_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("planilla", "content"), condition=Q(lost_at__isnull=True), name="sealed_pdf_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.planilla} ({self.sha256[:8]})"

    @property
    def file(self) -> str:
        """Its name below `settings.SEALED_ROOT`: by what is in it, so that two of them are never at one place."""
        return f"{self.sha256[:2]}/{self.sha256}.pdf"


class OutsideSigned(models.Model):
    """A sealed PDF of ours that somebody signed further with a certificate of his own, and brought back.

    `signers`: for each one the `name` and `issuer` of his certificate, `at` by his clock, and whether the chain is
    `trusted` (None: nobody told us whom to trust). The file may hold his cédula and is never public.
    """

    pdf = models.ForeignKey(SealedPdf, on_delete=models.PROTECT, related_name="outside")
    sha256 = models.CharField(max_length=64, unique=True)
    signers = models.JSONField()
    brought_at = models.DateTimeField()
    brought_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.pdf}, firmado fuera"

    @property
    def file(self) -> str:
        return f"{self.sha256[:2]}/{self.sha256}.pdf"
