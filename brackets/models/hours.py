"""What hours were announced for a day, so that early and late mean something."""

from django.conf import settings
from django.db import models

from brackets.models.championships import Championship


class DayPlan(models.Model):
    """The estimate of one day as it stood when somebody kept it: `hours` are ISO hours by the key of a fixture.

    Kept again on the same day it is replaced; the audit tells. `announced` is what parejas were told, as `{"hour", "table"}` by the
    key of a fixture.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="day_plans")
    day = models.DateField("día")
    kept_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    hours = models.JSONField(default=dict, blank=True)
    announced = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-day",)
        constraints = (models.UniqueConstraint(fields=("championship", "day"), name="day_plan_once"),)

    def __str__(self) -> str:
        return f"Plan del {self.day:%d/%m/%Y}"
