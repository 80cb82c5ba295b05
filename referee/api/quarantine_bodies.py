"""What a tablet sends of what the log did not take, and what its Juez decides about it."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import Count, Line, Number, declare, require_sensible
from referee.api.device_bodies import PinShown

MOST = 200


class LeaseTake(PinShown, forbid_unknown_fields=True, kw_only=True):
    """The PIN of the Juez of the mesa or of the desk, where another tablet keeps it and whoever asks has a PIN."""


class KeptSent(Struct, forbid_unknown_fields=True, kw_only=True):
    """`number`: what it was on its tablet; `about`: the client_id of the jugada that its line speaks of.

    `notation` is empty for an undo that never knew what it undid; for an act it is `freeze`, `reopen` or `sign`, and
    `body` what would have been sent. `why_code` and `why`: what kept it out of the log.
    """

    client_id: UUID
    notation: Annotated[Line, Meta(max_length=400)]
    kind: Literal["jugada", "naipe", "acto"] = "jugada"
    device_ts: Annotated[datetime, Meta(tz=True)] | None = None
    number: Number | None = None
    about: UUID | None = None
    body: dict[str, Any] = {}
    why_code: Annotated[Line, Meta(min_length=1, max_length=40)] = "relevo"
    why: Annotated[Line, Meta(max_length=300)] = ""

    def __post_init__(self) -> None:
        require_sensible(self.device_ts)


class QuarantineSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`lease_epoch`: the one under which they were tapped."""

    lease_epoch: Count
    items: Annotated[list[KeptSent], Meta(min_length=1, max_length=MOST)]


class QuarantineDecide(PinShown, forbid_unknown_fields=True, kw_only=True):
    """`reason` where they are discarded."""

    client_ids: Annotated[list[UUID], Meta(min_length=1, max_length=MOST)]
    decision: Literal["incorporar", "descartar"]
    reason: Annotated[Line, Meta(max_length=300)] = ""


declare(LeaseTake, QuarantineSend, QuarantineDecide)
