"""Which rows of a log count: `anula` takes one back, and an `anula` may itself be taken back."""

from collections.abc import Sequence

from referee.rules.jugadas import Anula, Suspension
from referee.rules.state import Entry, MesaState


def annulments(entries: Sequence[Entry]) -> dict[int, int]:
    """For each annulled number, the number of the `anula` that took it back.

    Read from the newest row to the oldest: an `anula` that was itself annulled annuls nothing.
    """
    annulled_by: dict[int, int] = {}
    for entry in reversed(entries):
        if isinstance(entry.jugada, Anula) and entry.number not in annulled_by:
            annulled_by[entry.jugada.number] = entry.number
    return annulled_by


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The rows that count, oldest first: neither annulled nor an annulment."""
    annulled = annulments(entries)
    return [e for e in entries if e.number not in annulled and not isinstance(e.jugada, Anula)]


def last_effective(entries: Sequence[Entry]) -> Entry | None:
    """The last row that counts, the one that one tap on «deshacer» takes back."""
    rows = effective(entries)
    return rows[-1] if rows else None


def cause_of(state: MesaState) -> str:
    """Why a mesa that is suspended is; empty where it is not."""
    if not state.position.suspended:
        return ""
    pauses = [entry.jugada for entry in effective(state.entries) if isinstance(entry.jugada, Suspension)]
    return pauses[-1].reason if pauses else ""
