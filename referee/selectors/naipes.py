"""The cards of the data being played, for a mesa that is followed card by card: what the rows beside the log fold to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Max

from referee.models import CardThrow, Mesa
from referee.rules import Conteo, Jugada, LedgerRow, MesaState, Reparto, Ronda, RuleViolation, dump_jugada, ledger
from referee.rules.jugadas import CONFIRMED
from referee.rules.naipes import LiftVerdict, lift_verdict
from referee.rules.naipes.card_lines import CardEvent, parse_card_line, recorded
from referee.rules.naipes.card_table import WORDS_OF_REPARTOS, CardTable, deal
from referee.rules.state import chica_number

UNDO = "deshace"


class CardRow(NamedTuple):
    """A row of this data that counts: what happened, and how many jugadas the log had."""

    seq: int
    event: CardEvent
    log_seq: int


class Implied(NamedTuple):
    """A jugada that the last card comes to; `seq` is its row of the log, if it has been recorded since."""

    jugada: Jugada
    seq: int | None


@dataclass(frozen=True, slots=True)
class Cards:
    """A data as its cards lie. `seq` is how many rows the whole mesa has, `data_seq` the jugada that began the data.

    `table` is None before the sorteo is decided. `verdict` is that on the last card, where it lifted.
    """

    state: MesaState
    seq: int
    data_seq: int
    rows: tuple[CardRow, ...] = ()
    table: CardTable | None = None
    implied: tuple[Implied, ...] = ()
    verdict: LiftVerdict | None = None


def cards_of(mesa: Mesa, state: MesaState) -> Cards:
    """The cards of the data in play, `state` being the fold of the log; two queries."""
    start = _data_start(state)
    stored = (
        CardThrow.objects.filter(mesa=mesa, data_seq=start).order_by("seq").values_list("seq", "notation", "log_seq")
    )
    rows = _standing(list(stored))
    last = CardThrow.objects.filter(mesa=mesa).aggregate(last=Max("seq"))["last"] or 0
    return cards_fold(state, last, start, rows)


def cards_fold(state: MesaState, seq: int, data_seq: int, rows: Sequence[CardRow]) -> Cards:
    """The data that these rows fold to, with the rondas that the log tells of in between."""
    dealer = state.position.dealer
    if dealer is None:
        return Cards(state, seq, data_seq)
    log = [row for row in ledger(state) if row.number > data_seq and row.effective]
    rondas = [(row.number, row.jugada) for row in log if isinstance(row.jugada, Ronda)]
    table = deal(state.reglamento, state.seats, dealer)
    verdict: LiftVerdict | None = None
    jugadas: tuple[Jugada, ...] = ()
    for row in rows:
        for _, ronda in _taken(rondas, row.log_seq):
            table = _announced(state, table, ronda)
        verdict = _verdict(state, table, row.event)
        table = recorded(state.reglamento, table, row.event)
        jugadas = table.implies
    for _, ronda in _taken(rondas, None):
        table = _announced(state, table, ronda)
    since = rows[-1].log_seq if rows else data_seq
    implied = tuple(
        # A deal may have been marked before the last card of the one before was written down.
        _implied(log, data_seq if isinstance(jugada, Reparto) else since, jugada)
        for jugada in _with_deal(state, table, jugadas)
    )
    return Cards(state, seq, data_seq, tuple(rows), table, implied, verdict)


def _data_start(state: MesaState) -> int:
    """The last jugada that counts and was recorded in another data: the data in play began with it; 0 without any."""
    position = state.position
    here = (chica_number(position), position.data)
    before = (row.number for row in ledger(state) if row.effective and (row.chica, row.data) != here)
    return max(before, default=0)


def _standing(stored: Sequence[tuple[int, str, int]]) -> list[CardRow]:
    """The rows that no later one undid."""
    rows: dict[int, CardRow] = {}
    for seq, notation, log_seq in stored:
        word, _, number = notation.partition(" ")
        if word == UNDO:
            rows.pop(int(number))
        else:
            rows[seq] = CardRow(seq, parse_card_line(notation), log_seq)
    return list(rows.values())


def _taken(rondas: list[tuple[int, Ronda]], log_seq: int | None) -> Iterator[tuple[int, Ronda]]:
    """Take out those up to this row of the log, or all."""
    while rondas and (log_seq is None or rondas[0][0] <= log_seq):
        yield rondas.pop(0)


def _announced(state: MesaState, table: CardTable, ronda: Ronda) -> CardTable:
    """The table with this ronda; without it where the log names no player, or the cards thrown speak against it."""
    if ronda.subject not in state.seats:
        return table
    try:
        return recorded(state.reglamento, table, ronda)
    except RuleViolation:
        return table


def _verdict(state: MesaState, table: CardTable, event: CardEvent) -> LiftVerdict | None:
    card, lifted = getattr(event, "card", None), getattr(event, "lifted", ())
    if not lifted or card is None:
        return None
    return lift_verdict(state.reglamento, table.table, card, lifted, table.previous, redealt=table.redealt)


def _with_deal(state: MesaState, table: CardTable, jugadas: Sequence[Jugada]) -> list[Jugada]:
    """With a deal of which the log does not know, if the cards are further: without it nothing can be counted.

    What was earned stands before the deal, and the count after it.
    """
    known = state.position.reparto
    missing = [Reparto(WORDS_OF_REPARTOS[number]) for number in range(known + 1, table.reparto + 1)]
    rest = [jugada for jugada in jugadas if not isinstance(jugada, Reparto | Conteo)]
    dealt = [jugada for jugada in jugadas if isinstance(jugada, Reparto) and jugada not in missing]
    return [*rest, *dealt, *missing, *(jugada for jugada in jugadas if isinstance(jugada, Conteo))]


def _implied(log: Sequence[LedgerRow], since: int, jugada: Jugada) -> Implied:
    line = dump_jugada(jugada)
    found = (row.number for row in log if row.number > since and row.line.removesuffix(f" {CONFIRMED}") == line)
    return Implied(jugada, next(found, None))
