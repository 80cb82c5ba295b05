"""What a tablet sends about itself, and about who is at it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import Count, Line, Number, declare, require_sensible

Pin = Annotated[str, Meta(pattern=r"^[0-9]{4,6}$")]
Proof = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class PairingUse(Struct, forbid_unknown_fields=True, kw_only=True):
    """`code`: six digits, or the secret of the QR. `name`: unless it is as the desk called it. `client_id`: the same
    when the answer was not heard and it is asked again."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}$")]
    name: Annotated[Line, Meta(max_length=40)] | None = None
    client_id: UUID | None = None


class JuezEnter(Struct, forbid_unknown_fields=True, kw_only=True):
    """`proof` of the PIN, or over plain http the PIN itself."""

    user: Number
    proof: Proof | None = None
    pin: Pin | None = None

    def __post_init__(self) -> None:
        if (self.proof is None) == (self.pin is None):
            message = "either proof or pin"
            raise ValueError(message)


class PinAsk(Struct, forbid_unknown_fields=True, kw_only=True):
    pin: Pin


class TableMove(Struct, forbid_unknown_fields=True, kw_only=True):
    """`proof` of the PIN of somebody at the desk."""

    table: Number
    proof: Proof


class Pulse(Struct, forbid_unknown_fields=True, kw_only=True):
    """`battery` in percent; `pending` and `oldest_unsent`: what it has not sent; `mesa`: which is open on it."""

    battery: Annotated[int, Meta(ge=0, le=100)] | None = None
    pending: Count = 0
    oldest_unsent: Annotated[datetime, Meta(tz=True)] | None = None
    mesa: UUID | None = None
    version: Annotated[Line, Meta(max_length=40)] = ""

    def __post_init__(self) -> None:
        require_sensible(self.oldest_unsent)


declare(PairingUse, JuezEnter, PinAsk, TableMove, Pulse)
