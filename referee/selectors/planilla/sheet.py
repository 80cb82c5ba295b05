"""Everything a Planilla de Juego shows, as frozen plain values: what the PDF draws and the public page reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Literal

from brackets.selectors.wording import said

LABELS: Final[Mapping[str, str]] = {
    "caida": "Caída",
    "limpia": "Limpia",
    "caida-limpia": "Caída y limpia",
    "ronda": "Ronda",
    "doble-ronda": "Doble ronda",
    "conteo": "Conteo",
    "dos-por-darlas": "Dos por darlas",
    "falla": "Falla",
    "juego-y-veo": "Juego y veo",
    "mal-reparto": "Mal reparto",
    "sanciones": "Mal pedido",
    "fallos": "Fallos",
}
"""Why points are given, as it stands over its column of the table of datas (P7)."""
CAUSES: Final = tuple(LABELS)
"""The columns in printing order."""

Status = Literal["draft", "sealed", "replaced", "altered"]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Places:
    """Where the text of the rulebook speaks of each part of the form, as it is cited; empty where it does not."""

    identification: str = ""
    sorteo: str = ""
    datas: str = ""
    incidents: str = ""
    result: str = ""
    signatures: str = ""
    appeal: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """Whose championship, which partida, under which rules. Absent texts are left to be written by hand.

    `players` each pareja has: one, where single players meet. `chicas` is how many a mesa may last.
    """

    organiser: str
    championship: str
    place: str
    days: str
    round: str = ""
    partida: str = ""
    table: str = ""
    juez: str = ""
    day: str = ""
    reglamento: str = ""
    settings: tuple[str, ...] = ()
    appeal: str = ""
    players: int = 2
    chicas: int = 3
    turn: str = "hacia la derecha"
    sorteo_cards: bool = True
    places: Places = Places()

    @property
    def who(self) -> str:
        """What a competitor is called: `Pareja`, or `Jugador`."""
        return said(self.players, "Pareja")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player by the key of the notation, `A1`."""

    key: str
    name: str
    representative: bool


@dataclass(frozen=True, slots=True)
class ParejaBlock:
    """One of the two parejas with its players (P1, P3); `name` may be empty."""

    side: str
    number: int
    name: str
    club: str
    players: tuple[Seat, ...]

    @property
    def title(self) -> str:
        """The name the pareja gave itself, else its players'."""
        return self.name or " / ".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)


@dataclass(frozen=True, slots=True)
class DrawLine:
    """One sorteo de la data (P4): cards as (player, what the deck calls it), the sums, and who deals; no winner on a tie."""

    cards: tuple[tuple[str, str], ...]
    sums: Pair
    winner: str
    dealer: str


@dataclass(frozen=True, slots=True)
class DataLine:
    """One data (P5–P7): `points` per cause of `CAUSES` as (A, B), `score` as proclaimed after it.

    The cards are None where the data was not counted: annulled, or ended by the chica.
    """

    chica: int
    data: int
    dealer: str
    annulled: bool
    cards: Pair | None
    table: int | None
    withdrawn: int | None
    points: tuple[Pair, ...]
    score: Pair


@dataclass(frozen=True, slots=True)
class ChicaLine:
    """A proclaimed chica (P10)."""

    number: int
    points: Pair
    winner: str
    zapateria: bool


@dataclass(frozen=True, slots=True)
class Hour:
    """When the server had it, and when it was by the tablet's clock; `tablet` is None where both say the same.

    `day` is that of the paper that tells it: another one is told. What was signed without it stays the same telling.
    """

    received: datetime
    tablet: datetime | None = None
    day: date | None = field(default=None, repr=False)

    def __str__(self) -> str:
        tablet, received = self.shown
        return f"{tablet} (tablet), {received} (servidor)" if tablet else received

    @property
    def shown(self) -> tuple[str, str]:
        """The tablet's, empty where it is the same, and ours; with their days where these differ."""
        form = "%H:%M" if self._is_of_one_day else "%d/%m %H:%M"
        return f"{self.tablet:{form}}" if self.tablet else "", f"{self.received:{form}}"

    @property
    def sentence(self) -> str:
        """`a las 10:10`, `el 29/11 a las 10:10`."""
        alone = self.tablet is None and not self._is_of_one_day
        return f"el {self.received:%d/%m} a las {self.received:%H:%M}" if alone else f"a las {self}"

    @property
    def _is_of_one_day(self) -> bool:
        days = {self.received.date(), self.tablet and self.tablet.date(), self.day}
        return len(days - {None}) == 1


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the Planilla tells in words: jugada `number`, where, what, by which article, at what hour."""

    number: int
    place: str
    text: str
    article: str = ""
    points: Pair | None = None
    at: Hour | None = None


@dataclass(frozen=True, slots=True)
class SignatureBlock:
    """What one party answered (P12, P13); `outcome` is empty where nobody has answered yet.

    `late` tells both hours where the server had the answer only later. `on_paper`: the ink is there, and not here; `at` is
    then None where the paper has no hour. `confirmed`: when the pareja confirmed the version from its own phone.
    """

    party: str
    who: str
    name: str
    outcome: str = ""
    at: datetime | None = None
    ink: tuple[tuple[int, ...], ...] = ()
    reason: str = ""
    witness: str = ""
    contested: tuple[str, ...] = ()
    changes_result: bool | None = None
    late: Hour | None = None
    on_paper: bool = False
    confirmed: datetime | None = None


@dataclass(frozen=True, slots=True)
class AppealBlock:
    """An appeal with its hour, what it is against, who signed it, and what the Director resolved (P15, P16).

    The `outcome` of a signature is empty where there is ink, and `cédula` where the player proved himself by it.
    """

    title: str
    against: str
    text: str
    signatures: tuple[SignatureBlock, ...]
    resolved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanillaSheet:
    """One version of a Planilla de Juego; `version` is 0 and `digest` that of the log so far while in play.

    `altered`: the signatures that are kept of it are not those it was sealed with, and none of them is shown.
    `amends`: by which ruling it follows a sealed version. `correcting`: a ruling has opened this one for the next.
    `transcribed` says who typed it from paper, who confirmed it and when, where it was not kept on a tablet; `began` is the hour
    on that paper, and `written` what it says in words.
    `resolutions`: of doubts (P17). `seal`: who signed this paper electronically, or that nobody did.
    `claim`: which Planilla it is, in words that a verifier finds in the file again. `overruled`: that the result was changed
    after it was sealed; where it was not, nothing of it is told. `log`: the last checkpoint of the championship when this was made,
    which is no part of what the Planilla tells.
    """

    heading: Heading
    parejas: tuple[ParejaBlock, ParejaBlock]
    seats: tuple[str, ...]
    identified: str
    draws: tuple[DrawLine, ...]
    datas: tuple[DataLine, ...]
    chicas: tuple[ChicaLine, ...]
    sanctions: tuple[Note, ...]
    suspensions: tuple[Note, ...]
    corrections: tuple[Note, ...]
    rulings: tuple[Note, ...]
    result: str
    winner: str
    signatures: tuple[SignatureBlock, ...]
    status: Status
    version: int
    replaced_by: int | None
    digest: str
    fingerprint: str
    verify_url: str
    delivered_at: datetime | None = None
    received_by: str = ""
    amends: str = ""
    correcting: bool = False
    transcribed: str = ""
    began: str = ""
    written: tuple[str, ...] = ()
    appeals: tuple[AppealBlock, ...] = ()
    resolutions: tuple[str, ...] = ()
    seal: str = ""
    claim: str = ""
    overruled: str = field(default="", repr=False)
    log: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """A Planilla to be kept on paper: with its partida and parejas, or nothing but the lines."""

    heading: Heading
    parejas: tuple[ParejaBlock | None, ParejaBlock | None] = (None, None)
    page_url: str = ""
