"""The tablets that may write, each by an opaque token that can be revoked."""

from django.conf import settings
from django.db import models

from brackets.models import Championship


class Device(models.Model):
    """A tablet signed in by a Juez. Only the SHA-256 of its token is kept."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="devices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="devices")
    name = models.CharField("equipo", max_length=40)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name
