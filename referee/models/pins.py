"""PINs: by which a Juez shows, also without network, that it is he who touches the tablet."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Championship


class PinSalt(models.Model):
    """One salt for all PINs of a championship, so that equal PINs have equal verifiers and can be refused."""

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="pin_salt")
    salt = models.CharField(max_length=64)
    iterations = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.championship}"


class Pin(models.Model):
    """Somebody's PIN in a championship, of which only the verifier is kept: the SHA-256 of its proof.

    `digits`: what a PIN of six may do, one of four may not, whatever role its owner is given later.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="pins")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pins")
    verifier = models.CharField(max_length=64)
    digits = models.PositiveSmallIntegerField()
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("user",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "user"), name="pin_one_each"),
            models.UniqueConstraint(fields=("championship", "verifier"), name="pin_of_one_alone"),
            models.CheckConstraint(name="pin_of_four_or_six", condition=Q(digits__in=(4, 6))),
        )

    def __str__(self) -> str:
        return f"PIN de {self.user}"
