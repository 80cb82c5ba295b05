"""What the tablet sends. msgspec reads each body straight into its type, and says where it does not fit."""

from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar, cast
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.request import Request

from kernel.tablet_keys import SIGNED_FORM

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
# A line as people type it; what may not be stored in it the services say.
Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]*$")]
Notation = Annotated[Line, Meta(max_length=400)]
PublicKey = Annotated[str, Meta(max_length=100)]
Seat = Literal["A1", "A2", "B1", "B2"]
EARLIEST, LATEST = 2000, 2100


class SignIn(Struct, forbid_unknown_fields=True, kw_only=True):
    """`championship` only where the account serves several open ones. `public_key`: see `kernel.tablet_keys`."""

    username: Annotated[Line, Meta(min_length=1, max_length=150)]
    password: Annotated[Line, Meta(min_length=1, max_length=256)]
    name: Annotated[Line, Meta(min_length=1, max_length=40)]
    public_key: PublicKey | None = None
    championship: Annotated[Line, Meta(max_length=60)] | None = None


class Representatives(Struct, forbid_unknown_fields=True, kw_only=True):
    A: Annotated[int, Meta(ge=1, le=2)]
    B: Annotated[int, Meta(ge=1, le=2)]


class MesaOpen(Struct, forbid_unknown_fields=True, kw_only=True):
    fixture: Number
    seats: Annotated[list[Seat], Meta(min_length=2, max_length=4)]
    representatives: Representatives
    identified: bool


def require_sensible(device_ts: datetime | None) -> None:
    """Raise ValueError for a clock of another century: some databases cannot keep it."""
    if device_ts and not EARLIEST <= device_ts.year <= LATEST:
        message = f"device_ts must lie between {EARLIEST} and {LATEST}"
        raise ValueError(message)


class JugadaSent(Struct, forbid_unknown_fields=True, kw_only=True):
    """`signed`: what the tablet's key says of it, where it has one: `counter.previous.head.signature`."""

    client_id: UUID
    notation: Notation
    device_ts: Annotated[datetime, Meta(tz=True)] | None = None
    signed: Annotated[str, Meta(pattern=SIGNED_FORM)] | None = None

    def __post_init__(self) -> None:
        require_sensible(self.device_ts)


class JugadasSend(Struct, forbid_unknown_fields=True, kw_only=True):
    lease_epoch: Count
    base_seq: Count
    jugadas: Annotated[list[JugadaSent], Meta(min_length=1, max_length=200)]


class PreviewAsk(Struct, forbid_unknown_fields=True, kw_only=True):
    """`before`: what would be recorded first."""

    notation: Notation
    before: Annotated[list[Notation], Meta(max_length=10)] = []


Rank = Literal["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]
Cards = Annotated[list[Rank], Meta(max_length=40)]


class LiftAsk(Struct, forbid_unknown_fields=True, kw_only=True):
    """`table` and `lifted` without the card thrown. `previous`: what the player before threw and left on the table."""

    table: Cards
    card: Rank
    lifted: Cards = []
    previous: Rank | None = None
    redealt: bool = False


class CardSent(Struct, forbid_unknown_fields=True, kw_only=True):
    """`notation`: `tira A1 5 levanta 2 3`, `toma B1 J`, `devuelve A1 2 3`, or `deshace 7` for the last row."""

    client_id: UUID
    notation: Annotated[Line, Meta(max_length=80)]
    device_ts: Annotated[datetime, Meta(tz=True)] | None = None

    def __post_init__(self) -> None:
        require_sensible(self.device_ts)


class CardsSend(Struct, forbid_unknown_fields=True, kw_only=True):
    lease_epoch: Count
    base_seq: Count
    cards: Annotated[list[CardSent], Meta(min_length=1, max_length=100)]


class CallSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`withdrawn`: nobody needs to come any more."""

    client_id: UUID
    reason: Literal["reglas", "apelacion", "incidente", "equipo", "medico"]
    called_at: Annotated[datetime, Meta(tz=True)]
    withdrawn: bool = False

    def __post_init__(self) -> None:
        require_sensible(self.called_at)


class NoteSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`jugada`: the number of the row of the log that it is about."""

    client_id: UUID
    jugada: Annotated[int, Meta(ge=1, le=100_000)]
    text: Annotated[str, Meta(min_length=1, max_length=200)]
    written_at: Annotated[datetime, Meta(tz=True)]

    def __post_init__(self) -> None:
        require_sensible(self.written_at)


class ReviewSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """Whether a protest is being looked into."""

    begun: bool


class RondaSeen(Struct, forbid_unknown_fields=True, kw_only=True):
    """What the cards were: `rank` of a ronda that is one."""

    outcome: Literal["verificada", "no-procede"]
    rank: Rank | Literal[""] = ""


class RondaClaimSend(Struct, forbid_unknown_fields=True, kw_only=True):
    """`closes` where it would reach forty; `outcome` once the Juez himself has seen the cards, or the ronda was given up."""

    client_id: UUID
    jugada: Literal["ronda", "doble-ronda"]
    subject: Literal["A", "A1", "A2", "B", "B1", "B2"]
    claimed_at: Annotated[datetime, Meta(tz=True)]
    closes: bool = False
    outcome: Literal["", "verificada", "no-procede"] = ""
    rank: Rank | Literal[""] = ""

    def __post_init__(self) -> None:
        require_sensible(self.claimed_at)


Body = TypeVar("Body", bound=Struct)

# Made here, by the one thread that imports: msgspec looks into a type when it is first used, and two threads that
# do so at the same moment crash the process (msgspec 0.22; tests/referee/api/test_first_requests.py).
_DECODERS: dict[type[Struct], msgspec.json.Decoder[Any]] = {
    body: msgspec.json.Decoder(body)
    for body in (
        SignIn,
        MesaOpen,
        JugadasSend,
        PreviewAsk,
        LiftAsk,
        CardsSend,
        CallSend,
        NoteSend,
        ReviewSend,
        RondaClaimSend,
        RondaSeen,
    )
}
JUGADAS: msgspec.json.Decoder[JugadasSend] = _DECODERS[JugadasSend]


def declare(*types: type[Struct]) -> None:
    """Make the decoders of a module that has bodies of its own; to be called as it is imported."""
    _DECODERS.update({body: msgspec.json.Decoder(body) for body in types})


def read(request: Request, body: type[Body]) -> Body:
    """The request's body as `body`; raises ParseError or ValidationError, both answered with 400."""
    sent: Any = request.data
    try:
        return cast("Body", _DECODERS[body].decode(sent if isinstance(sent, bytes) else b""))
    except msgspec.ValidationError as error:
        raise ValidationError(str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ParseError("El cuerpo de la petición no es JSON válido.") from error
