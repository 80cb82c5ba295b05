"""This installation cosigns the logs of others: it signs a checkpoint that continues the last one that it signed, and no other.

What was signed is committed before it is sent, so that two checkpoints that contradict each other are never both signed.
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from brackets.selectors.site_address import site_address
from brackets.selectors.wording import counted
from kernel.checkpoint import Checkpoint, KeyKind, Note, NoteRefused, VerifierKey, cosign, verify
from kernel.merkle import fork_shown_from, verify_consistency, verify_fork
from referee.models import CosigningKey, FollowedLog
from referee.services.errors import RefereeError
from referee.services.keystore import signer_keep, signer_read
from referee.services.writing import one_writer

ADDRESS: Final = re.compile(r"(https?://[^\s?#]+)/c/([-a-zA-Z0-9_]+)/punto/?")
Ask = Callable[[str], bytes | None]
"""The answer at an address, None where there is none; raises OSError where nobody could be asked."""


class Followed(StrEnum):
    """What became of a log: cosigned just now, cosigned before, or not at all."""

    COSIGNED = "cosigned"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Follows:
    log: FollowedLog
    what: Followed


class LogForked(RefereeError):
    """The log does not continue what was cosigned. It is kept, with both notes, and nothing of it is cosigned any more."""

    def __init__(self, log: FollowedLog) -> None:
        super().__init__("registro-bifurcado", f"{log.origin}: {log.why}")
        self.evidence = log.evidence


class LogUnproved(RefereeError):
    """The server did not give what a checkpoint is checked with, or an older one than it gave before. Nothing was cosigned."""

    def __init__(self, message: str) -> None:
        super().__init__("registro-sin-prueba", message)


def cosigning_key(*, now: datetime) -> CosigningKey:
    """What this installation cosigns with; made when it is first asked for. Raises KeyUnavailable."""
    with one_writer():
        found = CosigningKey.objects.order_by("pk").first()
        if found is None:
            private, public_id = Ed25519PrivateKey.generate(), uuid4()
            signer_keep(public_id, private)
            name = urlsplit(site_address()).netloc
            vkey = VerifierKey.of(name, private, KeyKind.COSIGNATURE)
            found = CosigningKey.objects.create(public_id=public_id, vkey=str(vkey), made_at=now)
    return found


def log_follow(*, address: str, ask: Ask, now: datetime) -> Follows:
    """Cosign the last checkpoint at this address, unless it is cosigned; it still has to be sent (`log_delivered`).

    Raises LogForked, for good; LogUnproved and OSError, which may pass; KeyUnavailable.
    """
    base = place_of(address)
    log = FollowedLog.objects.filter(address=base, settled_at__isnull=True).first()
    if log is not None and log.refused_at:
        raise LogForked(log)
    note = ask(base) or b""
    key = VerifierKey.parse(log.vkey) if log else _key_at(base, ask)
    try:
        newer = verify(note, key).checkpoint
    except NoteRefused as refused:
        raise LogUnproved(f"{key.name}: {refused.message}") from refused
    if log is None:
        return _begun(base, key, note, newer, now)
    if not _grew(base, log, newer, ask):
        raise _not_grown(base, log, key, note, newer, ask, now)
    if newer.size == log.size:
        return Follows(log, Followed.SAME)
    return Follows(_cosigned(log, note, newer, now), Followed.COSIGNED)


def log_delivered(*, log: FollowedLog, now: datetime) -> None:
    """The installation of the log has the cosignature."""
    with one_writer():
        FollowedLog.objects.filter(pk=log.pk, line=log.line, refused_at__isnull=True).update(delivered_at=now)


def log_settle(*, origin: str, now: datetime) -> None:
    """Follow a log as one that was never seen: one that was refused, or that signs with a new key since its files were lost.

    What was cosigned and refused of it is kept. Raises RefereeError where there is none.
    """
    with one_writer():
        if not FollowedLog.objects.filter(origin=origin, settled_at__isnull=True).update(settled_at=now):
            raise RefereeError("registro-no-seguido", f"Aquí no se sigue ningún registro «{origin}».")


def logs_followed() -> list[str]:
    """The addresses of all logs that are followed, refused ones among them."""
    return list(FollowedLog.objects.filter(settled_at__isnull=True).order_by("pk").values_list("address", flat=True))


def place_of(address: str) -> str:
    """The address of the checkpoints of a championship, as it is kept. Raises RefereeError."""
    found = ADDRESS.fullmatch(address.strip())
    if not found:
        raise RefereeError(
            "direccion-de-punto", "La dirección de un registro es como https://torneo.example/c/copa/punto/."
        )
    return f"{found[1]}/c/{found[2]}/punto/"


def delivery_of(log: FollowedLog) -> tuple[str, bytes]:
    """Where its cosignature is sent, and as what."""
    site, slug = log.address.removesuffix("/punto/").rsplit("/c/", 1)
    return f"{site}/api/v1/checkpoints/{slug}/{log.size}/cosignatures", json.dumps({"line": log.line}).encode()


def _key_at(base: str, ask: Ask) -> VerifierKey:
    """The key in use of a log that was never seen; who follows it compares it with what its installation says."""
    keys = (ask(f"{base}clave") or b"").decode("utf-8", "replace").split("\n")
    try:
        return VerifierKey.parse(next((each for each in reversed(keys) if each), ""))
    except NoteRefused as refused:
        raise LogUnproved(f"{base}: {refused.message}") from refused


def _begun(base: str, key: VerifierKey, note: bytes, newer: Checkpoint, now: datetime) -> Follows:
    """The first checkpoint of a log: nothing is known that it could contradict, unless its origin is followed elsewhere."""
    own = cosigning_key(now=now)
    with one_writer():
        if other := FollowedLog.objects.filter(origin=key.name, settled_at__isnull=True).first():
            raise LogUnproved(f"{key.name}: ya se sigue en {other.address}.")
        log = FollowedLog(address=base, origin=key.name, vkey=str(key))
        _signed(log, own, note, newer, now)
        log.save(force_insert=True)
    return Follows(log, Followed.COSIGNED)


def _cosigned(log: FollowedLog, note: bytes, newer: Checkpoint, now: datetime) -> FollowedLog:
    own = cosigning_key(now=now)
    with one_writer():
        held = FollowedLog.objects.select_for_update().get(pk=log.pk)
        if held.refused_at or held.size != log.size or held.settled_at:
            raise LogUnproved(f"{log.origin}: otro proceso lo cofirma a la vez.")
        _signed(held, own, note, newer, now)
        held.save()
    return held


def _signed(log: FollowedLog, own: CosigningKey, note: bytes, newer: Checkpoint, now: datetime) -> None:
    name = own.vkey.partition("+")[0]
    line = cosign(Note.parse(note).text, name, signer_read(own.public_id), time=int(now.timestamp()))
    log.size, log.root, log.note, log.line = newer.size, newer.root.hex(), note.decode(), str(line)
    log.cosigned_at, log.delivered_at = now, None


def _refused(log: FollowedLog, note: bytes, newer: Checkpoint, now: datetime, proof: str = "") -> FollowedLog:
    """Kept before anybody is told, and for good. `proof` shows the contradiction where the notes are of two sizes.

    It is kept with the note that `log` had when it was read: another process may have cosigned a newer one since.
    """
    with one_writer():
        held = FollowedLog.objects.select_for_update().get(pk=log.pk)
        if held.refused_at is None:
            held.why = f"su punto de control de tamaño {newer.size} no continúa el de tamaño {log.size} que se cofirmó el {log.cosigned_at:%Y-%m-%d %H:%M} UTC"
            held.evidence = f"{log.vkey}\n---\n{log.note}\n---\n{note.decode()}"
            if proof:
                held.evidence += f"\n---\n{proof}\n"
            held.refused_at = now
            held.save()
    return held


def _grew(base: str, log: FollowedLog, newer: Checkpoint, ask: Ask) -> bool:
    """Whether the server proves that the log only grew. Raises LogUnproved where it is shorter."""
    if newer.size < log.size:
        raise LogUnproved(
            f"{log.origin}: muestra {counted(newer.size, 'entrada', 'entradas')}, y ya se cofirmaron {log.size}."
        )
    proof, root = _proof(base, log.size, newer, ask), bytes.fromhex(log.root)
    return proof is not None and verify_consistency(
        proof, old_size=log.size, old_root=root, size=newer.size, root=newer.root
    )


def _not_grown(
    base: str, log: FollowedLog, key: VerifierKey, note: bytes, newer: Checkpoint, ask: Ask, now: datetime
) -> RefereeError:
    """What is said of a log that was not proved to have grown.

    A proof has no signature, so a wrong one may come from the way: only what the log's key signed, or binds, shows a fork.
    """
    shown = _shown_fork(base, log, newer, ask)
    if shown is not None:
        return LogForked(_refused(log, note, newer, now, shown))
    if other := _other_of_its_size(base, log, key, ask):
        return LogForked(_refused(log, *other, now))
    return LogUnproved(f"{log.origin}: no prueba que solo haya crecido.")


def _proof(base: str, size: int, newer: Checkpoint, ask: Ask) -> list[bytes] | None:
    """What is to show that the log only grew since this size, of one size nothing; None where the answer is none."""
    if newer.size == size:
        return []
    answer = ask(f"{base}{newer.size}/desde/{size}")
    try:
        return [b64decode(each, validate=True) for each in json.loads(answer or b"")["proof"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _shown_fork(base: str, log: FollowedLog, newer: Checkpoint, ask: Ask) -> str | None:
    """The proof that the log does not begin with what was cosigned, empty of one size; None where there is none."""
    older = log.size if newer.size == log.size else fork_shown_from(log.size)
    proof = _proof(base, older, newer, ask)
    if proof is None or not verify_fork(
        proof, old_size=log.size, old_root=bytes.fromhex(log.root), size=newer.size, root=newer.root
    ):
        return None
    told = {"older": older, "size": newer.size, "proof": [b64encode(each).decode() for each in proof]}
    return json.dumps(told) if proof else ""


def _other_of_its_size(base: str, log: FollowedLog, key: VerifierKey, ask: Ask) -> tuple[bytes, Checkpoint] | None:
    """A note that the log's key signed of the size that was cosigned, with another root; None where the server shows none."""
    note = ask(f"{base}{log.size}/") or b""
    try:
        found = verify(note, key).checkpoint
    except NoteRefused:
        return None
    return (note, found) if found.size == log.size and found.root.hex() != log.root else None
