"""The championship, what was settled for it, and who has which role in it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.timezone import get_default_timezone

from brackets.hours.play_days import ENDS, LATEST, PlayDays


class Championship(models.Model):
    """One championship; its rulebook and settings are frozen from the moment it opens.

    `players_per_pareja` is 1 where single players meet (mano a mano): each is a pareja of one. It is frozen with the rulebook,
    and from the first inscription on; so `brackets.triggers` keep it. `rule_settings` holds the `ajuste` pairs of the notation
    (`{"mayoria-bajo-20": "literal"}`) that differ from the preset. A sealed Planilla may be corrected by a ruling for
    `correction_minutes`, and without limit where there are none. Articles 3.a and 17 leave the appeal time, the waiting time and
    the identification document to the organiser; which call the waiting time is counted from (`walkover_call`), and that it is
    the first unless otherwise said, is ours (3.a says only that parejas are called). `live_visibility`: what of a running mesa
    the public is shown; it may change any time too. `jueces_public`: whether the public sees the jueces. `frozen_mesas`: how many
    of the next mesas of each table keep their place and hour once they have them; it may change any time. `night_ends`: the hour
    of the morning until which it is still the day before (`play_days`); it may change any time. `imported_at`: it was played
    elsewhere and came here as an archive, from `imported_from` where that is known: it is only read. `imported_unfinished`: it
    had not ended then, and stays so here.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", "En preparación"
        OPEN = "open", "Abierto"
        CLOSED = "closed", "Terminado"

    class LoserSignature(models.TextChoices):
        OPTIONAL = "opcional", "Opcional"
        REQUIRED = "obligatoria", "Obligatoria"

    class LiveVisibility(models.TextChoices):
        ALL = "todo", "Todo, jugada por jugada"
        CHICAS = "chicas", "Solo las chicas ganadas"
        END = "final", "Nada hasta que la partida termine"

    slug = models.SlugField("dirección", max_length=60, unique=True)
    name = models.CharField("nombre", max_length=100)
    edition = models.PositiveSmallIntegerField("edición", null=True, blank=True)
    organiser = models.CharField("organizador", max_length=120, blank=True)
    place = models.CharField("lugar", max_length=120)
    starts_on = models.DateField("primer día")
    ends_on = models.DateField("último día")
    status = models.CharField("estado", max_length=8, choices=Status, default=Status.DRAFT)
    reglamento = models.CharField("reglamento", max_length=32, default="riobamba")
    reglamento_version = models.PositiveSmallIntegerField(default=1)
    rule_settings = models.JSONField(default=dict, blank=True)
    players_per_pareja = models.PositiveSmallIntegerField("jugadores de cada lado", default=2)
    appeal_minutes = models.PositiveSmallIntegerField("minutos para apelar", null=True, blank=True)
    correction_minutes = models.PositiveSmallIntegerField("minutos para corregir", null=True, blank=True)
    grace_minutes = models.PositiveSmallIntegerField("minutos de espera", default=10)
    walkover_call = models.PositiveSmallIntegerField("llamada desde la que se espera", default=1)
    frozen_mesas = models.PositiveSmallIntegerField("mesas que ya no se mueven", default=1)
    night_ends = models.PositiveSmallIntegerField("hora en que termina el día de juego", default=ENDS)
    identification = models.CharField("identificación", max_length=80, default="cédula")
    loser_signature = models.CharField(
        "firma de la pareja perdedora",
        max_length=12,
        choices=LoserSignature,
        default=LoserSignature.OPTIONAL,
    )
    live_visibility = models.CharField(
        "qué ve el público mientras se juega", max_length=6, choices=LiveVisibility, default=LiveVisibility.ALL
    )
    jueces_public = models.BooleanField("los nombres de los jueces son públicos", default=False)
    created_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    imported_at = models.DateTimeField(null=True, blank=True, editable=False)
    imported_from = models.CharField(max_length=120, null=True, blank=True, editable=False)  # noqa: DJ001 (none: it was not)
    imported_unfinished = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ("-starts_on", "name")
        constraints = (
            models.CheckConstraint(
                name="championship_ends_after_it_starts",
                condition=Q(ends_on__gte=F("starts_on")),
            ),
            models.CheckConstraint(
                name="championship_open_has_appeal_time",
                condition=Q(status="draft") | Q(appeal_minutes__isnull=False, appeal_minutes__gt=0),
            ),
            models.CheckConstraint(
                name="championship_walkover_call_is_a_call", condition=Q(walkover_call__in=(1, 2, 3))
            ),
            models.CheckConstraint(name="championship_night_ends_by_noon", condition=Q(night_ends__lte=LATEST)),
            models.CheckConstraint(name="championship_of_one_or_two", condition=Q(players_per_pareja__in=(1, 2))),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.edition}" if self.edition else self.name

    @property
    def is_closed(self) -> bool:
        """Whether it has ended, or was brought here: nothing of it is played or changed any more."""
        return self.status == self.Status.CLOSED

    @property
    def status_name(self) -> str:
        """Its status in words: what came here before it had ended is closed here, and is not called ended."""
        return "Sin terminar" if self.imported_unfinished else str(self.get_status_display())

    @property
    def play_days(self) -> PlayDays:
        """The days of play of this championship; use it instead of comparing calendar dates."""
        return PlayDays(get_default_timezone(), self.night_ends)

    @property
    def days(self) -> str:
        """Its day, or the first and the last one: 28/11/2026 – 30/11/2026."""
        first, last = f"{self.starts_on:%d/%m/%Y}", f"{self.ends_on:%d/%m/%Y}"
        return first if first == last else f"{first} – {last}"


class Role(models.Model):
    """What one account may do in one championship; an account may hold several roles."""

    class Kind(models.TextChoices):
        DIRECTOR = "director", "Director"
        ADJUNCT = "adjunct", "Director adjunto"
        CONTROL = "control", "Mesa de Control"
        JUEZ = "juez", "Juez"
        INSPECTOR = "inspector", "Inspector"
        INSCRIPTION = "inscription", "Inscripción"
        SCREENS = "screens", "Pantallas"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="roles")
    kind = models.CharField("función", max_length=12, choices=Kind)

    class Meta:
        ordering = ("kind", "user__display_name", "user__username")
        constraints = (models.UniqueConstraint(fields=("championship", "user", "kind"), name="role_once"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user}"
