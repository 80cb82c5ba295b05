"""What a tablet is told of the appeals of its mesa."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct


class AppealAnswer(Struct, kw_only=True):
    """`state`: `presentada`, `admitida`, `rechazada` or `fallada`; then `ruling` names the ruling, `grounds` tells why."""

    number: int
    client_id: UUID
    pareja: str
    jugada: int
    about: str
    text: str
    decided_at: datetime
    filed_at: datetime
    received_at: datetime
    state: str
    reason: str
    ruling: str
    grounds: str


class AppealableAnswer(Struct, kw_only=True):
    """A jugada that may be appealed until `until`, but for what of it was appealed already: `taken`, as `about`.

    The latest are told although their time is over, so that a tablet can say when it ended. What the Director wrote is none of them.
    """

    jugada: int
    label: str
    decided_at: datetime
    until: datetime
    taken: list[str]


class AppealList(Struct, kw_only=True):
    """`minutes` run from the decision; `now` is the server's clock, `article` where the rulebook speaks of appeals.

    `head` is the last jugada of the log that the server knows: one up to it that is not in `appealable` cannot be appealed.
    """

    minutes: int
    article: str
    now: datetime
    head: int
    appealable: list[AppealableAnswer]
    appeals: list[AppealAnswer]
