"""What a tablet sends about itself, and about who is at it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import Count, Line, Number, PublicKey, declare, require_sensible
from referee.services.pins import Shown

Pin = Annotated[str, Meta(pattern=r"^[0-9]{4,6}$")]
Proof = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class PinShown(Struct, forbid_unknown_fields=True, kw_only=True):
    """`pin`: what was typed, for the server to check now: whoever is of the desk, or not in the tablet's list. `pin_proof`: of
    the Juez whom the tablet can check by itself, made perhaps without network (ADR 20)."""

    pin: Pin | None = None
    pin_proof: Proof | None = None

    @property
    def shown(self) -> Shown | None:
        return Shown(self.pin, self.pin_proof) if self.pin or self.pin_proof else None


class PairingUse(Struct, forbid_unknown_fields=True, kw_only=True):
    """`code`: six digits, or the secret of the QR. `name`: unless it is as the desk called it. `client_id`: the same
    when the answer was not heard and it is asked again. `public_key`: see `kernel.tablet_keys`."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}$")]
    name: Annotated[Line, Meta(max_length=40)] | None = None
    client_id: UUID | None = None
    public_key: PublicKey | None = None


class JuezEnter(PinShown, forbid_unknown_fields=True, kw_only=True):
    """`pin` or `pin_proof`."""

    user: Number

    def __post_init__(self) -> None:
        if (self.pin_proof is None) == (self.pin is None):
            message = "either pin or pin_proof"
            raise ValueError(message)


class TableMove(Struct, forbid_unknown_fields=True, kw_only=True):
    """`pin` of somebody at the desk."""

    table: Number
    pin: Pin


class Pulse(Struct, forbid_unknown_fields=True, kw_only=True):
    """`battery` in percent; `pending` and `oldest_unsent`: what it has not sent; `mesa`: which is open on it."""

    battery: Annotated[int, Meta(ge=0, le=100)] | None = None
    pending: Count = 0
    oldest_unsent: Annotated[datetime, Meta(tz=True)] | None = None
    mesa: UUID | None = None
    version: Annotated[Line, Meta(max_length=40)] = ""

    def __post_init__(self) -> None:
        require_sensible(self.oldest_unsent)


declare(PairingUse, JuezEnter, TableMove, Pulse)
