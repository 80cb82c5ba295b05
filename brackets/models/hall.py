"""When the whole hall stands still."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.timezone import localtime

from brackets.models.championships import Championship


class HallStop(models.Model):
    """Play stopped at every table for one cause, such as a power cut, until somebody let it go on (16)."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="hall_stops")
    client_id = models.UUIDField(unique=True)
    cause = models.CharField("causa", max_length=120)
    measure = models.CharField("medida", max_length=300, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("championship",), condition=Q(ended_at__isnull=True), name="hall_stopped_once_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(cause=""), name="hall_stop_has_a_cause"),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None) | Q(ended_at__isnull=False, ended_by__isnull=False),
                name="hall_stop_ended_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.cause} ({localtime(self.at):%H:%M})"
