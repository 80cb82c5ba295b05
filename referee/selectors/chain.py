"""The hash chain of a log: any change to a row, or to the rules it was played under, shows in every later hash.

Pure; `docs/bitacora.md` gives the canonical form so that anyone can check a log without this program.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from uuid import UUID

import msgspec

from referee.rules import canonical, moment

_ENCODER = msgspec.json.Encoder()
_moment = lru_cache(maxsize=64)(moment)  # all rows of a batch arrive at once


class _Row(msgspec.Struct):
    """What a link binds, in the order of the alphabet: written as it is, it is canonical, and sooner."""

    client_id: UUID
    device: UUID | None
    device_ts: str | None
    lease_epoch: int
    mesa: UUID
    notation: str
    received_at: str
    seq: int
    signed: str | None
    user: UUID


def genesis(
    *,
    mesa: UUID,
    parejas: tuple[int, int],
    reglamento: str,
    version: int,
    settings: Mapping[str, str],
    seats: Sequence[str],
) -> str:
    """The hash that the first row builds on: what the fold starts from, and who A and B are, is bound like what follows.

    `parejas`: the numbers of A and B.
    """
    header = {
        "mesa": str(mesa),
        "parejas": list(parejas),
        "reglamento": reglamento,
        "version": version,
        "ajustes": dict(settings),
        "asientos": list(seats),
    }
    return sha256(canonical(header)).hexdigest()


class Links:
    """The hashes of rows that arrive together."""

    def __init__(self, *, mesa: UUID, device: UUID | None, lease_epoch: int, user: UUID, received_at: datetime) -> None:
        self._row = _Row(mesa, device, None, lease_epoch, mesa, "", _moment(received_at), 0, None, user)

    def link(
        self, previous: str, *, seq: int, client_id: UUID, notation: str, device_ts: datetime | None, signed: str = ""
    ) -> str:
        """The hash of one row: SHA-256 of the previous hash in hexadecimal followed by the canonical row."""
        row = self._row
        row.seq, row.client_id, row.notation, row.signed = seq, client_id, notation, signed or None
        row.device_ts = None if device_ts is None else moment(device_ts)
        return sha256(previous.encode() + _ENCODER.encode(row)).hexdigest()


def link(
    previous: str,
    *,
    mesa: UUID,
    seq: int,
    client_id: UUID,
    notation: str,
    device: UUID | None,
    lease_epoch: int,
    user: UUID,
    device_ts: datetime | None,
    received_at: datetime,
    signed: str = "",
) -> str:
    """The hash of a row by itself."""
    links = Links(mesa=mesa, device=device, lease_epoch=lease_epoch, user=user, received_at=received_at)
    return links.link(previous, seq=seq, client_id=client_id, notation=notation, device_ts=device_ts, signed=signed)
