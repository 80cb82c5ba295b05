"""The Planilla de Juego: versions frozen on the log's digest, and who signed them."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Player, User
from referee.models.mesas import SIDES, Mesa
from referee.rules import fingerprint

LONGEST_NAME: Final = 60
"""Letters of the name of who signs, or bears witness."""


class Planilla(models.Model):
    """Version `version` of a mesa's Planilla: the log up to `head_seq`, of which `digest` is signed.

    `digest` is `rules.log_digest`, which a tablet computes without a network; `chain_hash` is the hash of that row in
    the chain. The two are equal where the Planilla was frozen before there was such a digest. `signed_hash`, of a sealed
    version, is the last of the chain of its signatures, and so binds all of them (`selectors.signature_chain`).

    Frozen for signing, then sealed by the Juez's signature; reopened before sealing, it is void and the
    version number is free again. `client_id` and `reopened_by` are the tablet's for its two acts. Delivery to the
    Mesa de Control is article 16.

    A sealed version stays what it is. A ruling of the Director (`correction`) opens the log for the next one, whose
    signatures are asked again, or not, for the reason in `unsigned`.
    """

    class Status(models.TextChoices):
        FROZEN = "frozen", "Por firmar"
        SEALED = "sealed", "Sellada"
        REOPENED = "reopened", "Reabierta sin sellar"

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="planillas")
    version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.FROZEN)
    head_seq = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    chain_hash = models.CharField(max_length=64)
    signed_hash = models.CharField(max_length=64, blank=True)
    client_id = models.UUIDField(null=True, blank=True, unique=True)
    reopened_by = models.UUIDField(null=True, blank=True, unique=True)
    frozen_at = models.DateTimeField()
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sealed_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    correction = models.CharField(max_length=300, blank=True)
    unsigned = models.CharField(max_length=300, blank=True)
    corrected_at = models.DateTimeField(null=True, blank=True)
    corrected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("version", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("mesa", "version"), condition=~Q(status="reopened"), name="planilla_version_once"
            ),
            models.CheckConstraint(
                condition=~Q(status="sealed") | Q(sealed_at__isnull=False), name="planilla_sealed_has_hour"
            ),
            models.CheckConstraint(
                condition=Q(corrected_at__isnull=True, correction="", unsigned="")
                | (Q(corrected_at__isnull=False, corrected_by__isnull=False, status="sealed") & ~Q(correction="")),
                name="planilla_corrected_once_sealed_with_reason",
            ),
        )

    def __str__(self) -> str:
        return f"Planilla v{self.version} ({self.fingerprint})"

    @property
    def fingerprint(self) -> str:
        """The digest in short form, as people compare it: `7F3A-91C2-0D4E-55B1`."""
        return fingerprint(self.digest)


class Signature(models.Model):
    """One party's answer on a frozen Planilla: signed, signed under protest, or refused.

    `ink` is a list of strokes, each a flat list of integers x0, y0, x1, y1, … in a box of 1000 x 375 without
    time or pressure, so that it is no biometric; never shown publicly. `contested` lists the seqs a protest
    is about, `changes_result` what replaying without them says. `signed_at` is the tablet's hour, `received_at` ours;
    `user` whose account, or PIN, answers for the Juez. `device` is the public id of the tablet it was drawn on, `holder` that of the
    account that the tablet was signed in as; null for what comes from paper. `apart`: thousandths by which its ink differs from the
    likest signature before it (`selectors.planilla.drawing`); null where there is none.

    `hash` continues the chain of its version (`selectors.signature_chain`): it binds the row with `said` and `inked`, the digests of
    what is personal of it with `salt`, and `prev_hash`, which for the first is of the version itself.
    """

    class Party(models.TextChoices):
        A = "A", "Pareja A"
        B = "B", "Pareja B"
        JUEZ = "juez", "Juez"

    class Outcome(models.TextChoices):
        SIGNED = "firma", "Firma"
        PROTEST = "bajo-protesta", "Firma bajo protesta"
        REFUSED = "no-firma", "No firma"

    planilla = models.ForeignKey(Planilla, on_delete=models.PROTECT, related_name="signatures")
    party = models.CharField(max_length=4, choices=Party)
    outcome = models.CharField(max_length=14, choices=Outcome)
    name = models.CharField(max_length=LONGEST_NAME)
    ink = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    witness = models.CharField(max_length=LONGEST_NAME, blank=True)
    contested = models.JSONField(default=list, blank=True)
    changes_result = models.BooleanField(null=True, blank=True)
    digest = models.CharField(max_length=64)
    client_id = models.UUIDField(unique=True)
    signed_at = models.DateTimeField()
    received_at = models.DateTimeField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.UUIDField(null=True, blank=True)
    holder = models.UUIDField(null=True, blank=True)
    apart = models.PositiveIntegerField(null=True, blank=True)
    salt = models.CharField(max_length=32)
    said = models.CharField(max_length=64)
    inked = models.CharField(max_length=64)
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("planilla", "party"), name="signature_party_once"),
            models.CheckConstraint(condition=Q(outcome="firma") | ~Q(reason=""), name="signature_exception_has_reason"),
        )

    def __str__(self) -> str:
        return f"{self.get_party_display()}: {self.get_outcome_display()} ({self.name})"

    @staticmethod
    def name_of(person: Player | User | None) -> str:
        """The name under which this person signs, offered by forms and kept; empty where there is nobody."""
        return "" if person is None else str(person)[:LONGEST_NAME]


class Confirmation(models.Model):
    """A pareja confirmed a version from its private page, on its own phone, by the `digest` that was shown. It is no signature."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    planilla = models.ForeignKey(Planilla, on_delete=models.PROTECT, related_name="confirmations")
    party = models.CharField(max_length=1, choices=SIDES)
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=("planilla", "party"), name="confirmation_party_once"),)

    def __str__(self) -> str:
        return f"{self.party} confirmó la {self.planilla}"
