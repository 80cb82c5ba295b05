"""The digest that people sign: what happened at the table, in one form that server and tablet can both compute.

The chain of the log (`referee/selectors/chain.py`) binds what the server knows besides: who sent a row, from where
and when it came. A tablet without a network knows none of that; it knows what the mesa was played under and what it
recorded, and that is what the parejas sign.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import TypedDict

FINGERPRINT_DIGITS = 16
"""Digits of a fingerprint: 64 bits, so that nobody makes another log that has the same."""


class LogHeader(TypedDict):
    """What the fold starts from. `mesa` is the mesa's public id."""

    mesa: str
    reglamento: str
    version: int
    settings: Mapping[str, str]
    seats: Sequence[str]


class LogLine(TypedDict):
    """A row of the log, annulled ones too: `notation` as the log writes it, `device_ts` in ISO 8601 with its offset."""

    client_id: str
    notation: str
    device_ts: str | None


def log_digest(header: LogHeader, rows: Iterable[LogLine]) -> str:
    """SHA-256 of the log in its canonical form, as 64 lower-case hexadecimal digits.

    The same instant written in two ways is the same; any other difference, in whatever order, is another digest.
    """
    return sha256(canonical(_values(header, rows))).hexdigest()


def _values(header: LogHeader, rows: Iterable[LogLine]) -> dict[str, object]:
    return {
        "mesa": header["mesa"],
        "reglamento": header["reglamento"],
        "version": header["version"],
        "ajustes": dict(header["settings"]),
        "asientos": list(header["seats"]),
        "jugadas": [[row["client_id"], row["notation"], _moment(row["device_ts"])] for row in rows],
    }


def _moment(written: str | None) -> str | None:
    return None if written is None else moment(datetime.fromisoformat(written))


def fingerprint(digest: str) -> str:
    """The digest in short form, as people compare it.

    >>> fingerprint("7f3a91c20d4e55b1" + "0" * 48)
    '7F3A-91C2-0D4E-55B1'
    """
    return "-".join(digest[at : at + 4] for at in range(0, FINGERPRINT_DIGITS, 4)).upper()


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
