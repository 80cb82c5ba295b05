"""The plainest scorekeeper: a row for each event and a running total, no log, no rules."""

from django.db import models


class Match(models.Model):
    """A running total."""

    points = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"Match {self.pk}"


class Event(models.Model):
    """Points for one side."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE)
    kind = models.CharField(max_length=20)
    points = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind} +{self.points}"
