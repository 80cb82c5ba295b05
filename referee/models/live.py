"""For whoever follows the mesas live: what changed last, and what is being looked into at a table."""

from datetime import timedelta

from django.db import models

from referee.models.mesas import Mesa


class LiveChange(models.Model):
    """Written by triggers alone (`referee.live_triggers`): the row `source_id` of a kind (`source`) changed what a mesa shows; one row each, with the version of its last change.

    Versions grow in the order of the commits, over all championships, and are never given twice.
    """

    version = models.BigAutoField(primary_key=True)
    source = models.CharField(max_length=12)
    source_id = models.BigIntegerField()

    class Meta:
        ordering = ("version",)
        constraints = (models.UniqueConstraint(fields=("source", "source_id"), name="live_change_once"),)

    def __str__(self) -> str:
        return f"{self.version}: {self.source} {self.source_id}"


class TableReview(models.Model):
    """A protest («juego y veo», 15.h) is being looked into at the table, and nothing of it is in the log yet.

    Over when the tablet says so, with the next jugada (`at_seq` is the last row of the log when it began), or when the tablet
    has said nothing more for `SILENCE`: it repeats itself every twenty seconds.
    """

    SILENCE = timedelta(seconds=90)

    mesa = models.OneToOneField(Mesa, on_delete=models.CASCADE, related_name="review")
    at_seq = models.PositiveIntegerField()
    heard_at = models.DateTimeField()
    over = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.mesa}: {'over' if self.over else 'looked into'}"
