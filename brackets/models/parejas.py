"""The pareja, the competing unit, and its players: two, or one in a championship of single players."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship
from brackets.models.with_data import WithData


class Pareja(models.Model):
    """One or two players with one number for life; `representative` is the position of who signs (3.a, 16).

    How many, its championship says: triggers refuse a representative or a player beyond them.
    One that was withdrawn or expelled keeps its number; whoever of it plays on does so in a new pareja. `voided`: what it
    played in series counts for nobody. `link_nonce` is one half of the secret of its private page
    (`brackets.selectors.private_links`), and says nothing alone; without one the page is closed.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", "Inscrita"
        WITHDRAWN = "withdrawn", "Retirada"
        EXPELLED = "expelled", "Expulsada"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="parejas")
    number = models.PositiveSmallIntegerField("número")
    name = models.CharField("nombre de la pareja", max_length=60, blank=True)
    club = models.CharField("club o institución", max_length=60, blank=True)
    institution = models.CharField("institución", max_length=60, blank=True)
    family = models.CharField("familia", max_length=60, blank=True)
    province = models.CharField("provincia", max_length=60, blank=True)
    finalist = models.BooleanField("finalista de la edición anterior", default=False)
    category = models.CharField("categoría", max_length=30, blank=True)
    representative = models.PositiveSmallIntegerField("representante", default=1)
    uniform = models.BooleanField("chompas uniformes", default=False)
    seed = models.PositiveSmallIntegerField("cabeza de serie", null=True, blank=True)
    status = models.CharField("estado", max_length=10, choices=Status, default=Status.ACTIVE)
    voided = models.BooleanField("sus resultados en series no cuentan", default=False)
    link_nonce = models.UUIDField(null=True, default=uuid4, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "number"), name="pareja_number_once"),
            models.UniqueConstraint(
                fields=("championship", "seed"),
                condition=Q(seed__isnull=False, status="active"),
                name="pareja_seed_once",
            ),
            models.CheckConstraint(condition=Q(representative__in=(1, 2)), name="pareja_representative_is_a_player"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pareja_number_from_one"),
            models.CheckConstraint(condition=Q(seed__isnull=True) | Q(seed__gte=1), name="pareja_seed_from_one"),
            models.CheckConstraint(
                condition=Q(voided=False) | ~Q(status="active"), name="pareja_voided_only_when_it_left"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} · {self.title}"

    @property
    def title(self) -> str:
        """The given name, else the players' names in order; one query unless players are prefetched."""
        return self.name or " / ".join(player.name for player in self.players.all())


class Player(WithData):
    """One member of a pareja. `cedula` is optional and never public; `active` while the pareja is.

    `email` and `phone` are for notices alone and never public. Who takes back the consent has neither from
    `consent_withdrawn_at` on; from `erased_at` on only the name is left. All three are in `PersonalData`.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="players")
    pareja = models.ForeignKey(Pareja, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField()
    name = models.CharField("nombre", max_length=60)
    active = models.BooleanField(default=True)
    consent_withdrawn_at = models.DateTimeField(null=True, blank=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("pareja", "position"), name="player_position_once"),
            models.CheckConstraint(condition=Q(position__in=(1, 2)), name="player_position_1_or_2"),
        )

    def __str__(self) -> str:
        return self.name


class NameEvent(models.Model):
    """A name was written: the `number`-th, from 1, of pareja `pareja`, by its number, or of its player in `position` (0: its own name).

    `digest` is `draw.acta_seal.person_digest` of the name with the salt. The name itself is in no event, so that a name that is there no more is forgotten
    with its salt.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="names")
    pareja = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    salt = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("pareja", "position", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("championship", "pareja", "position", "number"), name="name_event_number_once"
            ),
            models.CheckConstraint(condition=Q(position__in=(0, 1, 2), number__gte=1), name="name_event_of_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.pareja}.{self.position} {self.number}"
