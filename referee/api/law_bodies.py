"""What a tablet sends of the law at the table, and what it is told of it."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from referee.api.bodies import declare, require_sensible


class ConsultaSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """A doubt exposed at the table; `pareja`: which of the two exposes it with the Juez, empty for him alone."""

    client_id: UUID
    question: Annotated[str, Meta(min_length=1, max_length=600)]
    article: Annotated[str, Meta(max_length=40)] = ""
    pareja: Literal["", "A", "B"] = ""
    at: Annotated[datetime, Meta(tz=True)]

    def __post_init__(self) -> None:
        require_sensible(self.at)


class IncidentSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a pareja, or the player of this name, did; `article` or the rule it offends."""

    client_id: UUID
    pareja: Literal["A", "B"]
    player: Annotated[str, Meta(max_length=120)] = ""
    kind: Literal["senas", "arranche", "demora", "ofensa", "otra"]
    grade: Literal["observacion", "amonestacion", "falta-grave"]
    article: Annotated[str, Meta(max_length=60)] = ""
    text: Annotated[str, Meta(min_length=1, max_length=300)]
    at: Annotated[datetime, Meta(tz=True)]

    def __post_init__(self) -> None:
        require_sensible(self.at)


class IncidentReceived(Struct, kw_only=True):
    """The server has it since then."""

    client_id: UUID
    received_at: datetime


class IncidentAnswer(Struct, kw_only=True):
    """What counts of a pareja of this mesa, wherever it happened; for the Juez, never for the public."""

    client_id: UUID
    pareja: str
    player: str
    kind: str
    grade: str
    article: str
    text: str
    at: datetime
    final: bool


class ConsultaReceived(Struct, kw_only=True):
    """The server has the doubt under this number of its championship."""

    client_id: UUID
    number: int


class PlaceAnswer(Struct, kw_only=True):
    """A place of the rulebook, and how people read it."""

    article: str
    label: str


class PrecedentAnswer(Struct, kw_only=True):
    """A resolution in force; `article` is empty where the rulebook says nothing of it."""

    number: int
    article: str
    label: str
    question: str
    resolution: str
    at: datetime


class ConsultaAnswer(Struct, kw_only=True):
    """A doubt of this mesa; `resolution` is empty while the Director has not spoken."""

    number: int
    client_id: UUID
    question: str
    resolution: str
    withdrawn: bool


class LawAnswer(Struct, kw_only=True):
    """All that a tablet keeps to have without network; `articles`: what each kind of conduct usually offends, as people read it."""

    places: list[PlaceAnswer]
    articles: dict[str, str]
    precedents: list[PrecedentAnswer]
    consultas: list[ConsultaAnswer]
    conduct: list[IncidentAnswer]


declare(ConsultaSend, IncidentSend)
