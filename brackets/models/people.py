"""Accounts: whoever signs in, whatever role he has in which championship."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """An account of the organisation: director, Mesa de Control or Juez. Players have none.

    `public_id`: by which the rows of a log name whoever wrote them.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    display_name = models.CharField("nombre", max_length=60, blank=True)
    created_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta(AbstractUser.Meta):
        verbose_name = "cuenta"

    def __str__(self) -> str:
        return self.display_name or self.username
