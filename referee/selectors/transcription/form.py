"""What is typed of a Planilla kept on paper, as frozen values, and the JSON it is kept in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from referee.selectors.planilla.sheet import CAUSES, Pair

NOTHING: Final[Pair] = (0, 0)
COUNTED: Final = ("conteo", "dos-por-darlas", "falla")  # what the count pays: it follows from the cards
MISDEALT: Final = "mal-reparto"
REPEATED: Final = "repite"
HEAD: Final = "cabecera"
SORTEO: Final = "sorteo"
WRITTEN: Final = "escrito"
ENDING: Final = "final"
"""What is held beside the paper besides its rows, by the key of its tick."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One data as it stands on the paper; a cause that is not in `points` has nothing written.

    `cards` and `table` are None where the data was not counted. `score` is what the paper has after it. `annulled` is
    `mal-reparto` or `repite`. `rondas` are the ranks of the rondas, where the paper says them, A's first. `lines` are jugadas in
    the notation, for what the columns cannot say; they are then the whole row. `confirmed`: its implausible values are on the
    paper as typed.
    """

    key: str
    score: Pair
    points: Mapping[str, Pair] = field(default_factory=dict)
    cards: Pair | None = None
    table: int | None = None
    withdrawn: int = 0
    dealer: str = ""
    annulled: str = ""
    rondas: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""
    confirmed: bool = False

    def of(self, cause: str) -> Pair:
        """What is written under this cause."""
        return self.points.get(cause, NOTHING)

    def as_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "score": list(self.score),
            "points": {cause: list(self.points[cause]) for cause in CAUSES if self.of(cause) != NOTHING},
            "cards": None if self.cards is None else list(self.cards),
            "table": self.table,
            "withdrawn": self.withdrawn,
            "dealer": self.dealer,
            "annulled": self.annulled,
            "rondas": list(self.rondas),
            "lines": list(self.lines),
            "note": self.note,
            "confirmed": self.confirmed,
        }


@dataclass(frozen=True, slots=True)
class PaperDraw:
    """One sorteo: a rank a seat, where the rulebook adds cards up, and who deals; nobody after a tie."""

    cards: tuple[tuple[str, str], ...] = ()
    dealer: str = ""

    def as_json(self) -> dict[str, Any]:
        return {"cards": [list(card) for card in self.cards], "dealer": self.dealer}


def row_of(kept: Mapping[str, Any]) -> PaperRow:
    cards = kept["cards"]
    return PaperRow(
        key=kept["key"],
        score=_pair(kept["score"]),
        points={cause: _pair(pair) for cause, pair in kept["points"].items()},
        cards=None if cards is None else _pair(cards),
        table=kept["table"],
        withdrawn=kept["withdrawn"],
        dealer=kept["dealer"],
        annulled=kept["annulled"],
        rondas=tuple(kept["rondas"]),
        lines=tuple(kept["lines"]),
        note=kept["note"],
        confirmed=kept.get("confirmed", False),
    )


def draw_of(kept: Mapping[str, Any]) -> PaperDraw:
    return PaperDraw(tuple((seat, rank) for seat, rank in kept["cards"]), kept["dealer"])


def _pair(values: Any) -> Pair:
    a, b = values
    return a, b
