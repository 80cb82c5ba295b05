"""When somebody or something of the hall can be given a partida."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class Away(StrEnum):
    """Why it cannot now."""

    NOT_YET = "todavia-no"
    PAUSED = "en-pausa"
    GONE = "ya-no"


class Availability(models.Model):
    """From and until a certain hour, where there is one, and not while it is paused."""

    available_from = models.DateTimeField("desde", null=True, blank=True)
    available_until = models.DateTimeField("hasta", null=True, blank=True)
    paused_since = models.DateTimeField("en pausa desde", null=True, blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                name="%(class)s_available_in_order",
                condition=Q(available_from__isnull=True)
                | Q(available_until__isnull=True)
                | Q(available_until__gt=F("available_from")),
            ),
        )

    def paused_at(self, _now: datetime) -> bool:
        """Whether it is paused at this hour."""
        return self.paused_since is not None

    def away(self, now: datetime) -> Away | None:
        """Why it is not there at this hour; None where it is."""
        if self.available_until and self.available_until <= now:
            return Away.GONE
        if self.paused_at(now):
            return Away.PAUSED
        return Away.NOT_YET if self.available_from and self.available_from > now else None
