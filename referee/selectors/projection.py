"""What `Mesa`, `Chica` and `Data` must hold: a function of the folded state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.rules import MesaState, Position, figures, result

MESA_FIELDS = ("estado", "points_a", "points_b", "chicas_a", "chicas_b", "winner", "reason", "state", "figures")
CHICA_FIELDS = ("number", "points_a", "points_b", "winner", "zapateria")
DATA_FIELDS = (
    "order", "chica", "number", "dealer", "annulled", "cards_a", "cards_b", "cards_table", "withdrawn",
)  # fmt: skip

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Projection:
    """Values by field: of the mesa, of each of its chicas, and of each of its datas."""

    mesa: Row
    chicas: tuple[Row, ...]
    datas: tuple[Row, ...]


def projection_of(state: MesaState) -> Projection:
    """What the tables must hold for a log that folds to `state`."""
    return Projection(mesa_row(state), chica_rows(state.position), data_rows(state.position))


def mesa_row(state: MesaState) -> Row:
    answer: dict[str, Any] = result(state)
    score, won = answer["marcador"], answer["ganadas"]
    return {
        "estado": answer["estado"],
        "points_a": score["A"],
        "points_b": score["B"],
        "chicas_a": won["A"],
        "chicas_b": won["B"],
        "winner": answer["ganador"] or "",
        "reason": answer["motivo"] or "",
        "state": answer,
        "figures": figures(state) if state.position.ended else None,
    }


def chica_rows(position: Position) -> tuple[Row, ...]:
    return tuple(
        {
            "number": number,
            "points_a": chica.points[0],
            "points_b": chica.points[1],
            "winner": chica.winner,
            "zapateria": chica.zapateria,
        }
        for number, chica in enumerate(position.chicas, start=1)
    )


def data_rows(position: Position) -> tuple[Row, ...]:
    return tuple(
        {
            "order": order,
            "chica": data.chica,
            "number": data.data,
            "dealer": data.dealer,
            "annulled": data.annulled,
            "cards_a": None if data.annulled else data.cards[0],
            "cards_b": None if data.annulled else data.cards[1],
            "cards_table": None if data.annulled else data.table,
            "withdrawn": None if data.annulled else data.withdrawn,
        }
        for order, data in enumerate(position.datas, start=1)
    )
