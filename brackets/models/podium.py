"""Who came first, second and third in a championship that has ended."""

from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship
from brackets.models.parejas import Pareja
from brackets.models.stages import Fixture


class PodiumPlace(models.Model):
    """A place as it was when the championship was closed; two may share one. `fixture`: of the first place, the final it won."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="podium")
    place = models.PositiveSmallIntegerField("puesto")
    pareja = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="+")
    fixture = models.ForeignKey(Fixture, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("place", "pareja__number")
        constraints = (
            models.UniqueConstraint(fields=("championship", "pareja"), name="podium_pareja_once"),
            models.CheckConstraint(condition=Q(place__in=(1, 2, 3)), name="podium_place_1_to_3"),
        )

    def __str__(self) -> str:
        return f"{self.place}.º: {self.pareja}"
