"""What the people of the organisation did, when, and what it changed."""

from django.conf import settings
from django.db import models

from brackets.models.championships import Championship


class AuditEntry(models.Model):
    """One action that matters: a stable code, a Spanish sentence, and the values before and after.

    Triggers keep it as it was written. `via` and `device`: from where it was done, on the site, on which tablet, or by a
    command of whoever keeps the system.
    """

    class Via(models.TextChoices):
        SITE = "site", "el sitio"
        TABLET = "tablet", "una tablet"
        COMMAND = "command", "un comando"
        OWN = "own", "la página privada"
        UNKNOWN = "", "no consta"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    action = models.CharField(max_length=40)
    sentence = models.CharField(max_length=300)
    data = models.JSONField(default=dict, blank=True)
    via = models.CharField(max_length=8, choices=Via, blank=True)
    device = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ("-at", "-id")
        verbose_name_plural = "audit entries"
        indexes = (models.Index(fields=("championship", "-at", "-id"), name="audit_of_championship"),)

    def __str__(self) -> str:
        return self.sentence


class AuditAddress(models.Model):
    """The network address that an action came from: personal data, so it is apart and goes when the championship ends."""

    entry = models.OneToOneField(AuditEntry, on_delete=models.CASCADE, primary_key=True, related_name="origin")
    address = models.GenericIPAddressField()

    class Meta:
        verbose_name_plural = "audit addresses"

    def __str__(self) -> str:
        return str(self.address)
