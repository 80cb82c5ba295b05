"""Carries out rulings of the Director as jugadas at the end of a log (17).

A log only grows at its end. To play a chica or a mesa again, its jugadas are annulled from the last to the first; a data is
repeated by one jugada that names it, after everything later than its chica is annulled. A change to a mesa that is over goes
before its end, which is annulled, and recorded again if the score still gives it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.rules.data_notion import repeatable
from referee.rules.engine import apply, decide
from referee.rules.errors import RuleViolation
from referee.rules.folding import NO_PLAY, step
from referee.rules.history import annulments, effective
from referee.rules.judging import RULING, contrary_award
from referee.rules.jugadas import (
    Adjudica,
    Ajusta,
    Anula,
    Exit,
    Jugada,
    Proclama,
    Reanudacion,
    RepiteData,
    Suspension,
)
from referee.rules.ledger import ledger
from referee.rules.previewing import preview
from referee.rules.sides import SIDES, side_of
from referee.rules.state import START, Entry, MesaState

CONFIRM: Final = "confirma"
ADJUST: Final = "ajusta"
ANNUL: Final = "anula"
REPLAY_DATA: Final = "repite-data"
REPLAY_CHICA: Final = "repite-chica"
REPLAY_MESA: Final = "repite-mesa"
AWARD_CHICA: Final = "adjudica-chica"
AWARD_MESA: Final = "adjudica-mesa"
DISQUALIFY: Final = "descalifica"
PAUSES: Final = (Suspension, Reanudacion)


@dataclass(frozen=True, slots=True)
class Measure:
    """What is ruled. `side`: whom it favours, or who is disqualified; `points` of an adjustment; `numbers` of the jugadas
    annulled, or first of them one of the data or chica that is replayed."""

    kind: str
    side: str = ""
    points: int = 0
    numbers: tuple[int, ...] = ()


def ruled(state: MesaState, measure: Measure, reason: str) -> tuple[Jugada, ...]:
    """The jugadas that carry it out, each legal after those before; a suspension is over first.

    Raises RuleViolation where the rules do not let it be done so.
    """
    return tuple(_worked(state, measure, reason).done)


def replayed_told(state: MesaState, measure: Measure, reason: str) -> str:
    """Of a repeated data: which one, what happens to its points, and the dealer; raises RuleViolation as `ruled` does."""
    return " ".join(_worked(state, measure, reason).told)


def _worked(state: MesaState, measure: Measure, reason: str) -> "_Work":
    work = _Work(state, reason)
    if state.position.suspended:
        work.do(Reanudacion())
    {
        CONFIRM: _confirm,
        ADJUST: _adjust,
        ANNUL: _annul,
        REPLAY_DATA: _replay_data,
        REPLAY_CHICA: _replay_chica,
        REPLAY_MESA: _replay_mesa,
        AWARD_CHICA: _award_chica,
        AWARD_MESA: _award_mesa,
        DISQUALIFY: _disqualify,
    }[measure.kind](work, measure)
    return work


@dataclass(slots=True)
class _Work:
    """The log as it grows."""

    state: MesaState
    reason: str
    done: list[Jugada] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    reopened: bool = False

    def do(self, jugada: Jugada) -> None:
        decide(self.state, jugada)
        self.state = apply(self.state, jugada)
        self.done.append(jugada)

    def reopen(self) -> None:
        """Annul what ended the mesa, if it is over."""
        while self.state.position.ended is not None:
            last = [entry for entry in effective(self.state.entries) if not isinstance(entry.jugada, PAUSES)][-1]
            self.do(Anula(last.number, self.reason))
            self.reopened = True
        if self.state.position.suspended:  # as it was when the mesa ended
            self.do(Reanudacion())

    def withdraw_awards(self, side: str, word: str) -> None:
        """Annul what stands against an award of `word` to `side`, which this ruling replaces, the last first."""
        rival, rules = 1 - side_of(side), self.state.reglamento
        while contrary_award(rules, self.state.position, rival, word):
            last = [entry for entry in effective(self.state.entries) if not isinstance(entry.jugada, PAUSES)]
            ends = (each for each in reversed(last) if isinstance(each.jugada, Adjudica | Proclama))
            self.do(Anula(next(ends).number, self.reason))

    def close(self) -> None:
        """Proclaim again what had been proclaimed, where the score still makes it."""
        if self.reopened and self.state.position.closer is not None:
            self.do(Proclama())

    def rewind(self, entries: Sequence[Entry]) -> None:
        """Annul these, the last first; suspensions happened whatever is played again."""
        for entry in sorted(entries, key=lambda each: -each.number):
            if not isinstance(entry.jugada, PAUSES):
                self.do(Anula(entry.number, self.reason))


def _confirm(_work: _Work, _measure: Measure) -> None:
    """The decision of the Juez stands."""


def _adjust(work: _Work, measure: Measure) -> None:
    work.reopen()
    work.do(Ajusta(measure.side, measure.points, work.reason))
    work.close()


def _annul(work: _Work, measure: Measure) -> None:
    work.reopen()
    for number in sorted(set(measure.numbers), reverse=True):
        if number not in annulments(work.state.entries):
            work.do(Anula(number, work.reason))
    work.close()


def _replay_data(work: _Work, measure: Measure) -> None:
    chica, data = _place(work.state, measure)
    work.reopen()
    work.rewind(_after_chica(work.state, chica))
    again = RepiteData(work.reason, data)
    work.told.append(preview(work.state, again).text)
    work.do(again)


def _replay_chica(work: _Work, measure: Measure) -> None:
    chica, _ = _place(work.state, measure)
    work.reopen()
    work.rewind(_since(work.state, (chica, 0)))


def _replay_mesa(work: _Work, _measure: Measure) -> None:
    work.reopen()
    work.rewind(effective(work.state.entries))


def _award_chica(work: _Work, measure: Measure) -> None:
    work.reopen()
    work.withdraw_awards(measure.side, AWARD_CHICA)
    work.do(Adjudica("adjudica-chica", measure.side, work.reason))
    work.close()


def _award_mesa(work: _Work, measure: Measure) -> None:
    work.withdraw_awards(measure.side, AWARD_MESA)
    work.do(Adjudica("adjudica-mesa", measure.side, work.reason))


def _disqualify(work: _Work, measure: Measure) -> None:
    """Where a chica that was won waits to be proclaimed it is, first; if that ends the mesa, the rival is awarded it."""
    work.reopen()
    rival = SIDES[1 - side_of(measure.side)]
    if work.state.position.closer is not None:
        work.withdraw_awards(rival, AWARD_MESA)
    if work.state.position.closer is not None:
        work.do(Proclama())
    if work.state.position.ended is None:
        work.do(Exit("descalificacion", measure.side, work.reason))
    else:
        work.do(Adjudica("adjudica-mesa", rival, f"{work.reason}: descalifica a {measure.side}"))


def _place(state: MesaState, measure: Measure) -> tuple[int, int]:
    """The chica and the data of the jugada that says what is replayed.

    What counts between two datas and is no play, unless it is a ruling, is of the one just counted.
    """
    number = measure.numbers[0] if measure.numbers else 0
    row = next((row for row in ledger(state) if row.number == number and row.data), None)
    if row is None:
        message = "esa jugada no es de ninguna data: elija otra, o que se repita la mesa"
        raise RuleViolation("sin-data", message, "")
    data = row.data
    if row.effective and isinstance(row.jugada, NO_PLAY) and not isinstance(row.jugada, RULING):
        position = START
        for entry in effective(state.entries):
            if entry.number <= number:
                position = step(state.reglamento, state.seats, position, entry.number, entry.jugada)
        if position.fresh:
            data = next(iter(repeatable(position)), data)
    return row.chica, data


def _after_chica(state: MesaState, chica: int) -> list[Entry]:
    """Jugadas in effect that ended this chica, or were recorded after it."""
    rows = ledger(state)
    later = {
        row.number for row in rows if row.chica > chica or (row.chica == chica and isinstance(row.jugada, Proclama))
    }
    return [entry for entry in effective(state.entries) if entry.number in later]


def _since(state: MesaState, place: tuple[int, int]) -> list[Entry]:
    """What counts and was recorded at this chica and data, or later."""
    later = {row.number for row in ledger(state) if row.data and (row.chica, row.data) >= place}
    return [entry for entry in effective(state.entries) if entry.number in later]
