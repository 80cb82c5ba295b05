"""How often something was guessed wrong."""

from django.db import models


class Tries(models.Model):
    """Wrong tries at one thing that is guessed: from one client, or from all of them together.

    `key`: a keyed digest of the thing and the client, so that the row tells neither. `failures` are those there were at
    `at`. `locked_until`: the client's own wait. `turn_at`: when a client that waits for what others did has its turn,
    which nobody takes from it.
    """

    key = models.CharField(max_length=64, unique=True)
    failures = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField(db_index=True)
    locked_until = models.DateTimeField(null=True, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.key
