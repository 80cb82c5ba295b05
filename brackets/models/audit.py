"""What the people of the organisation did, when, and what it changed."""

from django.conf import settings
from django.db import models

from brackets.models.championships import Championship


class AuditEntry(models.Model):
    """One action that matters: a stable code, a Spanish sentence, and the values before and after."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    action = models.CharField(max_length=40)
    sentence = models.CharField(max_length=300)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-at", "-id")
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return self.sentence
