"""What a Juez writes beside the log."""

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q

from referee.models.devices import Device
from referee.models.mesas import Mesa


class Note(models.Model):
    """A remark of the Juez to a jugada of his mesa, by its number in the log. It changes nothing there, and stays."""

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="notes")
    client_id = models.UUIDField(unique=True)
    jugada = models.PositiveIntegerField("jugada")
    text = models.CharField("nota", max_length=200, validators=(MinLengthValidator(1),))
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    written_at = models.DateTimeField()  # by the tablet's clock
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("received_at", "id")
        constraints = (
            models.CheckConstraint(condition=Q(jugada__gte=1), name="note_to_a_jugada"),
            models.CheckConstraint(condition=~Q(text=""), name="note_says_something"),
        )

    def __str__(self) -> str:
        return f"{self.jugada}: {self.text}"
