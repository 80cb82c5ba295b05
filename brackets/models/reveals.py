"""How far a draw has been shown to the public, one by one."""

from django.db import models
from django.db.models import Q

from brackets.models.stages import Stage


class DrawReveal(models.Model):
    """The ceremony of a sorteo as the screens of the hall follow it: of draw `draw_number`, the first `step` are seen.

    A stage that is drawn again has another number, and nothing of it has been shown yet; an exchange deletes the row.
    """

    stage = models.OneToOneField(Stage, on_delete=models.CASCADE, related_name="reveal")
    draw_number = models.PositiveSmallIntegerField("sorteo número")
    step = models.PositiveSmallIntegerField("paso", default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(name="draw_reveal_of_a_draw", condition=Q(draw_number__gte=1)),)

    def __str__(self) -> str:
        return f"{self.step} del sorteo {self.draw_number}"
