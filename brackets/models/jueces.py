"""What a championship knows of a Juez besides his account, and the draft of who judges what."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.availability import Availability
from brackets.models.championships import Championship
from brackets.models.stages import Stage


class JuezProfile(Availability):
    """What a Juez belongs to, so that he never judges his own, and when he is there. Without one he has no ties and is always there."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="juez_profiles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="juez_profiles")
    club = models.CharField("club", max_length=60, blank=True)
    institution = models.CharField("institución", max_length=60, blank=True)
    family = models.CharField("familia", max_length=60, blank=True)

    class Meta(Availability.Meta):
        constraints = (
            *Availability.Meta.constraints,
            models.UniqueConstraint(fields=("championship", "user"), name="juez_profile_once"),
        )

    def __str__(self) -> str:
        return f"{self.user} en {self.championship}"


class Draft(models.Model):
    """A proposal of tables and jueces that nobody but the desk sees until it is published; one at a time in a championship.

    `lines` are `{"fixture", "sides", "had", "table", "juez"}`: what each partida would get, and what it had and between whom it was
    when this was proposed. `steps` are the adjustments by hand, as the lines that each of them changed were before it. Whoever
    changes it says which `version` he saw, so that two at the desk never undo each other unseen. `lacks` says by fixture why one got nothing.
    """

    class Status(models.TextChoices):
        OPEN = "open", "Abierta"
        PUBLISHED = "published", "Publicada"
        DISCARDED = "discarded", "Descartada"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="drafts")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=1)
    lines = models.JSONField(default=list)
    steps = models.JSONField(default=list, blank=True)
    lacks = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("championship",), condition=Q(status="open"), name="draft_one_open"),
            models.CheckConstraint(
                name="draft_of_a_round_or_of_all",
                condition=Q(stage__isnull=True, round__isnull=True) | Q(stage__isnull=False, round__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"Propuesta {self.pk}"
