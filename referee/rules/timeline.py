"""A long log folded row by row, so that an `anula` costs what it changes and not the whole log."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from referee.rules.annulling import Annulments, anula_breaks, anula_refusal
from referee.rules.errors import RuleViolation
from referee.rules.folding import joined, step
from referee.rules.judging import judge
from referee.rules.jugadas import Anula, Jugada
from referee.rules.plausibility import Caution, cautions
from referee.rules.state import START, DataScore, Entry, MesaState, Position


class _Row(NamedTuple):
    """A row that counts and the position after it.

    What no judgement reads is kept apart, as what this row added to it: the positions of two logs that have come
    together again are then equal.
    """

    entry: Entry
    position: Position
    datas: tuple[DataScore, ...]
    unpaid: tuple[int, int]


class Timeline:
    """The log of a mesa, growing: what `decide` and `apply` do, faster over many rows."""

    def __init__(self, state: MesaState) -> None:
        self._rules, self._seats = state.reglamento, state.seats
        self._entries: list[Entry] = []
        self._numbers: set[int] = set()
        self._rows: list[_Row] = []
        self._annulments = Annulments()
        for entry in state.entries:
            self.record(entry.number, entry.jugada)

    def record(self, number: int, jugada: Jugada) -> None:
        """Add `jugada` as row `number`; raises RuleViolation, and then nothing has changed."""
        entry = Entry(number, jugada)
        if isinstance(jugada, Anula):
            self._annul(entry, jugada)
        else:
            before = self._rows[-1].position if self._rows else START
            judge(self._rules, self._seats, before, jugada)
            self._rows.append(self._step(before, entry))
        self._entries.append(entry)
        self._numbers.add(number)

    def cautions(self) -> Iterator[tuple[int, Caution]]:
        """What makes rows implausible, in the order of the log with the number of the row; an annulled one never happened."""
        before = START
        for row in self._rows:
            for caution in cautions(self._rules, self._seats, before, row.entry.jugada):
                yield row.entry.number, caution
            before = row.position

    def state(self, next_number: int) -> MesaState:
        """The mesa as it stands, `next_number` the number of the next row."""
        position = START
        if self._rows:
            datas = joined(chain.from_iterable(row.datas for row in self._rows))
            unpaid = (sum(row.unpaid[0] for row in self._rows), sum(row.unpaid[1] for row in self._rows))
            position = self._rows[-1].position._replace(datas=datas, unpaid=unpaid)
        return MesaState(self._rules, self._seats, tuple(self._entries), position, next_number)

    def _step(self, before: Position, entry: Entry) -> _Row:
        after = step(self._rules, self._seats, before, entry.number, entry.jugada)
        datas, unpaid = after.datas, after.unpaid
        if datas or unpaid != START.unpaid:
            after = after._replace(datas=(), unpaid=START.unpaid)
        return _Row(entry, after, datas, unpaid)

    def _annul(self, entry: Entry, jugada: Anula) -> None:
        number = jugada.number
        undoable = {self._rows[-1].entry.number} if self._rows else set()
        if self._entries:
            undoable.add(self._entries[-1].number)
        refusal = anula_refusal(
            jugada,
            known=number in self._numbers,
            annulled_by=self._annulments.annulled_by(number),
            undoable=number in undoable,
        )
        if refusal:
            raise refusal
        turned = self._annulments.annul(number, entry.number)
        try:
            self._turn(turned, annulled=number)
        except RuleViolation:
            self._annulments.take_back()
            raise

    def _turn(self, number: int, *, annulled: int) -> None:
        """Fold without jugada `number`, or with it again, whichever the annulments now say."""
        at = bisect_left(self._rows, number, key=lambda row: row.entry.number)
        present = at < len(self._rows) and self._rows[at].entry.number == number
        counts = self._annulments.annulled_by(number) is None
        if present and not counts:
            folded = self._folded(at, (), at + 1, annulled)
            self._rows[at : at + 1 + len(folded)] = folded
        elif counts and not present:
            entry = self._entries[bisect_left(self._entries, number, key=lambda entry: entry.number)]
            folded = self._folded(at, (entry,), at, annulled)
            self._rows[at : at + len(folded) - 1] = folded

    def _folded(self, at: int, first: Iterable[Entry], following: int, annulled: int) -> list[_Row]:
        """The rows from `at` on, `first` and then those from `following` until nothing differs any more."""
        position = self._rows[at - 1].position if at else START
        folded: list[_Row] = []
        for entry in first:
            folded.append(self._judged(position, entry, annulled))
            position = folded[-1].position
        for index in range(following, len(self._rows)):
            old = self._rows[index]
            folded.append(self._judged(position, old.entry, annulled))
            position = folded[-1].position
            if position == old.position:
                break
        return folded

    def _judged(self, before: Position, entry: Entry, annulled: int) -> _Row:
        try:
            judge(self._rules, self._seats, before, entry.jugada)
        except RuleViolation as broken:
            raise anula_breaks(annulled, entry, broken) from broken
        return self._step(before, entry)
