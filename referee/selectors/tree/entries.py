"""What a leaf of the tree says: canonical JSON of codes, hours and public ids, in one way for each kind of row.

An entry is published for good, so that nothing of it may ever have to be erased. What people wrote (names, ink, reasons, sentences) is
bound by `said`, SHA-256 of canonical JSON with a salt of its own: without the salt nobody can try out what it may be of. No entry holds
a key of the database.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

from brackets.models import AuditEntry, DrawEvent, NameEvent, ShareEvent, StageEvent
from brackets.selectors.events import LOG_ENDED, SIDES
from kernel.merkle import leaf_hash
from referee.models import Confirmation, Planilla, Signature, TreeLeaf
from referee.rules import canonical, moment

Kind = TreeLeaf.Kind
CODES: Final[Mapping[str, Sequence[str]]] = {
    StageEvent.Kind.RESULT: (
        *(f"after.{name}" for name in ("how", "winner", "chicas", "by_zapateria", "zapaterias", "caidas")),
        f"before.{SIDES}",
        "gone",
        LOG_ENDED,
    ),
    StageEvent.Kind.DEPARTURE: ("playing", "voided"),
    StageEvent.Kind.LATE_ENTRY: ("late",),
    StageEvent.Kind.OVERRIDE: ("numbers",),
}
"""What of the data of an event of this kind is in the clear: numbers and codes, all that tables and podium follow from. A salt may be gone.

Each is named by the very place from which it is read, so that nothing else there stands for it.
"""
DRAWN: Final = ("sorteo-comprometer", "sorteo-hacer")
"""What promises a draw or makes one, with the digest of its document or its acta in the clear: none is exchanged for another later."""
LATE: Final = timedelta(hours=2)
"""A clock may be set back by an hour; what was written longer before a checkpoint has its leaf in it."""


class Entry(NamedTuple):
    """`of` is unique in a championship, and says which row a leaf is of."""

    kind: str
    of: str
    values: Mapping[str, Any]

    @property
    def text(self) -> str:
        return canonical({"kind": self.kind, **self.values}).decode()

    @property
    def hash(self) -> bytes:
        return leaf_hash(self.text.encode())


def jugada_of(mesa: UUID, seq: int) -> str:
    return f"jugada/{mesa}/{seq}"


def jugada_entry(mesa: UUID, seq: int, digest: str) -> Entry:
    """`digest` is the row's hash in the chain of its mesa, which binds all of the row and all before it."""
    return Entry(Kind.JUGADA, jugada_of(mesa, seq), {"mesa": str(mesa), "seq": seq, "hash": digest})


def draw_entry(event: DrawEvent) -> Entry:
    """A draw that was made, published, reopened or fell, or a stage that was removed, with the user at hand.

    `digest` is that of the acta, of one that was made or published; `data` of all that is recorded of it.
    """
    of = {"stage": event.stage, "draw": event.number, "event": event.kind, "at": moment(event.at)}
    values = {
        **of,
        "digest": event.data.get("huella", ""),
        "data": sha256(canonical(event.data)).hexdigest(),
        "user": str(event.by.public_id),
    }
    return Entry(Kind.DRAW, "/".join(map(str, (Kind.DRAW, *of.values()))), values)


def name_entry(name: NameEvent) -> Entry:
    """The salt of its digest is in the row."""
    of = {"pareja": name.pareja, "position": name.position, "number": name.number}
    values = {**of, "digest": name.digest, "at": moment(name.at)}
    return Entry(Kind.NAME, "/".join(map(str, (Kind.NAME, *of.values()))), values)


def share_entry(share: ShareEvent) -> Entry:
    """A share that was promised or shown, or the promises closed by hand, with the user at hand."""
    values = {
        "share": str(share.public_id),
        "stage": share.stage,
        "commitment": share.commitment,
        "event": share.kind,
        "pareja": share.pareja,
        "value": share.value,
        "at": moment(share.at),
        "user": str(share.by.public_id) if share.by else None,
    }
    return Entry(Kind.SHARE, f"share/{share.public_id}", values)


def signature_entry(signature: Signature, salt: str) -> Entry:
    """`mesa`, `version` and `digest` are those of the Planilla that was signed, at hand with its mesa and the user."""
    planilla = signature.planilla
    values = {
        "signature": str(signature.client_id),
        "mesa": str(planilla.mesa.public_id),
        "version": planilla.version,
        "digest": signature.digest,
        "party": signature.party,
        "outcome": signature.outcome,
        "signed_at": moment(signature.signed_at),
        "received_at": _moment(signature.received_at),
        "user": _user(signature),
        "said": said(salt, signature_said(signature)),
    }
    return Entry(Kind.SIGNATURE, f"signature/{signature.client_id}", values)


def signature_said(signature: Signature) -> dict[str, Any]:
    named = ("name", "ink", "reason", "witness", "contested", "changes_result")
    return {name: getattr(signature, name) for name in named}


def planilla_entry(planilla: Planilla) -> Entry:
    """Of a sealed version, at hand with its mesa."""
    values = {
        "mesa": str(planilla.mesa.public_id),
        "version": planilla.version,
        "seq": planilla.head_seq,
        "digest": planilla.digest,
        "chain": planilla.chain_hash,
        "signatures": planilla.signed_hash,
        "sealed_at": _moment(planilla.sealed_at),
    }
    return Entry(Kind.PLANILLA, f"planilla/{planilla.mesa.public_id}/{planilla.version}", values)


def confirmed_entry(confirmation: Confirmation) -> Entry:
    """With its version and mesa at hand."""
    planilla = confirmation.planilla
    values = {
        "confirmation": str(confirmation.public_id),
        "mesa": str(planilla.mesa.public_id),
        "version": planilla.version,
        "digest": confirmation.digest,
        "party": confirmation.party,
        "at": moment(confirmation.at),
    }
    return Entry(Kind.CONFIRMED, f"confirmed/{confirmation.public_id}", values)


def event_entry(event: StageEvent, salt: str) -> Entry:
    """Results, departures and all else that happened to a stage, with the user at hand."""
    values = {
        "stage": event.stage,
        "seq": event.seq,
        "event": event.kind,
        "action": event.action,
        "counts": event.counts,
        "round": event.round,
        "position": event.position,
        "pareja": event.pareja,
        "after": event.after,
        "corrects": event.corrects,
        "result": result_told(event),
        "at": moment(event.at),
        "user": str(event.by.public_id) if event.by else None,
        "said": said(salt, event.data),
    }
    return Entry(Kind.EVENT, f"event/{event.stage}/{event.seq}", values)


def result_told(event: StageEvent) -> dict[str, Any] | None:
    """What of its data is in the clear, each by the last part of its place; None where the place is not there."""
    places = CODES.get(event.kind)
    return None if places is None else {each.rpartition(".")[2]: _at(event.data, each.split(".")) for each in places}


def _at(data: Any, place: Sequence[str]) -> Any:
    for name in place:
        data = data.get(name) if isinstance(data, dict) else None
    return data


def audit_of(number: int) -> str:
    return f"audit/{number}"


def audit_entry(entry: AuditEntry, number: int, salt: str, before: str) -> Entry:
    """`number` counts from 1 in the tree of its championship; `before` is the hash of the leaf of the entry before it, empty for the first.

    So the audit is a chain of its own, in the order of its leaves: nothing can be put between two, or taken from there.
    """
    values = {
        "number": number,
        "before": before,
        "action": entry.action,
        "at": moment(entry.at),
        "user": _user(entry),
        "said": said(salt, {name: getattr(entry, name) for name in ("sentence", "data", "via", "device")}),
    }
    if entry.action in DRAWN:
        values["sha256"] = entry.data.get("sha256")
    return Entry(Kind.AUDIT, audit_of(number), values)


def incarnation_entry(values: Mapping[str, Any]) -> Entry:
    """`values` of `services.incarnations`, of which `incarnation` is the code."""
    return Entry(Kind.INCARNATION, f"incarnation/{values['incarnation']}", values)


def hour_of(values: Mapping[str, Any]) -> datetime | None:
    """The hour of the server at which a leaf's row was written; None where the leaf has none.

    The hours of a signature and of a seal are the tablet's, which may have had no network until long after.

    >>> hour_of({"received_at": "2026-05-02T21:05:00.000000Z", "signed_at": "2026-05-02T19:00:00.000000Z"})
    datetime.datetime(2026, 5, 2, 21, 5, tzinfo=datetime.timezone.utc)
    >>> hour_of({"sealed_at": "2026-05-02T19:00:00.000000Z"})
    """
    told = values.get("at") or values.get("received_at")
    return datetime.fromisoformat(told) if told else None


def hours_shown(hours: Mapping[int, datetime]) -> dict[int, datetime]:
    """When what comes behind a checkpoint was written at the earliest, by its size: at its hour, or at that of the next one.

    The next one is earlier where the clock, which had been ahead, was set right between them.

    >>> hours_shown({3: datetime(2026, 5, 2, 23), 5: datetime(2026, 5, 2, 21), 9: datetime(2026, 5, 2, 22)})[3].hour
    21
    """
    sizes = sorted(hours)
    return {size: min(hours[size], hours[after]) for size, after in zip(sizes, sizes[1:] + sizes[-1:], strict=True)}


def is_long_before(values: Mapping[str, Any], hour: datetime) -> bool:
    """Whether the row of a leaf was written long before this hour; not where the leaf says nothing that is an hour."""
    try:
        at = hour_of(values)
    except (ValueError, TypeError):
        return False
    return at is not None and at.tzinfo is not None and at < hour - LATE


def said(salt: str, what: object) -> str:
    """The digest of what people wrote.

    >>> said("00", {"name": "Rosa"}) == said("01", {"name": "Rosa"})
    False
    """
    return sha256(canonical({"salt": salt, "said": what})).hexdigest()


def _moment(at: datetime | None) -> str | None:
    return None if at is None else moment(at)


def _user(row: Signature | AuditEntry) -> str | None:
    return str(row.user.public_id) if row.user else None
