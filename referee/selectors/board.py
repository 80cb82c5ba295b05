"""A mesa as the public follows it: the score, and every jugada in words, folded from its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from brackets.models import Fixture, Pareja
from referee.models import Mesa
from referee.rules import SIDES, LedgerRow, Outcome, Position, Proclama, ledger, outcome, reason_of
from referee.rules.state import chica_number
from referee.selectors.folding import state_of
from referee.selectors.planilla.game import OUTSIDE

ESTADOS: Final[Mapping[str, str]] = {
    "por-sortear": "Falta el sorteo de la data",
    "en-juego": "En juego",
    "por-proclamar": "Chica por proclamar: la decide el Juez",
    "suspendida": "Mesa suspendida",
    "terminada": "Mesa terminada",
}


@dataclass(frozen=True, slots=True)
class Told:
    """One jugada: whose it is (`A`, `B`, or "" nobody's), what it was, what it changed, and the score after it."""

    number: int
    side: str
    who: str
    label: str
    points: tuple[tuple[str, int], ...]
    score: tuple[int, int]
    annulled_by: int | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """The jugadas of one data; `key` is its chica and its number."""

    key: str
    title: str
    dealer: str
    rows: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """`points` are of the chica in play, or of the last one; `chicas` are the proclaimed ones, `won` counts them."""

    estado: str
    points: tuple[int, int]
    won: tuple[int, int]
    chicas: tuple[tuple[int, int], ...]
    ended: Outcome | None
    reason: str
    stretches: tuple[Stretch, ...]

    @property
    def jugada(self) -> int:
        """The number of the last one, 0 before there is any."""
        return self.stretches[0].rows[0].number if self.stretches else 0


def board_of(mesa: Mesa) -> Board:
    """The board of a mesa, the last data first, with the names of those who sat at it; those of its fixture are at hand."""
    state = state_of(mesa)
    names = names_of(mesa.fixture if mesa.stands else mesa)
    groups = groupby(ledger(state), key=lambda row: (row.chica, row.data))
    stretches = [_stretch(place, list(rows), names, state.position) for place, rows in groups]
    ended = outcome(state)
    return Board(
        estado=ESTADOS[mesa.estado],
        points=(mesa.points_a, mesa.points_b),
        won=(mesa.chicas_a, mesa.chicas_b),
        chicas=tuple(chica.points for chica in state.position.chicas),
        ended=ended,
        reason=reason_of(state.reglamento, ended) if ended else "",
        stretches=tuple(reversed(stretches)),
    )


def names_of(of: Mesa | Fixture) -> dict[str, str]:
    """`A` and `A2` as people know them."""
    return _of_side("A", of.pareja_a) | _of_side("B", of.pareja_b)


def _of_side(side: str, pareja: Pareja | None) -> dict[str, str]:
    if pareja is None:
        return {}
    return {side: pareja.title} | {f"{side}{player.position}": player.name for player in pareja.players.all()}


def _stretch(place: tuple[int, int], rows: Sequence[LedgerRow], names: Mapping[str, str], now: Position) -> Stretch:
    """Of the data in play the dealer is who deals it `now`: its last row may have given the deal to another."""
    chica, data = place
    in_play = now.ended is None and place == (chica_number(now), now.data)
    dealer = (now.dealer if in_play else rows[-1].dealer) if data else None
    title = f"Chica {chica}, data {data}" if data else f"Chica {chica}, sorteo"
    if data > 1 and _only_closes(rows):
        dealer, title = None, f"Chica {chica}, después de la data {data - 1}"
    return Stretch(
        key=f"{chica}-{data}",
        title=title,
        dealer=names.get(dealer, "") if dealer else "",
        rows=tuple(told(row, names) for row in reversed(rows)),
    )


def _only_closes(rows: Sequence[LedgerRow]) -> bool:
    """Whether the chica is proclaimed here and nothing else is done: the count of the data before brought it to its end."""
    jugadas = [row.jugada for row in rows]
    return any(isinstance(each, Proclama) for each in jugadas) and all(isinstance(each, OUTSIDE) for each in jugadas)


def told(row: LedgerRow, names: Mapping[str, str]) -> Told:
    subject = getattr(row.jugada, "subject", None) or ""
    return Told(
        number=row.number,
        side=subject[:1],
        who=names.get(subject, ""),
        label=row.label,
        points=tuple((side, points) for side, points in zip(SIDES, row.points, strict=True) if points),
        score=row.score,
        annulled_by=row.annulled_by,
    )
