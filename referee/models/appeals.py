"""Appeals to the Director (17): what is asked, whether it is admitted, the ruling, and what the public is told."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Championship, Pareja
from referee.models.devices import Device
from referee.models.mesas import SIDES, Mesa


class Appeal(models.Model):
    """One pareja's appeal against a decision of the Juez, `number` within its championship. Nobody edits it.

    The decision is the jugada `jugada` itself, or what the Juez did or denied right after it (`about`). What was
    appealed cannot be appealed again, by either pareja. `signatures` holds, for each player, the name and either
    the `ink` of `Signature` or, with `ink` empty, that he proved himself by the last digits of his cédula; never public.
    `decided_at` is when the minutes begin to count, `filed_at` the hour of presentation, `received_at` ours.
    """

    class About(models.TextChoices):
        JUGADA = "jugada", "La jugada"
        DENIED = "negada", "Lo que el Juez no concedió tras la jugada"
        CONDUCT = "conduccion", "Cómo condujo el Juez la partida tras la jugada"

    class Source(models.TextChoices):
        TABLET = "tablet", "Tablet del Juez"
        PAREJA = "pareja", "Página de la pareja"

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="appeals")
    number = models.PositiveIntegerField("número")
    client_id = models.UUIDField(unique=True)
    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="appeals")
    pareja = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="appeals")
    side = models.CharField(max_length=1, choices=SIDES)
    jugada = models.PositiveIntegerField()
    about = models.CharField(max_length=10, choices=About, default=About.JUGADA)
    text = models.CharField("fundamento", max_length=1000)
    signatures = models.JSONField()
    source = models.CharField(max_length=6, choices=Source)
    decided_at = models.DateTimeField()
    filed_at = models.DateTimeField()
    received_at = models.DateTimeField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "number"), name="appeal_number_once"),
            models.UniqueConstraint(fields=("mesa", "jugada", "about"), name="appeal_of_a_decision_once"),
            models.CheckConstraint(condition=~Q(text=""), name="appeal_says_something"),
            models.CheckConstraint(condition=Q(jugada__gte=1), name="appeal_jugada_from_one"),
        )

    def __str__(self) -> str:
        return f"Apelación {self.number}"


class AppealQualification(models.Model):
    """The Director admits or rejects it, once, with a reason; a rejection is its end."""

    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="qualification")
    admitted = models.BooleanField()
    reason = models.CharField("motivo", max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(reason=""), name="appeal_qualified_with_reason"),)

    def __str__(self) -> str:
        return f"{self.appeal}, {'admitida' if self.admitted else 'rechazada'}"


class AppealRuling(models.Model):
    """The ruling, which is final. `jugadas` are the rows of the log that carried it out, as (number, notation).

    `before` and `after` tell the mesa as a page shows it, and the fixtures that it moved; `head_seq` and `head_hash` are
    those of the log once it was carried out; `version` the Planilla that it made, if it made one.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirma", "Confirma la decisión del Juez"
        ADJUST = "ajusta", "Ajusta los puntos"
        ANNUL = "anula", "Anula jugadas"
        REPLAY_DATA = "repite-data", "Repite la data"
        REPLAY_CHICA = "repite-chica", "Repite la chica"
        REPLAY_MESA = "repite-mesa", "Repite la mesa"
        AWARD_CHICA = "adjudica-chica", "Adjudica la chica"
        AWARD_MESA = "adjudica-mesa", "Adjudica la mesa"
        DISQUALIFY = "descalifica", "Descalifica"

    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="ruling")
    kind = models.CharField(max_length=14, choices=Kind)
    side = models.CharField(max_length=1, choices=SIDES, blank=True)
    points = models.SmallIntegerField(null=True, blank=True)
    numbers = models.JSONField(default=list, blank=True)
    grounds = models.CharField("fundamentos", max_length=1000)
    jugadas = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    head_seq = models.PositiveIntegerField()
    head_hash = models.CharField(max_length=64)
    version = models.PositiveSmallIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(grounds=""), name="appeal_ruled_on_grounds"),)

    def __str__(self) -> str:
        return f"{self.appeal}: {self.get_kind_display().lower()}"


class AppealRelease(models.Model):
    """The Director's word that the result counts meanwhile: what depends on it may begin, knowingly."""

    appeal = models.OneToOneField(Appeal, on_delete=models.PROTECT, related_name="release")
    reason = models.CharField("motivo", max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(reason=""), name="appeal_released_with_reason"),)

    def __str__(self) -> str:
        return f"{self.appeal}, sin espera"


class AppealPublication(models.Model):
    """The announcer shows the resolution to the public, or takes it off again; the last row counts."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="publications")
    published = models.BooleanField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.appeal}, {'publicada' if self.published else 'sin publicar'}"
