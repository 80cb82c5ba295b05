"""The hash chain of a log: any change to a row, or to the rules it was played under, shows in every later hash.

Pure; `docs/bitacora.md` gives the canonical form so that anyone can check a log without this program.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID


def genesis(*, mesa: UUID, reglamento: str, version: int, settings: Mapping[str, str], seats: Sequence[str]) -> str:
    """The hash that the first row builds on: what the fold starts from is bound like what follows."""
    header = {
        "mesa": str(mesa),
        "reglamento": reglamento,
        "version": version,
        "ajustes": dict(settings),
        "asientos": list(seats),
    }
    return sha256(canonical(header)).hexdigest()


def link(
    previous: str,
    *,
    mesa: UUID,
    seq: int,
    client_id: UUID,
    notation: str,
    device: int | None,
    lease_epoch: int,
    user: int,
    device_ts: datetime | None,
    received_at: datetime,
) -> str:
    """The hash of one row: SHA-256 of the previous hash in hexadecimal followed by the canonical row."""
    row = {
        "mesa": str(mesa),
        "seq": seq,
        "client_id": str(client_id),
        "notation": notation,
        "device": device,
        "lease_epoch": lease_epoch,
        "user": user,
        "device_ts": None if device_ts is None else moment(device_ts),
        "received_at": moment(received_at),
    }
    return sha256(previous.encode() + canonical(row)).hexdigest()


def canonical(values: Mapping[str, object]) -> bytes:
    """JSON in one way only.

    >>> canonical({"seq": 1, "notation": "suspension \\"lluvia\\"", "device": None}).decode()
    '{"device":null,"notation":"suspension \\\\"lluvia\\\\"","seq":1}'
    """
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def moment(at: datetime) -> str:
    """An instant in UTC to the microsecond.

    >>> from datetime import timedelta, timezone
    >>> moment(datetime(2026, 12, 5, 20, 30, tzinfo=timezone(timedelta(hours=-5))))
    '2026-12-06T01:30:00.000000+00:00'
    """
    return at.astimezone(UTC).isoformat(timespec="microseconds")
