"""The furniture: a `Table` is where a mesa is played."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from brackets.models.availability import Availability
from brackets.models.championships import Championship


class Table(Availability):
    """A numbered table in the hall. Its pause ends at `paused_until` where that was said, else when somebody ends it."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField("mesa")
    paused_until = models.DateTimeField("en pausa hasta", null=True, blank=True)

    class Meta(Availability.Meta):
        ordering = ("number",)
        constraints = (
            *Availability.Meta.constraints,
            models.UniqueConstraint(fields=("championship", "number"), name="table_number_once"),
            models.CheckConstraint(
                name="table_paused_in_order", condition=Q(paused_until=None) | Q(paused_since__lt=F("paused_until"))
            ),
        )

    def __str__(self) -> str:
        return f"Mesa {self.number}"

    def paused_at(self, now: datetime) -> bool:
        return super().paused_at(now) and (self.paused_until is None or self.paused_until > now)

    def back_at(self, now: datetime) -> datetime | None:
        """When it can be used again that cannot be now; None where it can, or nobody said."""
        hours = [self.available_from, self.paused_until if self.paused_at(now) else None]
        return max((hour for hour in hours if hour and hour > now), default=None)
