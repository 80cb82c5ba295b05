"""The Merkle tree of RFC 6962 (§2.1 there and in RFC 9162), over the hashes of its leaves.

A proof binds a leaf, or an older root, to a root. It does not bind the sizes: `verify_inclusion` and `verify_consistency`
are to be given sizes and roots that stand together in checkpoints (`kernel.checkpoint`).

>>> tree = Tree(leaf_hash(entry) for entry in (b"uno", b"dos", b"tres"))
>>> verify_inclusion(leaf_hash(b"dos"), index=1, size=3, root=tree.root(), proof=tree.inclusion_proof(1))
True
>>> verify_consistency(tree.consistency_proof(2), old_size=2, old_root=tree.root(2), size=3, root=tree.root())
True
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from typing import Self

HASH_BYTES = 32
SIZE_BYTES = 8
EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Iterable[bytes]) -> bytes:
    """Return the root of these leaf hashes, keeping only the peaks in memory."""
    return Frontier(leaves).root()


class Frontier:
    """The peaks of a tree: what appending leaves and telling the root needs, in O(log n) memory.

    A peak is the root of a complete subtree; there is one for each bit of the size, the largest subtree first.
    """

    __slots__ = ("peaks", "size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self.peaks: list[bytes] = []
        for leaf in leaves:
            self.append(leaf)

    def append(self, leaf: bytes) -> None:
        _check(leaf)
        size = self.size
        while size & 1:
            leaf = node_hash(self.peaks.pop(), leaf)
            size >>= 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        return _fold(self.peaks)

    def dump(self) -> bytes:
        """Return the size in 8 bytes, big-endian, and the peaks, the largest subtree first."""
        return self.size.to_bytes(SIZE_BYTES, "big") + b"".join(self.peaks)

    @classmethod
    def load(cls, dumped: bytes) -> Self:
        """Read what `dump` wrote; ValueError where size and number of peaks contradict each other."""
        size, peaks = int.from_bytes(dumped[:SIZE_BYTES], "big"), dumped[SIZE_BYTES:]
        if len(dumped) < SIZE_BYTES or len(peaks) != size.bit_count() * HASH_BYTES:
            raise ValueError(f"{len(dumped)} bytes are no frontier")
        loaded = cls()
        loaded.size = size
        loaded.peaks = [peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES)]
        return loaded


class Tree:
    """All complete subtrees of a growing tree: roots and proofs of any size it has had, in O(log n) hashes each.

    `levels[k][i]` is the root of the complete subtree over the leaves from i·2ᵏ up to (i+1)·2ᵏ.
    """

    __slots__ = ("levels",)

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.levels: list[list[bytes]] = [[]]
        for leaf in leaves:
            self.append(leaf)

    @property
    def size(self) -> int:
        return len(self.levels[0])

    def append(self, leaf: bytes) -> None:
        _check(leaf)
        for level in self.levels:
            level.append(leaf)
            if len(level) & 1:
                return
            leaf = node_hash(level[-2], leaf)
        self.levels.append([leaf])

    def root(self, size: int | None = None) -> bytes:
        """Return the root over the first `size` leaves, or over all."""
        size = self._size(size)
        return _fold(self._peaks(0, size))

    def inclusion_proof(self, index: int, size: int | None = None) -> list[bytes]:
        """Return the audit path of the leaf `index` in the tree of `size` leaves (RFC 9162 §2.1.3.1)."""
        size = self._size(size)
        if not 0 <= index < size:
            raise ValueError(f"leaf {index} of {size}")
        return list(self._path(0, index, size))

    def consistency_proof(self, old_size: int, size: int | None = None) -> list[bytes]:
        """Return what shows that the tree of `size` leaves begins with that of `old_size` (RFC 9162 §2.1.4.1).

        It is empty where the sizes are equal or the old tree is.
        """
        size = self._size(size)
        if not 0 <= old_size <= size:
            raise ValueError(f"from {old_size} leaves to {size}")
        if old_size in (0, size):
            return []
        # The last subtree of the old tree that the new one has too; it is the old root where it is the whole old tree.
        level = (old_size & -old_size).bit_length() - 1
        index = (old_size - 1) >> level
        own = [self.levels[level][index]] if index else []
        return [*own, *self._path(level, index, size)]

    def _size(self, size: int | None) -> int:
        if size is None:
            return self.size
        if not 0 <= size <= self.size:
            raise ValueError(f"{size} leaves of {self.size}")
        return size

    def _path(self, level: int, index: int, size: int) -> Iterator[bytes]:
        """Yield the siblings of a subtree on its way up to the root; a missing one is passed over."""
        last = (size - 1) >> level
        while last:
            sibling = index ^ 1
            if sibling <= last:
                yield _fold(self._peaks(sibling << level, min((sibling + 1) << level, size)))
            level, index, last = level + 1, index >> 1, last >> 1

    def _peaks(self, start: int, end: int) -> list[bytes]:
        """Return the complete subtrees over these leaves, where `start` is a multiple of a power of 2 not below their number."""
        peaks = []
        for level in reversed(range((end - start).bit_length())):
            if (end - start) >> level & 1:
                peaks.append(self.levels[level][start >> level])
                start += 1 << level
        return peaks


def verify_inclusion(leaf: bytes, *, index: int, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Tell whether the leaf of this hash is number `index` of the tree of this size and root (RFC 9162 §2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(leaf, root, *proof):
        return False
    last, reached = size - 1, leaf
    for sibling in proof:
        if not last:
            return False
        if index & 1 or index == last:
            reached = node_hash(sibling, reached)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            reached = node_hash(reached, sibling)
        index, last = index >> 1, last >> 1
    return not last and reached == root


def verify_consistency(proof: Sequence[bytes], *, old_size: int, old_root: bytes, size: int, root: bytes) -> bool:
    """Tell whether the tree of `size` and `root` begins with that of `old_size` and `old_root` (RFC 9162 §2.1.4.2).

    Every tree begins with the empty one, whose root must be that of the empty tree; the proof is empty then.
    """
    if not 0 <= old_size <= size or not _are_hashes(old_root, root, *proof):
        return False
    if old_size in (0, size):
        return not proof and old_root == (root if old_size else EMPTY_ROOT) and (size > 0 or root == EMPTY_ROOT)
    path = [*proof] if old_size & (old_size - 1) else [old_root, *proof]
    return bool(path) and _lead_to(path, old_size - 1, size - 1) == (old_root, root)


def fork_shown_from(old_size: int) -> int:
    """The size from which a consistency proof binds the root of `old_size`.

    A proof from a power of two leaves that root out; one from the next size has it, beside a leaf.
    """
    return old_size if old_size & (old_size - 1) else old_size + 1


def verify_fork(proof: Sequence[bytes], *, old_size: int, old_root: bytes, size: int, root: bytes) -> bool:
    """Tell whether a proof from `fork_shown_from(old_size)` shows that the tree of `size` does not begin with that of `old_size`.

    It leads to `root`, which binds all that is in it, so only who has that tree can make it; a proof that is merely wrong shows
    nothing. Of a tree of one entry, and of a power of two that grew by one, none can show it.
    """
    if not 0 < old_size <= size or not _are_hashes(old_root, root, *proof):
        return False
    if old_size == size:
        return not proof and old_root != root
    shown = fork_shown_from(old_size)
    if not proof or not shown & (shown - 1) or shown >= size:
        return False
    kept = old_root if shown == old_size else node_hash(old_root, proof[0])
    found = _lead_to(proof, shown - 1, size - 1)
    return found is not None and found[1] == root and found[0] != kept


def _lead_to(path: Sequence[bytes], index: int, last: int) -> tuple[bytes, bytes] | None:
    """Return the old and the new root that a consistency proof comes to; None where it is too long or too short."""
    while index & 1:
        index, last = index >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if not last:
            return None
        if index & 1 or index == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        index, last = index >> 1, last >> 1
    return None if last else (old, new)


def _fold(peaks: Sequence[bytes]) -> bytes:
    """Join complete subtrees, the largest first, from the right."""
    if not peaks:
        return EMPTY_ROOT
    return reduce(lambda right, left: node_hash(left, right), reversed(peaks))


def _are_hashes(*values: bytes) -> bool:
    return all(len(value) == HASH_BYTES for value in values)


def _check(leaf: bytes) -> None:
    if len(leaf) != HASH_BYTES:
        raise ValueError(f"a leaf hash has {HASH_BYTES} bytes, not {len(leaf)}")
