"""The Merkle tree of a championship grows: a sweep appends a leaf for each row that has none, and signs a checkpoint.

A sweep is a few short transactions, of `MOST` leaves each, so that no tap waits long for its turn to write. Nearly all leaves are made before
it and only written in it, where the row of `TreeLog` is locked: of two sweeps at once the second makes its leaves anew.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from secrets import token_hex
from typing import Any, Final, Self
from urllib.parse import urlsplit
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from django.db.models import Model

from brackets.models import AuditEntry, Championship
from brackets.selectors.site_address import site_address
from kernel import checkpoint as notes
from kernel.merkle import Frontier
from referee.models import Checkpoint, Incarnation, LeafSource, TreeKey, TreeLeaf, TreeLog
from referee.selectors.tree.entries import (
    Entry,
    audit_entry,
    audit_of,
    confirmed_entry,
    draw_entry,
    event_entry,
    jugada_entry,
    name_entry,
    planilla_entry,
    share_entry,
    signature_entry,
)
from referee.selectors.tree.waiting import (
    AUDITED,
    MESAS_AT_ONCE,
    ROWS,
    Ahead,
    jugadas_between,
    mesas_ahead,
    rows_waiting,
    tide_of,
)
from referee.services.keystore import signer_keep, signer_read
from referee.services.writing import one_writer

MOST: Final = 100  # leaves in one transaction
EVERY: Final = timedelta(minutes=1)

PLAIN: Final[Mapping[str, Callable[[Any], Entry]]] = {
    "draw": draw_entry,
    "name": name_entry,
    "share": share_entry,
    "planilla": planilla_entry,
    "confirmed": confirmed_entry,
}
"""Of rows in which nobody wrote anything, or of which the row itself has the salt."""
ERASED: Final = ("audit", "event")
"""The last of `ROWS`. What people wrote in them may be erased until the moment when their leaf is written."""

_callers: list[Callable[[int], None]] = []


@dataclass(frozen=True, slots=True)
class Swept:
    """How many leaves a sweep appended, and the checkpoint that it signed."""

    leaves: int = 0
    checkpoint: Checkpoint | None = None


@dataclass
class Growing:
    """A tree with the leaves that are appended to it; written under its lock."""

    log: TreeLog
    frontier: Frontier
    leaves: list[TreeLeaf] = field(default_factory=list)
    sources: list[LeafSource] = field(default_factory=list)

    @classmethod
    def of(cls, log: TreeLog) -> Self:
        return cls(log, Frontier.load(bytes(log.frontier)))

    def goes_on(self, held: "Growing") -> bool:
        """Take the lock of the tree that is `held`; not where that has grown since these leaves were made."""
        if bytes(self.log.frontier) != bytes(held.log.frontier):
            return False
        held.log.reached, self.log = self.log.reached, held.log
        return True

    @property
    def room(self) -> int:
        return MOST - len(self.leaves)

    def audited(self) -> str:
        """The hash of the last leaf of the audit, empty where there is none; a query where it was appended before."""
        here = next((leaf.hash for leaf in reversed(self.leaves) if leaf.kind == TreeLeaf.Kind.AUDIT), "")
        number = self.log.reached.get(AUDITED, 0)
        if here or not number:
            return here
        leaf = TreeLeaf.objects.get(championship=self.log.championship_id, of=audit_of(number))
        return leaf.hash

    def append(self, entry: Entry, **source: Any) -> None:
        leaf = TreeLeaf(
            championship_id=self.log.championship_id, index=self.frontier.size, kind=entry.kind, of=entry.of, entry=entry.text,
            hash=entry.hash.hex(),
        )  # fmt: skip
        self.frontier.append(entry.hash)
        self.leaves.append(leaf)
        if source:
            self.sources.append(LeafSource(leaf=leaf, **source))


def tree_sweep(*, championship: Championship, now: datetime, at_once: bool = False) -> Swept:
    """Append what has no leaf yet, and sign; one query where there is nothing.

    Within a minute of the last checkpoint it does nothing, unless `at_once`. Raises KeyUnavailable.
    """
    leaves = 0
    while True:
        tide = tide_of(championship)
        if not leaves and tide.now == tide.seen:
            return Swept()
        before = TreeLog.objects.filter(championship=championship).first()
        growing, is_whole = _grown(before, championship) if before else (None, False)
        with one_writer():
            held = tree_lock(championship, now)
            if not leaves and not at_once and _is_just_signed(held.log, now):
                return Swept()
            if growing is None or not growing.goes_on(held):
                continue
            _grow_rows(growing, championship, ERASED)
            leaves += len(growing.leaves)
            if is_whole and growing.room > 0:
                growing.log.seen = tide.now
                checkpoint = tree_sign(growing, now) if growing.frontier.size > growing.log.signed_size else None
                tree_keep(growing)
                return Swept(leaves, checkpoint)
            tree_keep(growing)


def tree_lock(championship: Championship, now: datetime) -> Growing:
    """The tree, held until the transaction ends; the first time with a key of its own."""
    held = TreeLog.objects.select_for_update().filter(championship=championship)
    log = held.first()
    if log is None:
        TreeLog.objects.bulk_create(
            [TreeLog(championship=championship, frontier=Frontier().dump())], ignore_conflicts=True
        )
        log = held.get()
        if not TreeKey.objects.filter(championship=championship).exists():
            tree_key_make(championship, now)
    return Growing.of(log)


def tree_key_make(championship: Championship, now: datetime) -> TreeKey:
    """A key that signs from now on; its origin stays that of the first one. Whoever calls holds the tree."""
    before = TreeKey.objects.filter(championship=championship).last()
    origin = before.origin if before else f"{urlsplit(site_address()).netloc}/{championship.slug}"
    private, public_id = Ed25519PrivateKey.generate(), uuid4()
    signer_keep(public_id, private)
    vkey = str(notes.VerifierKey.of(origin, private))
    return TreeKey.objects.create(public_id=public_id, championship=championship, origin=origin, vkey=vkey, made_at=now)


def tree_grow(growing: Growing) -> Growing:
    """Write what was appended, and append all that has no leaf yet: the tree with the last of it, to be signed and kept by who holds it.

    In one transaction, however much it is: where a copy was restored nobody plays yet.
    """
    championship = growing.log.championship
    while True:
        tree_keep(growing)
        growing, is_whole = _grown(growing.log, championship)
        _grow_rows(growing, championship, ERASED)
        if is_whole and growing.room > 0:
            return growing


def tree_sign(growing: Growing, now: datetime) -> Checkpoint:
    """Sign all leaves, with those that are being appended."""
    log, size, root = growing.log, growing.frontier.size, growing.frontier.root()
    key = TreeKey.objects.filter(championship=log.championship_id).order_by("-pk")[:1].get()
    said = notes.Checkpoint(key.origin, size, root, incarnation_now(now).code)
    note = str(notes.signed_checkpoint(said, signer_read(key.public_id)))
    log.signed_size, log.signed_at = size, now
    return Checkpoint.objects.create(championship_id=log.championship_id, size=size, root=root.hex(), note=note, at=now)


def tree_keep(growing: Growing) -> None:
    """Write the leaves, and how far they come."""
    log = growing.log
    TreeLeaf.objects.bulk_create(growing.leaves)
    for source in growing.sources:
        source.leaf_id = source.leaf.pk
    LeafSource.objects.bulk_create(growing.sources)
    log.frontier = growing.frontier.dump()
    log.save(update_fields=("frontier", "reached", "seen", "signed_size", "signed_at"))


def incarnation_now(now: datetime) -> Incarnation:
    """The present life of the database, which begins here where it has none."""
    present = Incarnation.objects.order_by("-number")
    if not present.exists():  # two at once begin the same one
        Incarnation.objects.bulk_create(
            [Incarnation(number=1, code=token_hex(16), begun_at=now)], ignore_conflicts=True
        )
    return present[:1].get()


def salts_forget(*, model: type[Model], rows: Iterable[int]) -> None:
    """The digests of what people wrote in these rows say nothing any more: personal data of theirs were erased."""
    name = "audit" if model is AuditEntry else "event"
    LeafSource.objects.filter(**{f"{name}__in": list(rows)}).exclude(salt="").update(salt="")


def on_seal(caller: Callable[[int], None]) -> None:
    """Call this with the key of a championship after each seal, in this process, from now on."""
    _callers.append(caller)


def sealed(championship_id: int) -> None:
    """A Planilla is sealed: once that is committed, its tree is to be swept at once. It stays sealed whatever becomes of that."""
    transaction.on_commit(partial(seal_told, championship_id), robust=True)


def seal_told(championship_id: int) -> None:
    """Call all that asked for it (`on_seal`)."""
    for caller in _callers:
        caller(championship_id)


def _is_just_signed(log: TreeLog, now: datetime) -> bool:
    """Not where the clock was set back since: nothing would be signed until it has caught up."""
    return log.signed_at is not None and timedelta() <= now - log.signed_at < EVERY


def _grown(log: TreeLog, championship: Championship) -> tuple[Growing, bool]:
    """With what has no leaf, as far as there is room: jugadas, then each kind of `ROWS` but `ERASED`; and whether no jugadas are left."""
    growing = Growing.of(log)
    is_whole = _grow_jugadas(growing, championship)
    _grow_rows(growing, championship, [kind for kind in ROWS if kind not in ERASED])
    return growing, is_whole


def _grow_rows(growing: Growing, championship: Championship, kinds: Iterable[str]) -> None:
    for kind in kinds:
        if growing.room > 0:
            for row in rows_waiting(kind, championship, growing.room):
                _append_row(growing, kind, row)


def _grow_jugadas(growing: Growing, championship: Championship) -> bool:
    reached: dict[str, int] = growing.log.reached
    ahead = [*mesas_ahead(championship, reached)]
    taken = [*_within(ahead, growing.room)]
    for mesa, seq, digest in jugadas_between(taken):
        growing.append(jugada_entry(mesa, seq, digest))
        reached[str(mesa)] = seq
    return taken == ahead


def _within(ahead: Iterable[Ahead], room: int) -> Iterator[Ahead]:
    """Of these as many rows as there is room for."""
    for mesas, each in enumerate(ahead):
        if room <= 0 or mesas == MESAS_AT_ONCE:
            return
        upto = min(each.upto, each.after + room)
        room -= upto - each.after
        yield each._replace(upto=upto)


def _append_row(growing: Growing, kind: str, row: Any) -> None:
    if kind in PLAIN:
        growing.append(PLAIN[kind](row), **{kind: row})
        return
    salt = token_hex(16)
    if kind == "audit":
        reached: dict[str, int] = growing.log.reached
        before = growing.audited()
        reached[AUDITED] = number = reached.get(AUDITED, 0) + 1
        growing.append(audit_entry(row, number, salt, before), audit=row, salt=salt)
    else:
        entries: Mapping[str, Callable[[Any, str], Entry]] = {"signature": signature_entry, "event": event_entry}
        growing.append(entries[kind](row, salt), salt=salt, **{kind: row})
