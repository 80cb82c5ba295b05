"""What the tablets showed as saved, and whether the log has it: lost, duplicated, out of order, gaps."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from uuid import UUID

DAMAGES = ("lost", "duplicated", "out of order", "gaps")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log; `touched_at` by the tablet's clock."""

    seq: int
    client_id: UUID
    device: int
    touched_at: datetime


@dataclass
class Ledger:
    """What one tablet did and showed at its mesa."""

    mesa: UUID
    device: int
    touches: list[float] = field(default_factory=list)  # when each began, in seconds since the epoch
    shown: list[UUID] = field(default_factory=list)  # what was seen as saved, in the order of the taps

    def show(self, client_ids: Sequence[UUID]) -> None:
        known = set(self.shown)
        self.shown += [client_id for client_id in client_ids if client_id not in known]


def damages(ledgers: Sequence[Ledger], logs: Mapping[UUID, Sequence[Row]], aside: Collection[UUID]) -> Counter[str]:
    """Count it. `aside`: kept in quarantine, or on a tablet, until a person decides; that is not lost."""
    found: Counter[str] = Counter(dict.fromkeys(DAMAGES, 0))
    for rows in logs.values():
        found["gaps"] += [row.seq for row in rows] != list(range(1, len(rows) + 1))
        found["duplicated"] += len(rows) - len({row.client_id for row in rows})
    for ledger in ledgers:
        rows = logs[ledger.mesa]
        seqs = {row.client_id: row.seq for row in rows}
        found["lost"] += sum(shown not in seqs and shown not in aside for shown in ledger.shown)
        places = [seqs[shown] for shown in ledger.shown if shown in seqs]
        found["out of order"] += sum(later < earlier for earlier, later in pairwise(places))
        found["duplicated"] += _doubled([row for row in rows if row.device == ledger.device], ledger.touches)
    return found


def _doubled(rows: Sequence[Row], touches: Sequence[float]) -> int:
    """Rows of this tablet beyond one for each touch: those that say they were made between it and the next."""
    made = [row.touched_at.timestamp() for row in rows]
    if not touches:
        return len(made)
    ends = [*touches[1:], float("inf")]
    within = (sum(begin <= moment < end for moment in made) for begin, end in zip(touches, ends, strict=True))
    before = sum(moment < touches[0] for moment in made)
    return before + sum(max(0, count - 1) for count in within)
