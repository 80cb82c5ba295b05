"""The one table of cédulas, e-mail addresses and telephones: enciphered, each person's under a key of its own."""

import uuid
from functools import cached_property

from django.db import models
from django.db.models import Q

from brackets.models.championships import Championship
from brackets.models.inscription import EntryPerson
from brackets.models.notices import Delivery
from brackets.models.parejas import Player
from brackets.models.with_data import Values
from brackets.people_keys import Sealed, unseal


class PersonalData(models.Model):
    """What is enciphered of one player, of one person of a request, or of one e-mail on its way; without a row nothing is.

    A change writes the row anew under a fresh key, and erasing deletes it: nothing else has the key. `…_match` find equal values
    without opening any, `cedula_end` are the last digits. `held` while the cédula is its own: no other row holds it in the
    championship then. It is `active` of whose data these are (`brackets.triggers`).
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.CASCADE, related_name="+")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="personal")
    asked = models.OneToOneField(EntryPerson, on_delete=models.CASCADE, null=True, blank=True, related_name="personal")
    delivery = models.OneToOneField(Delivery, on_delete=models.CASCADE, null=True, blank=True, related_name="personal")
    cedula_match = models.CharField(max_length=32, blank=True)
    cedula_end = models.CharField(max_length=4, blank=True)
    email_match = models.CharField(max_length=32, blank=True, db_index=True)
    phone_match = models.CharField(max_length=32, blank=True)
    held = models.BooleanField()
    server_key = models.CharField(max_length=16, db_index=True)
    wrapped_key = models.BinaryField()
    sealed = models.BinaryField()

    class Meta:
        verbose_name_plural = "personal data"
        constraints = (
            models.UniqueConstraint(
                fields=("championship", "cedula_match"),
                condition=~Q(cedula_match="") & Q(held=True),
                name="personal_cedula_once",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False, asked__isnull=True, delivery__isnull=True)
                | Q(player__isnull=True, asked__isnull=False, delivery__isnull=True)
                | Q(player__isnull=True, asked__isnull=True, delivery__isnull=False, cedula_match="", held=False),
                name="personal_is_of_one",
            ),
        )

    def __str__(self) -> str:
        return str(self.public_id)

    @cached_property
    def values(self) -> Values:
        """Opened once. Raises KeysLost."""
        sealed = Sealed(self.server_key, bytes(self.wrapped_key), bytes(self.sealed))
        return Values(*unseal(sealed, whose=self.public_id.bytes))
