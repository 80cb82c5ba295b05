"""Whoever acts on a draw says which one was looked at, so that the same sent again does not act on the next."""

from hashlib import sha256
from typing import NamedTuple

from brackets.draw.plural import counted
from brackets.models import Stage
from brackets.services.errors import BracketError


class DrawSeen(NamedTuple):
    """The number of the draw, 0 where none was made yet, and a digest of the exchanges that it had, empty without any.

    A count would not do: one exchange undone and another made gives the same count and other rivals.
    """

    number: int
    exchanges: str = ""


def seen_of(stage: Stage | None) -> DrawSeen:
    """The draw of the stage as it stands."""
    if stage is None:
        return DrawSeen(0)
    made = [(each["a"], each["b"], each["at"]) for each in stage.exchanges]
    return DrawSeen(stage.draw_number, sha256(repr(made).encode()).hexdigest()[:16] if made else "")


def require_seen(stage: Stage, seen: DrawSeen | None) -> None:
    """Refuse `sorteo-cambio` where the locked stage has another draw by now, or other exchanges; None saw nothing."""
    if seen is None or seen == seen_of(stage):
        return
    if seen.number != stage.draw_number:
        there = f"ahora está el sorteo número {stage.draw_number}" if stage.draw_number else "ya no hay ninguno"
    else:
        there = f"ahora el sorteo tiene {counted(len(stage.exchanges), 'intercambio', 'intercambios')}"
        if stage.exchanges:
            last = stage.exchanges[-1]
            there = f"{there}, el último de la {last['a']} con la {last['b']}"
    raise BracketError(
        "sorteo-cambio", f"Mientras tanto cambió el sorteo: {there}. No se hizo nada; revíselo y decida."
    )
