"""The sorteo, the datas and the chicas of a Planilla, from the fold of the log (P4–P8, P10)."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from referee.rules import (
    Anula,
    LedgerRow,
    MesaState,
    Proclama,
    Reanudacion,
    Sorteo,
    Suspension,
    card_name,
    sorteo_sums,
)
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.sheet import CAUSES, ChicaLine, DataLine, DrawLine, Pair

# The column of each kind of jugada that can change the score; a count is split by what it paid.
CAUSE_OF: Final[Mapping[str, str]] = {
    "caida": "caida",
    "caida-en-ronda": "caida",
    "cuatro-caidas": "caida",
    "limpia": "limpia",
    "caida-limpia": "caida-limpia",
    "ronda": "ronda",
    "doble-ronda": "doble-ronda",
    "conteo": "conteo",
    "juego-y-veo": "juego-y-veo",
    "mal-reparto": "mal-reparto",
    "mal-pedido": "sanciones",
    "fuera-de-turno": "sanciones",
    "ajusta": "fallos",
    "adjudica-chica": "fallos",
    "adjudica-mesa": "fallos",
    "repite-data": "fallos",
}
# What is recorded between datas as well as in them makes no data by itself.
OUTSIDE: Final = (Anula, Proclama, Reanudacion, Sorteo, Suspension)


def draws_of(state: MesaState, rows: Sequence[LedgerRow], names: Names) -> tuple[DrawLine, ...]:
    """Every sorteo that counts, redraws included."""
    lines = []
    for row in rows:
        if row.effective and isinstance(row.jugada, Sorteo):
            dealer = row.jugada.dealer
            lines.append(
                DrawLine(
                    cards=tuple((seat, card_name(state.reglamento, rank)) for seat, rank in row.jugada.cards),
                    sums=sorteo_sums(state.reglamento, row.jugada),
                    winner=dealer[0] if dealer else "",
                    dealer=names.player(dealer) if dealer else "",
                )
            )
    return tuple(lines)


def datas_of(state: MesaState, rows: Sequence[LedgerRow]) -> tuple[DataLine, ...]:
    """Every data in which something happened, in order; data 0 is what a ruling moved before the sorteo."""
    counting = (row for row in rows if row.effective and not isinstance(row.jugada, OUTSIDE))
    played = [row for row in counting if row.data or row.points != (0, 0)]
    scored = {(data.chica, data.data): data for data in state.position.datas}
    lines = []
    playing = len(state.position.chicas) + 1, state.position.data
    for place, group in groupby(played, key=lambda row: (row.chica, row.data)):
        own = list(group)
        data = scored.get(place)
        counted = data is not None and not data.annulled
        dealer = data.dealer if data else state.position.dealer if place == playing else own[-1].dealer
        lines.append(
            DataLine(
                chica=place[0],
                data=place[1],
                dealer=dealer or "",
                annulled=data is not None and data.annulled,
                cards=data.cards if data and counted else None,
                table=data.table if data and counted else None,
                withdrawn=data.withdrawn if data and counted else None,
                points=_points(own),
                score=own[-1].score,
            )
        )
    return tuple(lines)


def chicas_of(state: MesaState) -> tuple[ChicaLine, ...]:
    """The proclaimed chicas."""
    return tuple(
        ChicaLine(number=number, points=chica.points, winner=chica.winner, zapateria=chica.zapateria)
        for number, chica in enumerate(state.position.chicas, 1)
    )


def _points(rows: Sequence[LedgerRow]) -> tuple[Pair, ...]:
    totals = dict.fromkeys(CAUSES, (0, 0))
    for row in rows:
        for cause, points in points_by_cause(row).items():
            totals[cause] = (totals[cause][0] + points[0], totals[cause][1] + points[1])
    return tuple(totals.values())


def points_by_cause(row: LedgerRow) -> dict[str, Pair]:
    """What a row of the log paid, by column. A count that a rulebook let pay nothing is not split."""
    count = row.counted
    if count is not None and count.total == row.points:
        cards = (count.cards[0] + count.majority[0], count.cards[1] + count.majority[1])
        return {"conteo": cards, "dos-por-darlas": count.darlas, "falla": count.falla}
    return {CAUSE_OF[row.jugada.word]: row.points} if row.points != (0, 0) else {}
