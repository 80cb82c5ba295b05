"""The log: one append-only row a jugada, each bound to the one before by its hash."""

from django.conf import settings
from django.db import models

from kernel.tablet_keys import SIGNED_LONGEST
from referee.models.devices import Device
from referee.models.mesas import Mesa


class Jugada(models.Model):
    """What happened at the table, in the notation; triggers refuse UPDATE and DELETE.

    `seq` runs 1..n without gaps in a mesa and is the number that `anula n` and `procede n` speak of.
    `client_id` is made by whoever recorded it and makes a retry harmless. `device` (none: the desk) and `user` are
    the public ids of who wrote it; `signed` is what the tablet's key signed (`kernel.tablet_keys.Signed`), empty where it has none. `device_ts` is what the tablet's clock said and orders nothing. `prev_hash` of the first row is the mesa's genesis (`docs/bitacora.md`).
    Its rows are read by mesa and in order, for which `jugada_seq_once` is the index; more would slow each tap.
    """

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="jugadas", db_index=False)
    seq = models.PositiveIntegerField()
    client_id = models.UUIDField(unique=True)
    notation = models.CharField(max_length=400)
    device = models.ForeignKey(
        Device, on_delete=models.PROTECT, to_field="public_id", null=True, blank=True, related_name="+", db_index=False
    )
    lease_epoch = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, to_field="public_id", related_name="+", db_index=False
    )
    device_ts = models.DateTimeField(null=True, blank=True)
    signed = models.CharField(max_length=SIGNED_LONGEST, blank=True)
    received_at = models.DateTimeField()
    prev_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("mesa", "seq"), name="jugada_seq_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="jugada_seq_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.notation}"
