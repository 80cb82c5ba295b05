"""Who is there: the check-in of a player on one day of the championship."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.parejas import Player


class CheckIn(models.Model):
    """A player came on `day`, and perhaps showed a document: which kind and to whom, never its number.

    It counts for its day of play alone (`Championship.play_days`).
    """

    class Document(models.TextChoices):
        CEDULA = "cedula", "Cédula"
        PASSPORT = "pasaporte", "Pasaporte"
        LICENCE = "licencia", "Licencia de conducir"
        CARD = "carne", "Carné de la institución"
        OTHER = "otro", "Otro documento con foto"

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="check_ins")
    day = models.DateField("día")
    at = models.DateTimeField("llegó")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    document = models.CharField("documento visto", max_length=10, choices=Document, blank=True)
    identified_at = models.DateTimeField(null=True, blank=True)
    identified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("at",)
        constraints = (
            models.UniqueConstraint(fields=("player", "day"), name="check_in_once_a_day"),
            models.CheckConstraint(
                condition=Q(document="", identified_at__isnull=True, identified_by__isnull=True)
                | (~Q(document="") & Q(identified_at__isnull=False, identified_by__isnull=False)),
                name="check_in_identified_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}, {self.day}"
