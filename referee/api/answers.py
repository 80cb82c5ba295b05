"""What the tablet is told. Types that are written as they are: no serializer between them and the JSON."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.api.bodies import Representatives

State = Annotated[dict[str, Any], Meta(description="What the log folds to: the JSON result of docs/notacion.md.")]
Choice = Annotated[
    dict[str, Any],
    Meta(
        description="A jugada that the rulebook knows, allowed now or refused with the reason. "
        "`step`: what the points of an `ajusta` are multiples of. `ask`: what the log makes implausible, and the line that says that it is right."
    ),
]


class Error(Struct, kw_only=True):
    """Every refusal; some codes add fields of their own."""

    code: str
    message: str
    article: str | None


class LeaseHolder(Struct, kw_only=True):
    holder: str | None
    epoch: int


class ConflictError(Error, kw_only=True):
    """`expected`: how many rows the log has, where the batch did not follow them. `lease`: who keeps the mesa now."""

    expected: int | UnsetType = UNSET
    lease: LeaseHolder | UnsetType = UNSET


class DigestError(ConflictError, kw_only=True):
    """`digest`: of the log as it is here, where the tablet showed another."""

    digest: str | UnsetType = UNSET


class ChampionshipChoice(Struct, kw_only=True):
    slug: str
    name: str


class ChampionshipError(Error, kw_only=True):
    championships: list[ChampionshipChoice]


class JugadaError(Error, kw_only=True):
    """Row `seq` was refused; the log has what came before it, up to row `acked`. Both absent where none was judged."""

    seq: int | UnsetType = UNSET
    acked: int | UnsetType = UNSET


class Points(Struct, kw_only=True):
    A: int
    B: int


class ReglamentoAnswer(Struct, kw_only=True):
    """`chicas`: the most that a mesa can have; `turn`: the way round that play goes; `settings`: what was settled."""

    key: str
    name: str
    version: int
    settings: dict[str, str]
    chicas: int
    turn: str


class ChampionshipAnswer(Struct, kw_only=True):
    slug: str
    name: str
    reglamento: ReglamentoAnswer


class ParejaAnswer(Struct, kw_only=True):
    """`representative`: the position, 1 or 2, of who was inscribed to sign; a mesa may settle on the other."""

    number: int
    name: str
    club: str
    players: list[str]
    representative: int


class Parejas(Struct, kw_only=True):
    A: ParejaAnswer
    B: ParejaAnswer


class Lease(Struct, kw_only=True):
    """`juez`: who is at the tablet that holds it; `last_at`: when the last jugada reached the server."""

    mine: bool
    holder: str | None
    epoch: int
    juez: str | None = None
    last_at: datetime | None = None


class MesaSummary(Struct, kw_only=True):
    """`id` is null until the mesa is opened; `status` is the fixture's, `estado` the mesa's; `sealed`: its Planilla was."""

    fixture: int
    id: UUID | None
    table: int | None
    round: str
    estado: str | None
    status: str
    sealed: bool
    parejas: Parejas
    lease: Lease


class MesaList(Struct, kw_only=True):
    mesas: list[MesaSummary]


class Head(Struct, kw_only=True):
    """How many rows the log has, and the chain's hash at the last."""

    seq: int
    hash: str


class LogRow(Struct, kw_only=True):
    """`points` is what the row changed, `score` the board after it; `device_ts` in UTC to the microsecond, as signed."""

    seq: int
    client_id: str
    device_ts: str | None
    notation: str
    label: str
    points: Points
    score: Points
    annulled_by: int | None
    chica: int
    data: int
    reparto: int


class SignatureAnswer(Struct, kw_only=True):
    party: str
    outcome: str
    name: str
    signed_at: datetime
    changes_result: bool | None


class PlanillaAnswer(Struct, kw_only=True):
    version: int
    status: str
    fingerprint: str
    digest: str
    signatures: list[SignatureAnswer]


class CorrectionAnswer(Struct, kw_only=True):
    """A ruling that opened sealed version `version` for the next. `unsigned`: why only the Juez signs it, if so."""

    version: int
    reason: str
    unsigned: str


class LogHeader(Struct, kw_only=True):
    """What the log starts from: with its rows, all that the digest of the Planilla is made of."""

    mesa: str
    reglamento: str
    version: int
    settings: dict[str, str]
    seats: list[str]


class MesaAnswer(Struct, kw_only=True):
    """Everything a tablet needs to go on with a mesa. `public_url`: where telephones find the site."""

    id: UUID
    fixture: int
    status: str
    table: int | None
    round: str
    championship: ChampionshipAnswer
    parejas: Parejas
    seats: list[str]
    representatives: Representatives
    lease_epoch: int
    lease: Lease
    header: LogHeader
    head: Head
    state: State
    legal: list[Choice]
    log: list[LogRow]
    planilla: PlanillaAnswer | None
    correction: CorrectionAnswer | None
    public_url: str


class Receipt(Struct, kw_only=True):
    """A whole row of the log, as its hash binds it (`docs/bitacora.md`). Times in UTC; `signed` is empty where no key signed."""

    seq: int
    client_id: UUID
    notation: str
    device: UUID | None
    user: UUID
    lease_epoch: int
    device_ts: datetime | None
    signed: str
    received_at: datetime
    prev_hash: str
    hash: str


class ReceiptsAnswer(Struct, kw_only=True):
    """Every row of a mesa, in order: what a tablet compares with the receipts that it keeps."""

    receipts: list[Receipt]


class RecordedAnswer(Struct, kw_only=True):
    """`receipts`: the row of each jugada that was sent, also of one that was recorded before, in the order of the log.

    `log_tail`: the rows after `base_seq`; the whole log where one of them is an `anula`.

    A tablet that folds by itself asks with `Prefer: return=minimal` for what only the server knows, and the last
    two are left out.
    """

    acked: int
    head: Head
    receipts: list[Receipt]
    state: State
    legal: list[Choice] | UnsetType = UNSET
    log_tail: list[LogRow] | UnsetType = UNSET


class Ask(Struct, kw_only=True):
    """A question about an implausible jugada, and the line that confirms it."""

    text: str
    line: str


class PreviewAnswer(Struct, kw_only=True):
    points: Points
    score: Points
    closes: bool
    estado: str
    text: str
    ask: Ask | None


class CallAnswer(Struct, kw_only=True):
    """A call as the desk has it: `attended_at` and by whom, once somebody goes."""

    client_id: UUID
    reason: str
    received_at: datetime
    attended_at: datetime | None
    attended_by: str | None
    withdrawn: bool


class NoteReceived(Struct, kw_only=True):
    """The server has the note since then."""

    client_id: UUID
    received_at: datetime


class NoteAnswer(Struct, kw_only=True):
    """A note as the server has it."""

    client_id: UUID
    jugada: int
    text: str
    written_at: datetime
    received_at: datetime


class NoteList(Struct, kw_only=True):
    """All notes of a mesa, in the order in which they were received."""

    notes: list[NoteAnswer]


class RondaClaimAnswer(Struct, kw_only=True):
    """`outcome` is empty while nobody has seen the cards."""

    client_id: UUID
    outcome: str
    rank: str
    decided_by: str | None


class RondaAsked(Struct, kw_only=True):
    client_id: UUID
    table: int | None
    jugada: str
    subject: str
    pareja: str
    claimed_at: datetime


class RondaList(Struct, kw_only=True):
    """`inspects`: whether whoever asks verifies rondas at all. `figures`: what the deck calls those that it calls otherwise."""

    inspects: bool
    rondas: list[RondaAsked]
    figures: dict[str, str]
