"""Whoever acts on a draw says which one was looked at, so that the same sent again does not act on the next."""

from typing import NamedTuple

from brackets.draw.plural import counted
from brackets.models import Stage
from brackets.services.errors import BracketError


class DrawSeen(NamedTuple):
    """The number of the draw, 0 where none was made yet, and how many exchanges it had."""

    number: int
    exchanges: int


def require_seen(stage: Stage, seen: DrawSeen | None) -> None:
    """Refuse `sorteo-cambio` where the locked stage has another draw by now, or other exchanges; None saw nothing."""
    if seen is None or seen == (stage.draw_number, len(stage.exchanges)):
        return
    if seen.number != stage.draw_number:
        there = f"ahora está el sorteo número {stage.draw_number}" if stage.draw_number else "ya no hay ninguno"
    else:
        there = f"ahora el sorteo tiene {counted(len(stage.exchanges), 'intercambio', 'intercambios')}"
    raise BracketError(
        "sorteo-cambio", f"Mientras tanto cambió el sorteo: {there}. No se hizo nada; revíselo y decida."
    )
