"""Accounts: whoever signs in, whatever role he has in which championship."""

import uuid
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models

from kernel.normal_form import normal_form


class User(AbstractUser):
    """An account of the organisation: director, Mesa de Control or Juez. Players have none.

    `public_id`: by which the rows of a log name whoever wrote them. It has no e-mail address: nothing is sent to accounts.
    `by_passkey`: whether the request that brought this account is of a session that a passkey opened; no column.
    """

    by_passkey = False

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    display_name = models.CharField("nombre", max_length=60, blank=True)
    created_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta(AbstractUser.Meta):
        verbose_name = "cuenta"
        constraints = (models.CheckConstraint(condition=models.Q(email=""), name="user_has_no_email"),)

    def __str__(self) -> str:
        return self.display_name or self.username

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Django's own, in time that grows as the text does: anybody may type one of any length."""
        return normal_form("NFKC", username)
