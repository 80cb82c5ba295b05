"""Checkpoints as anyone may have them, and proofs: that a leaf is in one, that one begins with an older one."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Final

from brackets.models import Championship
from kernel.merkle import Tree, leaf_hash
from referee.models import Checkpoint, TreeKey, TreeLeaf

MOST_LEAVES: Final = 500_000
"""So many stay in memory, of all trees together: some 80 MB. Of a longer log this server proves nothing."""


@dataclass(frozen=True, slots=True)
class Included:
    index: int
    proof: list[bytes]


@dataclass(frozen=True, slots=True)
class Begun:
    """The entry of a restored copy, as it is in the log, and when the last checkpoint that the copy had was signed."""

    entry: str
    included: Included
    copied_at: datetime | None


class _Trees:
    """The trees of the championships that were last asked for, each read once; what comes later is appended."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[int, Tree] = OrderedDict()

    def of(self, checkpoint: Checkpoint) -> Tree | None:
        """The tree with at least the leaves of this checkpoint; None where they do not come to its root."""
        root = bytes.fromhex(checkpoint.root)
        with self._lock:
            for tree in (self._kept.pop(checkpoint.championship_id, Tree()), Tree()):
                self._grow(tree, checkpoint)
                if tree.size >= checkpoint.size and tree.root(checkpoint.size) == root:
                    self._kept[checkpoint.championship_id] = tree
                    while sum(each.size for each in self._kept.values()) > MOST_LEAVES:
                        self._kept.popitem(last=False)
                    return tree
        return None

    def _grow(self, tree: Tree, checkpoint: Checkpoint) -> None:
        leaves = TreeLeaf.objects.filter(
            championship=checkpoint.championship_id, index__gte=tree.size, index__lt=checkpoint.size
        )
        if tree.size < checkpoint.size:
            for leaf in leaves.order_by("index").values_list("hash", flat=True).iterator(chunk_size=5000):
                tree.append(bytes.fromhex(leaf))


_trees = _Trees()


def checkpoint_of(championship: Championship, size: int | None = None) -> Checkpoint | None:
    """The checkpoint of so many entries, or the last one."""
    signed = Checkpoint.objects.filter(championship=championship)
    signed = signed if size is None else signed.filter(size=size)
    return signed.order_by("-size").first()


def vkeys_of(championship: Championship) -> list[str]:
    """What the checkpoints are verified with, the key in use last."""
    return list(TreeKey.objects.filter(championship=championship).order_by("pk").values_list("vkey", flat=True))


def consistency_of(checkpoint: Checkpoint, older: int) -> list[bytes] | None:
    """That the tree of the checkpoint begins with its first `older` leaves; None where it cannot be proved."""
    tree = _provable(checkpoint)
    return tree.consistency_proof(older, checkpoint.size) if tree and 0 < older <= checkpoint.size else None


def inclusion_of(checkpoint: Checkpoint, leaf: str) -> Included | None:
    """That the leaf of this hash, in hexadecimal, is in the tree of the checkpoint; None where it is not."""
    found = TreeLeaf.objects.filter(championship=checkpoint.championship_id, hash=leaf, index__lt=checkpoint.size)
    index = found.values_list("index", flat=True).first()
    tree = _provable(checkpoint) if index is not None else None
    return Included(index, tree.inclusion_proof(index, checkpoint.size)) if tree and index is not None else None


def begun_in(checkpoint: Checkpoint, incarnation: str) -> Begun | None:
    """The entry with which this life of the database began, in the tree of the checkpoint; None where it has none.

    Of all entries this one alone is given out: it has nothing but numbers, hashes and hours.
    """
    leaves = TreeLeaf.objects.filter(
        championship=checkpoint.championship_id, kind=TreeLeaf.Kind.INCARNATION, of=f"incarnation/{incarnation}"
    )
    leaf = leaves.first()
    included = inclusion_of(checkpoint, leaf_hash(leaf.entry.encode()).hex()) if leaf else None
    if leaf is None or included is None:
        return None
    before = Checkpoint.objects.filter(championship=checkpoint.championship_id, size__lte=included.index)
    return Begun(leaf.entry, included, before.order_by("-size").values_list("at", flat=True).first())


def _provable(checkpoint: Checkpoint) -> Tree | None:
    return _trees.of(checkpoint) if checkpoint.size <= MOST_LEAVES else None
