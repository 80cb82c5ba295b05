"""What happened between calling the parejas of a partida and its beginning, each step with hour and who."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship
from brackets.models.stages import Fixture


class CallUp(models.Model):
    """One event of a convocatoria; never changed nor deleted, which triggers keep.

    A convocatoria is all events of a fixture with one `turn`: it begins with the first call, and calling again after it was
    left without effect begins another. `side` is whom it is about (`AB` for both), `position` the player where it is one
    alone. `table_number` and `parejas` are as they were then. What was noted by mistake is annulled by a further event.
    A round that is paired anew takes its fixtures away and leaves their events, so that what was called stays known.
    """

    class Kind(models.TextChoices):
        CALL = "llamada", "Llamada"
        PRESENT = "presente", "Presente"
        IDENTIFIED = "identificada", "Identificada"
        SEATED = "sentadas", "Sentadas"
        WALKOVER = "ausencia", "W.O. declarado"
        RELEASED = "sin-efecto", "Convocatoria sin efecto"
        ANNULLED = "anulada", "Anulado"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="callups")
    fixture = models.ForeignKey(Fixture, on_delete=models.DO_NOTHING, db_constraint=False, related_name="callups")
    turn = models.PositiveSmallIntegerField("convocatoria")
    kind = models.CharField("qué", max_length=12, choices=Kind)
    number = models.PositiveSmallIntegerField("llamada", default=0)
    side = models.CharField("lado", max_length=2, blank=True)
    position = models.PositiveSmallIntegerField("jugador", null=True, blank=True)
    at = models.DateTimeField("hora")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    table_number = models.PositiveSmallIntegerField("mesa", null=True, blank=True)
    parejas = models.JSONField(default=list)
    annuls = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="annulled_by")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="callup_call_is_numbered",
                condition=Q(kind="llamada", number__in=(1, 2, 3)) | (~Q(kind="llamada") & Q(number=0)),
            ),
            models.CheckConstraint(
                name="callup_annuls_something",
                condition=Q(kind="anulada", annuls__isnull=False) | (~Q(kind="anulada") & Q(annuls__isnull=True)),
            ),
            models.CheckConstraint(
                name="callup_says_whose",
                condition=Q(kind__in=("presente", "identificada"), side__in=("A", "B"))
                | Q(kind="ausencia", side__in=("A", "B", "AB"))
                | (~Q(kind__in=("presente", "identificada", "ausencia")) & Q(side="")),
            ),
            models.UniqueConstraint(
                fields=("fixture", "turn"), condition=Q(kind="llamada", number=1), name="callup_begins_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}.ª llamada" if self.kind == self.Kind.CALL else str(self.get_kind_display())
