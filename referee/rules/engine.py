"""`decide` may refuse, `apply` never does, `replay` is a fold; `anula` folds the log again."""

from collections.abc import Iterable, Sequence

from referee.rules.annulling import anula_breaks, anula_refusal
from referee.rules.errors import RuleViolation
from referee.rules.folding import step
from referee.rules.history import annulments, effective, last_effective
from referee.rules.judging import judge
from referee.rules.jugadas import Anula, Jugada
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SEATS
from referee.rules.state import START, Entry, MesaState, Outcome, Position, start


def decide(state: MesaState, jugada: Jugada) -> None:
    """Judge whether `jugada` may be recorded now.

    Raises RuleViolation with code, message and article; the state is never changed.
    """
    if isinstance(jugada, Anula):
        _decide_anula(state, jugada)
    else:
        judge(state.reglamento, state.seats, state.position, jugada)


def apply(state: MesaState, jugada: Jugada) -> MesaState:
    """The state with `jugada` as the next row of the log. It judges nothing: call `decide` first."""
    entry = Entry(state.next_number, jugada)
    entries = (*state.entries, entry)
    if isinstance(jugada, Anula):
        position = fold(state.reglamento, state.seats, entries)
    else:
        position = step(state.reglamento, state.seats, state.position, entry.number, jugada)
    return MesaState(state.reglamento, state.seats, entries, position, state.next_number + 1)


def skip(state: MesaState) -> MesaState:
    """The state after a refused jugada of a file: its number is used up, nothing else changes."""
    return MesaState(state.reglamento, state.seats, state.entries, state.position, state.next_number + 1)


def replay(reglamento: Reglamento, seats: tuple[str, ...], jugadas: Iterable[Jugada]) -> MesaState:
    """Fold rows that were once accepted, numbered from 1; equal to applying them one by one."""
    entries = tuple(Entry(number, jugada) for number, jugada in enumerate(jugadas, start=1))
    initial = start(reglamento, seats)
    return MesaState(reglamento, seats, entries, fold(reglamento, initial.seats, entries), len(entries) + 1)


def fold(reglamento: Reglamento, seats: tuple[str, ...], entries: Sequence[Entry]) -> Position:
    """The position that the effective rows lead to."""
    position = START
    for entry in effective(entries):
        position = step(reglamento, seats, position, entry.number, entry.jugada)
    return position


def outcome(state: MesaState) -> Outcome | None:
    """How the mesa ended, or None while it has not."""
    return state.position.ended


def _decide_anula(state: MesaState, jugada: Anula) -> None:
    number = jugada.number
    refusal = anula_refusal(
        jugada,
        known=any(entry.number == number for entry in state.entries),
        annulled_by=annulments(state.entries).get(number),
        undoable=number in _undone_without_reason(state),
    )
    if refusal:
        raise refusal
    _refold(state, (*state.entries, Entry(state.next_number, jugada)), number)


def _undone_without_reason(state: MesaState) -> set[int]:
    """The last effective jugada, and the newest row when it is an `anula` (undo, and undo of the undo)."""
    last = last_effective(state.entries)
    numbers = {last.number} if last else set()
    return numbers | {state.entries[-1].number} if state.entries else numbers


def _refold(state: MesaState, entries: tuple[Entry, ...], number: int) -> None:
    """Judge every effective row of `entries` in turn; raise naming the first that `anula number` breaks."""
    position = START
    for entry in effective(entries):
        try:
            judge(state.reglamento, state.seats, position, entry.jugada)
        except RuleViolation as broken:
            raise anula_breaks(number, entry, broken) from broken
        position = step(state.reglamento, state.seats, position, entry.number, entry.jugada)


__all__ = ["SEATS", "apply", "decide", "fold", "outcome", "replay", "skip", "start"]
