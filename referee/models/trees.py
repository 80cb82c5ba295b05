"""The Merkle tree of a championship: its leaves, the checkpoints signed over them, and which life of the database signed."""

import uuid
from functools import reduce
from operator import or_
from typing import Final

from django.db import models
from django.db.models import Q

from brackets.models import AuditEntry, Championship, DrawEvent, NameEvent, ShareEvent, StageEvent
from referee.models.planillas import Confirmation, Planilla, Signature


class Incarnation(models.Model):
    """One life of the database, by its code of 32 hexadecimal digits: that of the highest number, from 1, is the present one.

    A database begins its first one when it is migrated; whoever restores a copy begins another (`services.incarnations`).
    """

    number = models.PositiveIntegerField(unique=True)
    code = models.CharField(max_length=32, unique=True)
    begun_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (models.CheckConstraint(condition=~Q(code=""), name="incarnation_has_code"),)

    def __str__(self) -> str:
        return self.code


class TreeLog(models.Model):
    """How far the tree of a championship has come; its row is the lock under which leaves are appended.

    A projection of the leaves, so that a sweep pays only for what is new: `frontier` is `kernel.merkle.Frontier.dump`, `reached` the
    last number of each mesa's log, by its public id, and of the audit. `seen` are the counts of all that leaves are made of when the
    last sweep began that left nothing. `signed_size` and `signed_at` are those of the last checkpoint.
    """

    championship = models.OneToOneField(Championship, on_delete=models.PROTECT, related_name="tree")
    frontier = models.BinaryField(default=bytes)
    reached = models.JSONField(default=dict)
    seen = models.JSONField(default=list)
    signed_size = models.PositiveIntegerField(default=0)
    signed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"Árbol de {self.championship}"


class TreeKey(models.Model):
    """The public part of what signs the checkpoints of a championship; the last row is in use.

    The key itself is a file below `settings.CERTIFICATES_ROOT`, named by `public_id`. `origin` names the log, and is the name of the
    key in `vkey` (https://c2sp.org/signed-note).
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="tree_keys")
    origin = models.CharField(max_length=255)
    vkey = models.CharField(max_length=400, unique=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.vkey


class TreeLeaf(models.Model):
    """Leaf `index` (from 0) of the tree of a championship.

    `of` names by public ids what it is of; `entry` is the canonical JSON that is hashed, `hash` the leaf's hash in hexadecimal
    (RFC 6962). An entry holds nothing that may have to be erased.
    """

    class Kind(models.TextChoices):
        DRAW = "draw", "lo que pasó con un sorteo"
        NAME = "name", "nombre"
        SHARE = "share", "aporte de un sorteo"
        JUGADA = "jugada", "jugada"
        SIGNATURE = "signature", "firma"
        PLANILLA = "planilla", "Planilla sellada"
        CONFIRMED = "confirmed", "confirmación desde un teléfono"
        EVENT = "event", "hecho de una etapa"
        AUDIT = "audit", "entrada del registro"
        INCARNATION = "incarnation", "copia restaurada"

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="tree_leaves", db_index=False)
    index = models.PositiveIntegerField()
    kind = models.CharField(max_length=11, choices=Kind)
    of = models.CharField(max_length=80)
    entry = models.TextField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "index"), name="tree_leaf_index_once"),
            models.UniqueConstraint(fields=("championship", "of"), name="tree_leaf_of_once"),
        )
        indexes = (models.Index(fields=("championship", "hash"), name="tree_leaf_by_hash"),)

    def __str__(self) -> str:
        return f"{self.index} {self.of}"


SOURCES: Final = ("draw", "name", "share", "signature", "planilla", "confirmed", "event", "audit")


class LeafSource(models.Model):
    """The row that a leaf is of, where that is not a jugada, which its name leads to.

    `salt` is in the digest of what people wrote in that row (`selectors.tree.entries`). It is emptied, and the digest says nothing
    any more, when personal data of the row are erased; a name has its own, and a draw, a share, a Planilla and a confirmation have none.
    """

    leaf = models.OneToOneField(TreeLeaf, on_delete=models.PROTECT, related_name="source")
    draw = models.OneToOneField(DrawEvent, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    name = models.OneToOneField(NameEvent, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    share = models.OneToOneField(ShareEvent, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    signature = models.OneToOneField(Signature, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    planilla = models.OneToOneField(Planilla, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    confirmed = models.OneToOneField(Confirmation, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    event = models.OneToOneField(StageEvent, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    audit = models.OneToOneField(AuditEntry, on_delete=models.PROTECT, null=True, related_name="leaf_source")
    salt = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="leaf_source_is_one_row",
                condition=reduce(or_, (Q(**{f"{each}__isnull": each != kind for each in SOURCES}) for kind in SOURCES)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.leaf}"


class Checkpoint(models.Model):
    """A signed note over the first `size` leaves; `root` in hexadecimal."""

    championship = models.ForeignKey(Championship, on_delete=models.PROTECT, related_name="checkpoints", db_index=False)
    size = models.PositiveIntegerField()
    root = models.CharField(max_length=64)
    note = models.TextField()
    at = models.DateTimeField()

    class Meta:
        ordering = ("size",)
        constraints = (
            models.UniqueConstraint(fields=("championship", "size"), name="checkpoint_size_once"),
            models.CheckConstraint(condition=Q(size__gte=1), name="checkpoint_of_something"),
        )

    def __str__(self) -> str:
        return f"{self.championship}, {self.size}"
