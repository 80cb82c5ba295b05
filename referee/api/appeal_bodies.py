"""What a tablet sends to present an appeal: now, or later what was presented without a network."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import Line, declare, require_sensible
from referee.api.planilla_bodies import Hour, Stroke


class AppealSigned(Struct, forbid_unknown_fields=True, kw_only=True):
    """`ink` as in `SignatureSend`."""

    name: Annotated[Line, Meta(max_length=60)]
    ink: Annotated[list[Stroke], Meta(max_length=200)]


class AppealSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`jugada`: the number of its row; `about` whether it is the jugada itself, or what the Juez did or denied after it.

    `decided_at`: when he did, unless it is the jugada itself; `filed_at`: the hour of presentation. Both by the tablet's clock.
    """

    client_id: UUID
    pareja: Literal["A", "B"]
    jugada: Annotated[int, Meta(ge=1, le=100_000)]
    about: Literal["jugada", "negada", "conduccion"] = "jugada"
    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    signatures: Annotated[list[AppealSigned], Meta(min_length=1, max_length=2)]
    filed_at: Hour
    decided_at: Hour | None = None

    def __post_init__(self) -> None:
        require_sensible(self.filed_at)
        require_sensible(self.decided_at)


declare(AppealSend)
