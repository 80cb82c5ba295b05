"""A Planilla that was kept on paper, typed by one person and confirmed by another."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from brackets.models import Fixture, Pareja
from referee.models.planillas import Planilla

DONE = ("sellada", "coincide", "con-diferencias")


class Transcription(models.Model):
    """What the paper says, row by row, as `referee.selectors.transcription.form` reads it.

    `pareja_a` and `pareja_b` are those whose paper it is. `kind` is what it was begun for: the whole mesa, the rest of one whose tablet has `base_seq` rows (of which the last
    has `base_hash`), or to be compared with a log that is whole. `draws`, `rows` and `ending` are the paper's; `marked` are
    the keys of the rows that were given back, `told` why. `typists` are the accounts of all who typed, `typed_by` the last of
    them: none of them confirms. Sealed, the rows of the log from `base_seq` + 1 to `last_seq`
    come from it, and `planilla` is the version that it made.
    """

    class Kind(models.TextChoices):
        WHOLE = "entera", "Toda la mesa se llevó en papel"
        REST = "resto", "Sigue la bitácora de la tablet"
        BESIDE = "cotejo", "Se compara con la bitácora de la tablet"

    class Status(models.TextChoices):
        TYPING = "digitando", "Se está digitando"
        WAITING = "por-confirmar", "Por confirmar"
        SEALED = "sellada", "Confirmada y sellada"
        AGREES = "coincide", "Coincide con la tablet"
        DIFFERS = "con-diferencias", "Con diferencias"
        WITHDRAWN = "retirada", "Sin efecto"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # A round that is paired anew takes its fixtures away, and a paper of a partida that nobody plays says nothing.
    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="transcriptions")
    pareja_a = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="+")
    pareja_b = models.ForeignKey(Pareja, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind)
    status = models.CharField(max_length=15, choices=Status, default=Status.TYPING)
    seats = models.JSONField(default=list)
    base_seq = models.PositiveIntegerField(default=0)
    base_hash = models.CharField(max_length=64, blank=True)
    draws = models.JSONField(default=list, blank=True)
    rows = models.JSONField(default=list, blank=True)
    ending = models.JSONField(default=dict, blank=True)
    marked = models.JSONField(default=list, blank=True)
    told = models.CharField(max_length=300, blank=True)
    started_at = models.DateTimeField()
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    typists = models.JSONField(default=list)
    last_seq = models.PositiveIntegerField(null=True, blank=True)
    planilla = models.OneToOneField(
        Planilla, on_delete=models.PROTECT, null=True, blank=True, related_name="transcription"
    )

    class Meta:
        ordering = ("-started_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=("fixture",),
                condition=Q(status__in=("digitando", "por-confirmar")),
                name="transcription_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True) | ~Q(confirmed_by=F("typed_by")),
                name="transcription_confirmed_by_another",
            ),
            models.CheckConstraint(
                condition=Q(status__in=DONE, confirmed_by__isnull=False, confirmed_at__isnull=False)
                | (~Q(status__in=DONE) & Q(confirmed_by__isnull=True, confirmed_at__isnull=True)),
                name="transcription_done_is_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(status="sellada", planilla__isnull=False, last_seq__gte=F("base_seq"))
                | (~Q(status="sellada") & Q(planilla__isnull=True, last_seq__isnull=True)),
                name="transcription_sealed_has_planilla",
            ),
        )

    def __str__(self) -> str:
        return f"Planilla en papel de la {self.fixture.name}"


class PaperIncident(models.Model):
    """Where the paper and something else do not say the same, until somebody who may correct results decides.

    `differences` are as `Difference.as_json` has them; `against` is what the paper was held beside. The decision is words:
    what it leads to is done by whoever decides, on the page for it.
    """

    class Against(models.TextChoices):
        TABLET = "tablet", "La bitácora de la tablet"
        RULES = "reglas", "Lo que dan las reglas"
        RESULT = "resultado", "El resultado registrado"

    class Verdict(models.TextChoices):
        PAPER = "papel", "Vale el papel"
        OTHER = "otro", "No vale el papel"
        NEITHER = "ninguno", "No vale ninguno de los dos"

    transcription = models.OneToOneField(Transcription, on_delete=models.CASCADE, related_name="incident")
    against = models.CharField(max_length=9, choices=Against)
    differences = models.JSONField(default=list)
    opened_at = models.DateTimeField()
    verdict = models.CharField(max_length=7, choices=Verdict, blank=True)
    words = models.CharField(max_length=300, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("opened_at", "id")
        constraints = (
            models.CheckConstraint(
                condition=Q(verdict="", words="", decided_at__isnull=True, decided_by__isnull=True)
                | (~Q(verdict="") & ~Q(words="") & Q(decided_at__isnull=False, decided_by__isnull=False)),
                name="paper_incident_decided_with_words",
            ),
        )

    def __str__(self) -> str:
        return f"{self.transcription}: {self.get_against_display().lower()}"

    @property
    def is_open(self) -> bool:
        return not self.verdict
