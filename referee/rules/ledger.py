"""The log row by row with what each did: what the Planilla prints and the Historial shows."""

from typing import NamedTuple

from referee.rules.counting import CountPoints, count_points
from referee.rules.folding import step
from referee.rules.history import annulments
from referee.rules.jugadas import Anula, Conteo, Jugada
from referee.rules.labels import article_of, label_of
from referee.rules.notation import dump_jugada
from referee.rules.previewing import change, score
from referee.rules.sides import Pair, next_seat, side_of
from referee.rules.state import START, MesaState, Position, chica_number, unpaid


class LedgerRow(NamedTuple):
    """One row of the log and its effect when it was folded.

    `points` is the change it made, `score` the board after it. An annulled row and an `anula` change nothing;
    `annulled_by` is the number of the `anula`. `chica`, `data`, `reparto` and `dealer` are those it was
    recorded in, the last ones once the mesa is over, 0 and None before the sorteo is decided. `unpaid` is what
    this sanction could not take; below zero, what this jugada paid of what was owed.
    """

    number: int
    jugada: Jugada
    line: str
    label: str
    article: str
    chica: int
    data: int
    reparto: int
    dealer: str | None
    points: Pair = (0, 0)
    score: Pair = (0, 0)
    unpaid: Pair = (0, 0)
    counted: CountPoints | None = None
    effective: bool = True
    annulled_by: int | None = None


def ledger(state: MesaState, since: MesaState | None = None) -> tuple[LedgerRow, ...]:
    """Every row of the log in order, the annulled ones too.

    With `since`, an earlier state of the same log, only the rows after it; none of them may be an `anula`.
    """
    known, position = (0, START) if since is None else (len(since.entries), since.position)
    entries = state.entries[known:]
    annulled = annulments(entries)
    rows = []
    for entry in entries:
        jugada = entry.jugada
        counts = entry.number not in annulled and not isinstance(jugada, Anula)
        after = step(state.reglamento, state.seats, position, entry.number, jugada) if counts else position
        rows.append(
            LedgerRow(
                number=entry.number,
                jugada=jugada,
                line=dump_jugada(jugada),
                label=label_of(state.reglamento, jugada),
                article=article_of(state.reglamento, jugada.word),
                chica=chica_number(position),
                data=position.data,
                reparto=position.reparto,
                dealer=position.dealer,
                points=change(position, after),
                score=score(state, after if len(after.chicas) == len(position.chicas) else position),
                unpaid=_more(unpaid(position), unpaid(after)),
                counted=_count(state, jugada, position) if counts else None,
                effective=entry.number not in annulled,
                annulled_by=annulled.get(entry.number),
            )
        )
        position = after
    return tuple(rows)


def _more(before: Pair, after: Pair) -> Pair:
    return after[0] - before[0], after[1] - before[1]


def _count(state: MesaState, jugada: Jugada, before: Position) -> CountPoints | None:
    if not isinstance(jugada, Conteo):
        return None
    following = side_of(next_seat(state.seats, before.dealer or state.seats[0]))
    return count_points(state.reglamento, (jugada.a, jugada.b), following, jugada.falla, before.points)
