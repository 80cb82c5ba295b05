"""`anula`: when it may be recorded, and which rows count while a long log grows.

`history` reads a whole log from its end; `Annulments` keeps the same answer row by row.
"""

from referee.rules.errors import RuleViolation
from referee.rules.judging import reason_refusal
from referee.rules.jugadas import Anula
from referee.rules.notation import dump_jugada
from referee.rules.state import Entry


def anula_refusal(jugada: Anula, *, known: bool, annulled_by: int | None, undoable: bool) -> RuleViolation | None:
    """Why this `anula` may not be recorded, or None.

    `known`: the log has that row; `undoable`: it is one of those that need no reason (undo, and undo of the undo).
    """
    number = jugada.number
    if not known:
        return RuleViolation("jugada-inexistente", f"no hay ninguna jugada {number} que anular", "")
    if annulled_by is not None:
        return RuleViolation("ya-anulada", f"la jugada {number} ya está anulada por la {annulled_by}", "")
    if jugada.reason is None and not undoable:
        return RuleViolation("falta-motivo", f"para anular la jugada {number} hace falta un motivo", "")
    return reason_refusal(jugada)


def anula_breaks(number: int, entry: Entry, broken: RuleViolation) -> RuleViolation:
    """The refusal of `anula number`, after which `entry` could not have been recorded."""
    message = f"sin la jugada {number} no valdría la {entry.number} «{dump_jugada(entry.jugada)}»: {broken.message}"
    return RuleViolation("anula-rompe", message, broken.article)


class Annulments:
    """Who annuls whom, one `anula` at a time.

    An `anula` hangs on the row that it takes back, and counts until another one hangs on it. The newest ones, each
    on the one before, are a chain: in it every second row counts, so that undoing and doing again costs the same
    however often it is done. Only what hangs elsewhere is settled one by one.
    """

    def __init__(self) -> None:
        self._on: dict[int, int] = {}
        self._settled: dict[int, set[int]] = {}
        self._chain: list[int] = []
        self._place: dict[int, int] = {}

    def annulled_by(self, number: int) -> int | None:
        """The number of the `anula` that took this row back, the oldest of those that count."""
        place = self._place.get(number)
        if place is not None and (len(self._chain) - place) % 2 == 0:
            return self._chain[place + 1]
        return min(self._settled.get(number, ()), default=None)

    def annul(self, number: int, by: int) -> int:
        """Row `by` takes back `number`, which counts now; returns the jugada at the end of what hangs there."""
        if not self._chain or self._chain[-1] != number:
            self._settle()
            self._chain, self._place = [number], {number: 0}
        self._place[by] = len(self._chain)
        self._chain.append(by)
        self._on[by] = number
        return self._turn()

    def take_back(self) -> None:
        """The last `annul` did not happen."""
        by = self._chain.pop()
        del self._place[by], self._on[by]
        self._turn()

    def _turn(self) -> int:
        """The first of the chain counts anew or no longer, and so on along what it hangs on; returns the end."""
        number, counts, turns = self._chain[0], len(self._chain) % 2 == 1, True
        while number in self._on:
            on = self._on[number]
            if turns:
                hanging = self._settled.setdefault(on, set())
                before = bool(hanging)
                (hanging.add if counts else hanging.discard)(number)
                turns, counts = bool(hanging) != before, not hanging
            number = on
        return number

    def _settle(self) -> None:
        """Write down which rows of the chain count."""
        for place in range(len(self._chain) - 1, 0, -2):
            self._settled.setdefault(self._chain[place - 1], set()).add(self._chain[place])
