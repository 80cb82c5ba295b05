"""What was decided about a mesa while it was suspended."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from referee.models.mesas import Mesa


class SuspensionMeasure(models.Model):
    """«La determinación más conveniente» (16) about the suspension that row `seq` of the mesa's log recorded.

    That row has the cause and the hour, whoever suspended it. Measures follow one another; triggers refuse UPDATE and DELETE.
    """

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="measures")
    seq = models.PositiveIntegerField("jugada")
    client_id = models.UUIDField(unique=True)
    text = models.CharField("medida", max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~Q(text=""), name="measure_says_something"),)

    def __str__(self) -> str:
        return self.text
