"""Whoever acts on a draw says which one was looked at, so that the same sent again does not act on the next."""

from hashlib import sha256
from typing import NamedTuple

from brackets.draw.plural import counted
from brackets.models import Stage
from brackets.services.errors import BracketError


class DrawSeen(NamedTuple):
    """The number of the draw, 0 where none was made yet, and a digest of the exchanges that it had, empty without any.

    A count would not do: one exchange undone and another made gives the same count and other rivals. `commitments` counts what
    was published and what was revoked, neither of which is ever undone: odd while one is in force.
    """

    number: int
    exchanges: str = ""
    commitments: int = 0

    @property
    def is_promised(self) -> bool:
        """Whether a commitment is in force."""
        return bool(self.commitments % 2)


def seen_of(stage: Stage | None) -> DrawSeen:
    """The draw of the stage as it stands."""
    if stage is None:
        return DrawSeen(0)
    made = [(each["a"], each["b"], each["at"]) for each in stage.exchanges]
    digest = sha256(repr(made).encode()).hexdigest()[:16] if made else ""
    promised = len(stage.commitments) + sum(bool(each["revoked_at"]) for each in stage.commitments)
    return DrawSeen(stage.draw_number, digest, promised)


def require_seen(stage: Stage, seen: DrawSeen | None) -> None:
    """Refuse `sorteo-cambio` where the locked stage has another draw by now, other exchanges or another commitment; None saw nothing."""
    now = seen_of(stage)
    if seen is None or seen == now:
        return
    if seen.number != stage.draw_number:
        there = f"ahora está el sorteo número {stage.draw_number}" if stage.draw_number else "ya no hay ninguno"
    elif seen.exchanges == now.exchanges and stage.commitments:
        state = "está publicado" if now.is_promised else "está anulado"
        there = f"ahora {state} el compromiso {len(stage.commitments)}"
    else:
        there = f"ahora el sorteo tiene {counted(len(stage.exchanges), 'intercambio', 'intercambios')}"
        if stage.exchanges:
            last = stage.exchanges[-1]
            there = f"{there}, el último de la {last['a']} con la {last['b']}"
    raise BracketError(
        "sorteo-cambio", f"Mientras tanto cambió el sorteo: {there}. No se hizo nada; revíselo y decida."
    )
