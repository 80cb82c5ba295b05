"""A restored copy of the database begins another life, and says so in the tree of each championship.

What was written after the copy was made is lost to it. Its trees go on from there under another incarnation, so that nobody takes what
follows for what had followed before.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any

from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from kernel.checkpoint import Checkpoint as Said
from kernel.checkpoint import NoteRefused, VerifierKey, verify
from referee.models import Incarnation, TreeKey, TreeLog
from referee.rules import moment
from referee.selectors.tree.entries import incarnation_entry
from referee.services.errors import RefereeError
from referee.services.tree import Growing, incarnation_now, tree_grow, tree_keep, tree_key_make, tree_lock, tree_sign
from referee.services.writing import one_writer


def incarnation_first(*, now: datetime) -> Incarnation:
    """The present one; a database that has none begins its first."""
    with one_writer():
        return incarnation_now(now)


def incarnation_begin(*, known: Sequence[bytes], new_keys: bool, now: datetime) -> tuple[Incarnation, dict[str, int]]:
    """Begin another life, with an entry in each tree that has leaves, behind it all that has no leaf yet, and a checkpoint; the sizes that they
    were restored from, by origin.

    `known` are the last checkpoints that are known from elsewhere, as notes: each entry names the one of its log. With `new_keys` other
    keys sign from now on, as where the files of the old ones are lost. Raises RefereeError for a note of no log here, and
    KeyUnavailable.
    """
    sizes: dict[str, int] = {}
    with one_writer():
        before = incarnation_now(now)
        made = Incarnation.objects.create(number=before.number + 1, code=token_hex(16), begun_at=now)
        told = _told(known)
        for log in TreeLog.objects.select_related("championship").order_by("pk"):
            growing = tree_lock(log.championship, now)
            if growing.frontier.size:
                key = _key_of(growing, now, new=new_keys)
                sizes[key.origin] = growing.frontier.size
                _begin(growing, key, made, before, told.get(log.championship_id), now)
    return made, sizes


def _begin(
    growing: Growing, key: TreeKey, made: Incarnation, before: Incarnation, known: Said | None, now: datetime
) -> None:
    size, root = growing.frontier.size, growing.frontier.root().hex()
    values: Mapping[str, Any] = {
        "incarnation": made.code,
        "before": before.code,
        "size": size,
        "root": root,
        "known": {"size": known.size, "root": known.root.hex()} if known else None,
        "key": key.vkey,
        "at": moment(now),
    }
    growing.append(incarnation_entry(values))
    grown = tree_grow(
        growing
    )  # no row of the copy may come behind a checkpoint of now: it would be one that was put in
    tree_sign(grown, now)
    tree_keep(grown)
    audit_record(
        championship=growing.log.championship, user=None, now=now, action="copia-restaurar",
        sentence=f"Empezó otra vida de la base de datos, de una copia cuyo registro tenía {counted(size, 'entrada', 'entradas')}.",
        data={"incarnation": made.code, "size": size, "known": known.size if known else None},
    )  # fmt: skip


def _key_of(growing: Growing, now: datetime, *, new: bool) -> TreeKey:
    championship = growing.log.championship
    if new:
        return tree_key_make(championship, now)
    return TreeKey.objects.filter(championship=championship).latest("pk")


def _told(notes: Sequence[bytes]) -> dict[int, Said]:
    """The largest of these checkpoints of each championship."""
    told: dict[int, Said] = {}
    keys = [(key.championship_id, VerifierKey.parse(key.vkey)) for key in TreeKey.objects.all()]
    for note in notes:
        championship, said = _said(note, keys)
        if championship not in told or told[championship].size < said.size:
            told[championship] = said
    return told


def _said(note: bytes, keys: Sequence[tuple[int, VerifierKey]]) -> tuple[int, Said]:
    for championship, key in keys:
        try:
            return championship, verify(note, key).checkpoint
        except NoteRefused:
            continue
    raise RefereeError("punto-ajeno", "Un punto de control de fuera no está firmado por ningún registro de esta base.")
