"""How people ask to enter a championship: what its organiser settled, and what each of them asked for."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models.championships import Championship
from brackets.models.parejas import Pareja
from brackets.models.with_data import WithData


class Inscription(models.Model):
    """What the page of inscription of a championship says; without a row it has none.

    Requests are taken while `accepting`, from `opens_at` until `closes_at` where they are set. `capacity` is of the whole
    championship; categories may have their own.
    """

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="inscription")
    accepting = models.BooleanField(default=False)
    opens_at = models.DateTimeField("se abre", null=True, blank=True)
    closes_at = models.DateTimeField("se cierra", null=True, blank=True)
    capacity = models.PositiveSmallIntegerField("cupo", null=True, blank=True)
    waiting_list = models.BooleanField("lista de espera", default=True)
    fee = models.DecimalField("valor", max_digits=7, decimal_places=2, default=0)
    payment = models.CharField("cómo se paga", max_length=500, blank=True)
    documents = models.CharField("qué traer", max_length=500, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="inscription_closes_after_it_opens",
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(closes_at__gt=F("opens_at")),
            ),
            models.CheckConstraint(name="inscription_fee_is_no_debt", condition=Q(fee__gte=0)),
            models.CheckConstraint(
                name="inscription_capacity_from_one", condition=Q(capacity__isnull=True) | Q(capacity__gte=1)
            ),
        )

    def __str__(self) -> str:
        return f"Inscripción: {self.championship}"


class ConsentText(models.Model):
    """What people agreed to: a version never changes, so that it can be shown what each one read."""

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="consent_texts")
    version = models.PositiveSmallIntegerField()
    text = models.TextField()
    since = models.DateTimeField()

    class Meta:
        ordering = ("version",)
        constraints = (models.UniqueConstraint(fields=("championship", "version"), name="consent_text_version_once"),)

    def __str__(self) -> str:
        return f"Consentimiento, versión {self.version}"


class Category(models.Model):
    """Who may ask to play under this name; the age is that of the first day of the championship."""

    class Who(models.TextChoices):
        LADIES = "damas", "Damas"
        GENTLEMEN = "caballeros", "Caballeros"
        MIXED = "mixta", "Mixta: una mujer y un hombre"
        OPEN = "abierta", "Abierta: cualquier persona"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="categories")
    name = models.CharField("nombre", max_length=30)
    who = models.CharField("quiénes", max_length=10, choices=Who, default=Who.OPEN)
    minimum_age = models.PositiveSmallIntegerField("edad mínima", null=True, blank=True)
    capacity = models.PositiveSmallIntegerField("cupo", null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "categories"
        constraints = (
            models.UniqueConstraint(fields=("championship", "name"), name="category_name_once"),
            models.CheckConstraint(
                name="category_age_of_a_person",
                condition=Q(minimum_age__isnull=True) | Q(minimum_age__gte=1, minimum_age__lte=120),
            ),
            models.CheckConstraint(
                name="category_capacity_from_one", condition=Q(capacity__isnull=True) | Q(capacity__gte=1)
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def asks_sex(self) -> bool:
        return self.who != self.Who.OPEN

    @property
    def asks_birth(self) -> bool:
        return self.minimum_age is not None


class Entry(models.Model):
    """What somebody asked for at the page of inscription, and what the organiser answered.

    `token` is in the address of its receipt, the only key to it; `client_id` tells a request that was sent twice. Of those in
    the waiting list the first is who has waited since the earliest `queued_at`. A confirmed one has its pareja. A joined one asked
    again for somebody who takes part: only the desk knows, and its receipt says that it waits.
    """

    class State(models.TextChoices):
        PENDING = "pedida", "Pedida"
        WAITING = "en-espera", "En lista de espera"
        CONFIRMED = "confirmada", "Confirmada"
        REJECTED = "rechazada", "Rechazada"
        WITHDRAWN = "retirada", "Retirada"
        JOINED = "unida", "Unida a otra"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="entries")
    category = models.ForeignKey(Category, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    client_id = models.UUIDField()
    token = models.CharField(max_length=60, unique=True)
    state = models.CharField("estado", max_length=10, choices=State, default=State.PENDING)
    name = models.CharField("nombre de la pareja", max_length=60, blank=True)
    club = models.CharField("club o institución", max_length=60, blank=True)
    requested_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField("motivo", max_length=300, blank=True)
    consent = models.ForeignKey(ConsentText, on_delete=models.PROTECT, related_name="entries")
    consented_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    pareja = models.OneToOneField(Pareja, on_delete=models.CASCADE, null=True, blank=True, related_name="entry")

    class Meta:
        ordering = ("queued_at", "pk")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=("championship", "client_id"), name="entry_sent_once"),
            models.CheckConstraint(
                name="entry_confirmed_has_its_pareja",
                condition=Q(state="confirmada", pareja__isnull=False)
                | (~Q(state="confirmada") & (Q(pareja__isnull=True) | Q(state="retirada"))),
            ),
            models.CheckConstraint(
                name="entry_payment_has_hour_and_name",
                condition=Q(paid_at__isnull=True, paid_by__isnull=True)
                | Q(paid_at__isnull=False, paid_by__isnull=False),
            ),
            models.CheckConstraint(name="entry_rejected_with_a_reason", condition=~Q(state="rechazada", reason="")),
        )

    def __str__(self) -> str:
        return f"Solicitud {self.pk}"

    @property
    def public_state(self) -> State:
        """As its receipt shows it, where that it was joined stays unsaid."""
        return self.State.PENDING if self.state == self.State.JOINED else self.State(self.state)

    @property
    def title(self) -> str:
        """The given name, else those of its people; one query unless they are prefetched."""
        return self.name or " / ".join(person.name for person in self.people.all())


class EntryPerson(WithData):
    """Who would play; `cedula`, `email` and `phone` are in `PersonalData`. `birth_date` and `sex` are only there where the rule of the category asks for them.

    `active` while its entry waits for an answer and the cédula is its own: no other row holds it then (`brackets.triggers`), and
    once confirmed its player does. Of an entry that asks for somebody who takes part already the person is not active, and the
    entry waits all the same. From `erased_at` on nothing of the person is left here.
    """

    class Sex(models.TextChoices):
        WOMAN = "m", "Mujer"
        MAN = "h", "Hombre"

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="people")
    position = models.PositiveSmallIntegerField()
    name = models.CharField("nombre", max_length=60, blank=True)
    birth_date = models.DateField("fecha de nacimiento", null=True, blank=True)
    sex = models.CharField("sexo", max_length=1, choices=Sex, blank=True)
    active = models.BooleanField(default=True)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("entry", "position"), name="entry_person_position_once"),
            models.CheckConstraint(condition=Q(position__in=(1, 2)), name="entry_person_position_1_or_2"),
            models.CheckConstraint(
                condition=Q(erased_at__isnull=True) | Q(name="", birth_date__isnull=True, sex="", active=False),
                name="entry_person_erased_is_nobody",
            ),
        )

    def __str__(self) -> str:
        return self.name
