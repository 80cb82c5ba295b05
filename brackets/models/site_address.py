"""Where the site is found."""

from django.db import models


class SiteAddress(models.Model):
    """The address, as `https://sala.example:8443`, that papers, QRs and seals carry from `fixed_at` on, until the next row.

    Rows stay: what was printed with an address still carries it.
    """

    address = models.CharField(max_length=200)
    fixed_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.address
