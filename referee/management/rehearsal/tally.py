"""What a rehearsal counts while it goes on; the report reads it at the end."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from referee.rules import LABELS, JuegoYVeo, MesaState, ledger


@dataclass(frozen=True, slots=True)
class MesaFigures:
    """One partida that was played at a table with a tablet."""

    stage: int
    round: int
    number: int
    opened: datetime
    decided: datetime
    sealed: datetime
    jugadas: int
    datas: int
    chicas: int
    zapateria: bool
    how: str
    digest: str

    @property
    def minutes(self) -> float:
        """From the opening of the mesa to its last jugada."""
        return (self.decided - self.opened).total_seconds() / 60


@dataclass
class Tally:
    """Counts, and the figures of each mesa in the order in which they were sealed."""

    steps: int = 0
    batches: int = 0
    repeated: int = 0
    retries: int = 0
    takeovers: int = 0
    annulled: int = 0
    reopened: int = 0
    walkovers: int = 0
    double_no_shows: int = 0
    papers: int = 0
    zapaterias: int = 0
    waits: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    signatures: Counter[str] = field(default_factory=Counter)
    jugadas: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    protests: Counter[bool] = field(default_factory=Counter)
    mesas: list[MesaFigures] = field(default_factory=list)

    def add(self, state: MesaState) -> None:
        """Count the jugadas of a mesa that is over, and the points that each kind of them brought."""
        for row in ledger(state):
            if not row.effective:
                self.annulled += 1
                continue
            label = LABELS[row.jugada.word]
            self.jugadas[label] += 1
            self.points[label] += sum(row.points)
            if isinstance(row.jugada, JuegoYVeo):
                self.protests[row.jugada.upheld] += 1
