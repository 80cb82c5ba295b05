"""What can happen at a table, as frozen values: a jugada says what happened, never what it is worth.

One class a kind of jugada, except where only the word differs. `word` is the word of the notation. `confirmed`: the log made it
implausible and the Juez confirmed it (see `plausibility`); its effect is the same.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")  # 1.a
LEVANTES: Final = ("caida", "limpia", "caida-limpia", "caida-en-ronda", "cuatro-caidas")
RONDAS: Final = ("ronda", "doble-ronda")
CONFIRMED: Final = "confirmado"
JUEZ: Final = "juez"
REPARTOS: Final = {"segundo-reparto": 2, "tercer-reparto": 3, "cuarto-reparto": 4}


@dataclass(frozen=True, slots=True)
class Sorteo:
    """Cards drawn in seat order as (player, rank); `dealer` is absent on a tie (3.b–c)."""

    word: ClassVar[str] = "sorteo"
    cards: tuple[tuple[str, str], ...]
    dealer: str | None


@dataclass(frozen=True, slots=True)
class Ronda:
    """A verified `ronda` or `doble-ronda` of `rank` (3.e, 7, 8)."""

    word: str
    subject: str
    rank: str


@dataclass(frozen=True, slots=True)
class Levante:
    """A lift that earns points: one of `LEVANTES` (6, 9)."""

    word: str
    subject: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Reparto:
    """The next five cards are dealt: one of `REPARTOS` (3)."""

    word: str


@dataclass(frozen=True, slots=True)
class Reparte:
    """`player` dealt this data, though it was another's turn."""

    word: ClassVar[str] = "reparte"
    player: str


@dataclass(frozen=True, slots=True)
class Arranche:
    """The Juez withdraws `cards` forgotten escalera cards until the data ends (16)."""

    word: ClassVar[str] = "arranche"
    cards: int
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class JuegoYVeo:
    """A protest by `subject`; `number` is the jugada whose points are taken back, if it claimed any (5)."""

    word: ClassVar[str] = "juego-y-veo"
    subject: str
    upheld: bool
    number: int | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class MalReparto:
    """The dealer misdealt; `dealer` is chosen by the pareja that deals now, by default the next in turn order (4)."""

    word: ClassVar[str] = "mal-reparto"
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class MalPedido:
    """`subject` asked for points without right (11)."""

    word: ClassVar[str] = "mal-pedido"
    subject: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class FueraDeTurno:
    """`subject` played out of turn, where that costs points."""

    word: ClassVar[str] = "fuera-de-turno"
    subject: str


@dataclass(frozen=True, slots=True)
class Conteo:
    """The count of the data; `falla`: the pareja that captured claims the rival's falla (3.f–g, 10)."""

    word: ClassVar[str] = "conteo"
    a: int
    b: int
    table: int
    falla: bool = False
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Recuento:
    """The Juez counted the cards of the data himself, asked by `asked_by` (a player, a pareja, or `juez`); what he found (3.g)."""

    word: ClassVar[str] = "recuento"
    asked_by: str
    a: int
    b: int
    table: int


@dataclass(frozen=True, slots=True)
class Proclama:
    """The Juez proclaims the chica, and the mesa where it decides (16)."""

    word: ClassVar[str] = "proclama"


@dataclass(frozen=True, slots=True)
class Suspension:
    """The Juez suspends the mesa for a cause (16)."""

    word: ClassVar[str] = "suspension"
    reason: str


@dataclass(frozen=True, slots=True)
class Reanudacion:
    """Play goes on (16)."""

    word: ClassVar[str] = "reanudacion"


@dataclass(frozen=True, slots=True)
class Exit:
    """`abandono` or `descalificacion` of `subject`: the other pareja wins the mesa (16, 18)."""

    word: str
    subject: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ajusta:
    """A ruling of the Director: `points` more (or fewer) for `subject` (17, 18)."""

    word: ClassVar[str] = "ajusta"
    subject: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Adjudica:
    """`adjudica-chica` or `adjudica-mesa` to `subject` by a ruling (17, 18)."""

    word: str
    subject: str
    reason: str


@dataclass(frozen=True, slots=True)
class RepiteData:
    """A ruling that `data` of this chica, by default the last one played, is dealt again by the player who was due (17, 18)."""

    word: ClassVar[str] = "repite-data"
    reason: str
    data: int | None = None


@dataclass(frozen=True, slots=True)
class Anula:
    """Jugada `number` never happened; the reason may be absent for the last effective one."""

    word: ClassVar[str] = "anula"
    number: int
    reason: str | None = None


Jugada = (
    Sorteo
    | Ronda
    | Levante
    | Reparto
    | Reparte
    | Arranche
    | JuegoYVeo
    | MalReparto
    | MalPedido
    | FueraDeTurno
    | Conteo
    | Recuento
    | Proclama
    | Suspension
    | Reanudacion
    | Exit
    | Ajusta
    | Adjudica
    | RepiteData
    | Anula
)
ENDS_DATA: Final = (Conteo, MalReparto, RepiteData)
"""After these another data is dealt: it is counted, annulled or to be played again."""
