"""The screens of a hall: each shows a code until the desk takes it, and from then on what the desk says."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models import Championship, Table


def in_turn() -> list[str]:
    """What a screen goes through by itself where nothing else was chosen."""
    return ["juego", "llamadas", "posiciones"]


class Screen(models.Model):
    """A browser in front of a projector, a monitor at a table or a video mixer. Only the SHA-256 of its token is kept.

    Until it has a `championship` it shows `code`, which is worth nothing after `code_until`; the code stays with it as
    long as it is registered, so that registering it twice is once. `stage_number` None: the stage that is being played;
    another one stands while something else is shown, and a rotation does not ask for it.
    `page` is the one that is held, from 0; None lets them follow one another, each for `seconds`. `in_turn` are the
    kinds that a rotation goes through.
    """

    class Kind(models.TextChoices):
        COVER = "portada", "Portada"
        PLAYING = "juego", "Ahora se juega"
        CALLS = "llamadas", "Próximas llamadas"
        BRACKET = "llave", "Llave"
        SERIES = "series", "Series"
        STANDINGS = "posiciones", "Posiciones"
        DRAW = "sorteo", "Sorteo"
        HONOURS = "ceremonia", "Ceremonia"
        MESSAGE = "mensaje", "Mensaje"
        TABLE = "mesa", "Una mesa"
        OVERLAY = "rotulo", "Rótulo para video"
        IN_TURN = "rotacion", "Rotación"

    championship = models.ForeignKey(
        Championship, on_delete=models.CASCADE, null=True, blank=True, related_name="screens"
    )
    name = models.CharField("pantalla", max_length=40, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    code = models.CharField("código", max_length=6, unique=True)
    code_until = models.DateTimeField()
    kind = models.CharField("qué muestra", max_length=10, choices=Kind, default=Kind.COVER)
    stage_number = models.PositiveSmallIntegerField("etapa", null=True, blank=True)
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField("mensaje", max_length=160, blank=True)
    in_turn = models.JSONField("rotación", default=in_turn, blank=True)
    seconds = models.PositiveSmallIntegerField("segundos por lámina", default=12)
    page = models.PositiveSmallIntegerField("lámina fija", null=True, blank=True)
    light = models.BooleanField("fondo claro", default=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    registered_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("registered_at", "id")
        constraints = (
            models.CheckConstraint(
                name="screen_registered_has_name_and_hour",
                condition=Q(championship__isnull=True) | (~Q(name="") & Q(registered_at__isnull=False)),
            ),
            models.CheckConstraint(name="screen_seconds_to_read", condition=Q(seconds__gte=4) & Q(seconds__lte=120)),
        )

    def __str__(self) -> str:
        return self.name or self.code


class HallMessage(models.Model):
    """What stands over all screens of a championship, until somebody takes it away or `until` comes."""

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="hall_message")
    text = models.CharField("mensaje", max_length=160)
    until = models.DateTimeField("hasta", null=True, blank=True)
    written_at = models.DateTimeField()
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="hall_message_ends_after_it_began", condition=Q(until=None) | Q(until__gt=F("written_at"))
            ),
        )

    def __str__(self) -> str:
        return self.text
