"""The text of a rescue's QR code, as the tablet writes it (`rescue.js`): some jugadas, whole, compressed.

    https://…#1.<part>.<parts>.<base64url of deflated JSON: [[mesa, epoch, item], …]>

An item is what the API's quarantine takes. Each code stands alone, so that they may be read in any order, and twice.
"""

import zlib
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

EDITION = "1"
MOST_BYTES = 64 * 1024
EARLIEST, LATEST = 2000, 2100


class RescuedItem(Struct, forbid_unknown_fields=True, kw_only=True):
    """As the tablet sends it to the quarantine."""

    client_id: UUID
    notation: Annotated[str, Meta(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
    kind: Literal["jugada", "naipe", "acto"] = "jugada"
    device_ts: Annotated[datetime, Meta(tz=True)] | None = None
    number: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    about: UUID | None = None
    body: dict[str, object] = {}
    why_code: Annotated[str, Meta(min_length=1, max_length=40)] = "relevo"

    def __post_init__(self) -> None:
        if self.device_ts and not EARLIEST <= self.device_ts.year <= LATEST:
            raise ValueError("a clock of another century")


Said = tuple[UUID, Annotated[int, Meta(ge=0, le=2**31 - 1)], RescuedItem]
_DECODER = msgspec.json.Decoder(list[Said])


class NotACode(Exception):
    """The text is no code of a rescue, or it was not read whole."""


def code_read(text: str) -> dict[tuple[UUID, int], list[RescuedItem]]:
    """What it says of each mesa and epoch; raises NotACode."""
    parts = text.strip().rpartition("#")[2].split(".")
    if len(parts) != 4 or parts[0] != EDITION:
        raise NotACode
    payload = parts[3]
    try:
        packed = urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        said = _DECODER.decode(inflate.decompress(packed, MOST_BYTES))
    except (NotBase64, ValueError, zlib.error, msgspec.DecodeError) as error:
        raise NotACode from error
    read: dict[tuple[UUID, int], list[RescuedItem]] = {}
    for mesa, epoch, item in said:
        read.setdefault((mesa, epoch), []).append(item)
    if not read:
        raise NotACode
    return read
