"""What the reglamento does not say: a doubt that was exposed to the Director, and what became of it (18)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models import Championship, Fixture, Pareja


class Consulta(models.Model):
    """A doubt that a Juez or a pareja exposed, `number` within its championship.

    `article` is a place of its rulebook as that cites it (`5.c`), empty where the text says nothing. Nobody edits it.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="consultas")
    number = models.PositiveIntegerField("número")
    client_id = models.UUIDField(unique=True)
    fixture = models.ForeignKey(Fixture, on_delete=models.SET_NULL, null=True, blank=True, related_name="consultas")
    juez = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    pareja = models.ForeignKey(Pareja, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    article = models.CharField("artículo", max_length=40, blank=True)
    question = models.CharField("consulta", max_length=600)
    asked_at = models.DateTimeField()
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "number"), name="consulta_number_once"),
            models.CheckConstraint(condition=~Q(question=""), name="consulta_asks_something"),
            models.CheckConstraint(
                condition=Q(juez__isnull=False) | Q(pareja__isnull=False), name="consulta_exposed_by_somebody"
            ),
        )

    def __str__(self) -> str:
        return f"Consulta {self.number}"


class ConsultaEnd(models.Model):
    """Its resolution, which is final, or why it was withdrawn: one of the two, once.

    A resolution that takes the place of an earlier one says which: that one is no longer in force, and stays as it
    was written. Triggers refuse UPDATE and DELETE.
    """

    class Kind(models.TextChoices):
        RESOLVED = "resuelta", "Resuelta"
        WITHDRAWN = "retirada", "Retirada"

    consulta = models.OneToOneField(Consulta, on_delete=models.PROTECT, related_name="end")
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    supersedes = models.OneToOneField(
        Consulta, on_delete=models.PROTECT, null=True, blank=True, related_name="superseded"
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=("resuelta", "retirada")), name="consulta_end_is_known"),
            models.CheckConstraint(condition=~Q(text=""), name="consulta_end_says_something"),
            models.CheckConstraint(
                condition=Q(supersedes=None) | (Q(kind="resuelta") & ~Q(supersedes=F("consulta"))),
                name="consulta_superseded_by_a_resolution",
            ),
        )

    def __str__(self) -> str:
        return f"{self.consulta}, {self.get_kind_display().lower()}"
