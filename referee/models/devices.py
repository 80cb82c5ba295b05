"""The tablets that may write, each by an opaque token that can be revoked, and how a tablet gets one."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Championship, Table
from kernel.tablet_keys import KEY_LENGTH


def fresh_salt() -> str:
    return secrets.token_hex(16)


class Device(models.Model):
    """A tablet. Only the SHA-256 of its token is kept.

    `public_id`: by which the rows of a log name it. `public_key`: of the key that signs its jugadas, given as it was let in and
    never another; empty where its browser has none.
    `paired_at`: the Mesa de Control paired it, and it stays while jueces come and go: `user` is who is at it now,
    nobody between two. Without it, somebody signed in with his password, and the tablet is his until he leaves.
    `table`: where it stands, if that was said; it lists the mesas of that table. From `battery` to `told_at` is
    what the tablet last told of itself. `pin_salt`: of the proofs of PINs that it makes.
    `desk`: whether the server itself found that whoever is at it may do what the desk may, if he still may: by his password,
    or by a PIN of six digits. Nobody has powers of the desk on a tablet otherwise.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="devices")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="devices"
    )
    name = models.CharField("equipo", max_length=40)
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=KEY_LENGTH, blank=True)
    created_at = models.DateTimeField()
    paired_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    battery = models.PositiveSmallIntegerField(null=True, blank=True)
    pending = models.PositiveIntegerField(default=0)
    oldest_unsent_at = models.DateTimeField(null=True, blank=True)
    mesa = models.ForeignKey("referee.Mesa", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.CharField(max_length=40, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)

    desk = models.BooleanField(default=False)
    pin_salt = models.CharField(max_length=32, default=fresh_salt)

    class Meta:
        ordering = ("name", "id")
        constraints = (
            models.CheckConstraint(
                name="device_has_somebody_or_was_paired", condition=Q(user__isnull=False) | Q(paired_at__isnull=False)
            ),
            models.CheckConstraint(
                name="device_battery_in_percent", condition=Q(battery__isnull=True) | Q(battery__lte=100)
            ),
        )

    def __str__(self) -> str:
        return self.name


class PinProved(models.Model):
    """The last day of play on which this person's PIN was right at this tablet: that day others' wrong ones do not hold him back there."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="proved")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()

    class Meta:
        constraints = (models.UniqueConstraint(name="pin_proved_once_each", fields=("device", "user")),)

    def __str__(self) -> str:
        return f"{self.user} · {self.device} · {self.day}"


class Pairing(models.Model):
    """An invitation for one tablet: six digits to type, or a secret in a QR; once, and for ten minutes.

    Of both only a hash is kept. `client_id`: by which a tablet whose answer was lost may ask again. Rows are
    deleted once they are worth nothing.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="pairings")
    name = models.CharField("equipo", max_length=40)
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    code_hash = models.CharField(max_length=64, unique=True)
    secret_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    device = models.OneToOneField(Device, on_delete=models.CASCADE, null=True, blank=True, related_name="pairing")
    client_id = models.UUIDField(null=True, blank=True)

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.name
