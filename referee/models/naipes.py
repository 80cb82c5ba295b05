"""The cards of a data beside its log: one append-only row a card thrown, for a mesa that is followed card by card."""

from django.db import models

from referee.models.devices import Device
from referee.models.mesas import Mesa


class CardThrow(models.Model):
    """A card as it was played (`tira A1 5 levanta 2 3`) or the undoing of one (`deshace 7`); triggers keep the row.

    `seq` runs 1..n without gaps in a mesa. `data_seq` is the jugada with which its data began: where the log goes
    back or on to another data, what was written for this one no longer counts. `log_seq` is how many jugadas the log
    had. The log never reads these rows: a card scores nothing until its jugada is recorded.
    """

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="throws")
    seq = models.PositiveIntegerField()
    client_id = models.UUIDField(unique=True)
    notation = models.CharField(max_length=80)
    data_seq = models.PositiveIntegerField()
    log_seq = models.PositiveIntegerField()
    device = models.ForeignKey(Device, on_delete=models.PROTECT, related_name="+")
    device_ts = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("mesa", "seq"), name="card_throw_seq_once"),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="card_throw_seq_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.notation}"
