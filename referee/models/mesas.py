"""`Mesa`, `Chica` and `Data`: projections of the log, written with it and equal to its replay."""

import uuid

from django.db import models
from django.db.models import F, Q

from brackets.models import Fixture, Pareja
from referee.models.devices import Device

SIDES = (("A", "A"), ("B", "B"))


class Mesa(models.Model):
    """The match at a table: the best of three chicas between the two parejas of a fixture.

    `pareja_a` and `pareja_b` are those who sat down to it, whoever meets in the fixture since (`stands`); player `A1` is
    the first one's in position 1. The rulebook, its version and settings are those of the championship when the mesa was
    opened, and stay to the end. From `head_seq`
    down to `figures` the fields are a projection of the log: `state` is the JSON result of `notation.md`, `figures` what
    statistics count of it (`rules.figures`), null until it has ended.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    fixture = models.OneToOneField(Fixture, on_delete=models.PROTECT, related_name="mesa")
    pareja_a = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="+")
    pareja_b = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="+")
    reglamento = models.CharField(max_length=32)
    reglamento_version = models.PositiveSmallIntegerField()
    rule_settings = models.JSONField(default=dict, blank=True)
    seats = models.JSONField(default=list)
    representative_a = models.PositiveSmallIntegerField(default=1)
    representative_b = models.PositiveSmallIntegerField(default=1)
    identified_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()

    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, blank=True, related_name="mesas")
    lease_epoch = models.PositiveIntegerField(default=0)
    leased_at = models.DateTimeField(null=True, blank=True)

    head_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64)
    estado = models.CharField(max_length=16, default="por-sortear")
    points_a = models.PositiveSmallIntegerField(default=0)
    points_b = models.PositiveSmallIntegerField(default=0)
    chicas_a = models.PositiveSmallIntegerField(default=0)
    chicas_b = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=1, choices=SIDES, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    state = models.JSONField(default=dict, blank=True)
    figures = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(name="mesa_points_0_to_40", condition=Q(points_a__lte=40) & Q(points_b__lte=40)),
            models.CheckConstraint(
                name="mesa_winner_when_over",
                condition=(Q(estado="terminada") & ~Q(winner="")) | (~Q(estado="terminada") & Q(winner="")),
            ),
        )

    def __str__(self) -> str:
        return f"Mesa {self.public_id}"

    @property
    def stands(self) -> bool:
        """Whether those who sat at it are still the rivals of its fixture: else nothing that it says counts there."""
        fixture = self.fixture
        return (self.pareja_a_id, self.pareja_b_id) == (fixture.pareja_a_id, fixture.pareja_b_id)

    @property
    def is_turned(self) -> bool:
        """Whether it does not stand although the same two meet: by another draw, with the sides of its log the other way about."""
        fixture = self.fixture
        return (self.pareja_a_id, self.pareja_b_id) == (fixture.pareja_b_id, fixture.pareja_a_id)


def standing(path: str = "") -> Q:
    """The same of rows that lead to a mesa by `path`, such as `mesa__`."""
    return Q(**{f"{path}{side}": F(f"{path}fixture__{side}") for side in ("pareja_a", "pareja_b")})


class Chica(models.Model):
    """A proclaimed chica; points as shown, 0 to 40."""

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="chicas")
    number = models.PositiveSmallIntegerField()
    points_a = models.PositiveSmallIntegerField()
    points_b = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=1, choices=SIDES)
    zapateria = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("mesa", "number"), name="chica_number_once"),)

    def __str__(self) -> str:
        return f"Chica {self.number}: {self.points_a}–{self.points_b}"


class Data(models.Model):
    """A counted or annulled data; the four card fields are null where the data was annulled."""

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="datas")
    order = models.PositiveSmallIntegerField()
    chica = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=2)
    annulled = models.BooleanField(default=False)
    cards_a = models.PositiveSmallIntegerField(null=True, blank=True)
    cards_b = models.PositiveSmallIntegerField(null=True, blank=True)
    cards_table = models.PositiveSmallIntegerField(null=True, blank=True)
    withdrawn = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("order",)
        constraints = (models.UniqueConstraint(fields=("mesa", "order"), name="data_order_once"),)

    def __str__(self) -> str:
        return f"Chica {self.chica}, data {self.number}"
