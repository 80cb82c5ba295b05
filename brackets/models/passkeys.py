"""Passkeys (WebAuthn): what an account signs in with instead of a password."""

from django.conf import settings
from django.db import models

from brackets.models.championships import Championship


class Passkey(models.Model):
    """A credential of one account: its public key, as COSE, and the last counter that its authenticator signed.

    The private key never leaves the authenticator. Some authenticators do not count: theirs stays 0.
    `spent`: the challenges of the last minutes that it signed in with, each with the instant (seconds) until which it would be
    good: none signs in twice.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField("nombre", max_length=40)
    credential_id = models.BinaryField(max_length=1023, unique=True)
    public_key = models.BinaryField()
    sign_count = models.PositiveBigIntegerField(default=0)
    spent = models.JSONField(default=list)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class PasskeyDemand(models.Model):
    """In this championship the powers of the desk want a session that a passkey opened; without a row a password opens them too."""

    championship = models.OneToOneField(
        Championship, on_delete=models.CASCADE, primary_key=True, related_name="passkey_demand"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.championship)
