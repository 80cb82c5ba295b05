"""PINs: by which a Juez shows, also without network, that it is he who touches the tablet."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from brackets.models import Championship


class PinSalt(models.Model):
    """The salt of all PINs of a championship, and the key that they lie under, itself under `SECRET_KEY`."""

    championship = models.OneToOneField(Championship, on_delete=models.CASCADE, related_name="pin_salt")
    salt = models.CharField(max_length=64)
    iterations = models.PositiveIntegerField()
    key = models.CharField(max_length=160)

    def __str__(self) -> str:
        return f"{self.championship}"


class Pin(models.Model):
    """Somebody's PIN in a championship: what checks it, `sealed` for this row, and a keyed `fingerprint` by which two alike
    are refused. Neither tells anything without the key.

    `digits`: what a PIN of six may do, one of four may not, whatever role its owner is given later.
    """

    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="pins")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pins")
    sealed = models.CharField(max_length=160)
    fingerprint = models.CharField(max_length=64)
    digits = models.PositiveSmallIntegerField()
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("user",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "user"), name="pin_one_each"),
            models.UniqueConstraint(fields=("championship", "fingerprint"), name="pin_of_one_alone"),
            models.CheckConstraint(name="pin_of_four_or_six", condition=Q(digits__in=(4, 6))),
        )

    def __str__(self) -> str:
        return f"PIN de {self.user}"
