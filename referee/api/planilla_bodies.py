"""What a tablet sends to have a result signed: now, or later what was signed without a network.

`client_id` is the tablet's own for the act, so that sending it again does nothing; `at` and `signed_at` are its
clock's; `PinShown` shows that the Juez himself does it, or somebody of the desk.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import Count, Line, Number, declare, require_sensible
from referee.api.device_bodies import PinShown
from referee.models import LONGEST_NAME

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Hour = Annotated[datetime, Meta(tz=True)]
Stroke = Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=8000)]


class FreezeSend(PinShown, forbid_unknown_fields=True, kw_only=True):
    """`digest` and `head_seq`: what the tablet froze; absent where it leaves that to the server."""

    client_id: UUID | None = None
    digest: Digest | None = None
    head_seq: Count | None = None
    at: Hour | None = None

    def __post_init__(self) -> None:
        require_sensible(self.at)


class ReopenSend(Struct, forbid_unknown_fields=True, kw_only=True):
    client_id: UUID | None = None
    at: Hour | None = None

    def __post_init__(self) -> None:
        require_sensible(self.at)


class SignatureSend(PinShown, forbid_unknown_fields=True, kw_only=True):
    """`ink`: strokes as flat x0, y0, x1, y1, … in a box of 1000 × 375. `digest`: of the result that was shown."""

    client_id: UUID
    party: Literal["A", "B", "juez"]
    outcome: Literal["firma", "bajo-protesta", "no-firma"]
    name: Annotated[Line, Meta(max_length=LONGEST_NAME)]
    ink: Annotated[list[Stroke], Meta(max_length=200)] = []
    reason: Annotated[Line, Meta(max_length=300)] = ""
    witness: Annotated[Line, Meta(max_length=LONGEST_NAME)] = ""
    contested: Annotated[list[Number], Meta(max_length=200)] = []
    digest: Digest | None = None
    signed_at: Hour | None = None

    def __post_init__(self) -> None:
        require_sensible(self.signed_at)


declare(FreezeSend, ReopenSend, SignatureSend)
