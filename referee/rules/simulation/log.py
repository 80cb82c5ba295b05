"""The log of a mesa as the simulation writes it: only what the rulebook accepts, the rest is counted."""

from referee.rules.errors import RuleViolation
from referee.rules.folding import step
from referee.rules.judging import judge
from referee.rules.jugadas import Jugada
from referee.rules.reglamento import Reglamento
from referee.rules.state import START, Position


class Log:
    """The position of a mesa while it is played; `number` is that of the next row."""

    def __init__(self, rules: Reglamento, seats: tuple[str, ...], position: Position = START, number: int = 1) -> None:
        self.rules, self.seats, self.position, self.number = rules, seats, position, number
        self.accepted: list[Jugada] = []
        self.refused: list[tuple[Jugada, str]] = []

    def record(self, jugada: Jugada) -> int | None:
        """Add `jugada` and give its number, or None when the rulebook refuses it."""
        try:
            judge(self.rules, self.seats, self.position, jugada)
        except RuleViolation as violation:
            self.refused.append((jugada, violation.code))
            return None
        self.position = step(self.rules, self.seats, self.position, self.number, jugada)
        self.accepted.append(jugada)
        self.number += 1
        return self.number - 1

    def taken(self) -> tuple[tuple[Jugada, ...], tuple[tuple[Jugada, str], ...]]:
        """What was accepted and what was refused since this was last asked."""
        accepted, refused = tuple(self.accepted), tuple(self.refused)
        self.accepted.clear()
        self.refused.clear()
        return accepted, refused

    @property
    def stopped(self) -> bool:
        """Whether a chica is por proclamar or the mesa over: nothing more is thrown."""
        return self.position.closer is not None or self.position.ended is not None
