"""A public draw as a rehearsal makes it: its commitment first, then the seed before two invented witnesses."""

from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from brackets.models import Championship, Stage, User
from brackets.selectors.commitments import commitment_in_force, commitment_outdated
from brackets.services.commitments import draw_commit
from brackets.services.stages import stage_draw

WITNESSES: Final = ("Rocío Andrade", "Marco Villacís")
AGAIN: Final = "Se vuelve a sortear."


def draw_rehearsed(
    *,
    championship: Championship,
    user: User,
    now: datetime,
    public_seed: str,
    number: int = 1,
    salt: str = "",
    **asked: Any,
) -> Stage:
    """Publish a commitment, unless one waits for its draw, and draw with it: the same seed always gives the same lots.

    `asked` are the terms, as `draw_commit` takes them.
    """
    who: dict[str, Any] = {"championship": championship, "user": user, "now": now, "number": number}
    stage = championship.stages.filter(number=number).first()
    last = commitment_in_force(stage)
    if stage is None or last is None or last["draw"] or commitment_outdated(stage, last):
        draw_commit(**who, secret=sha256(f"ensayo|{public_seed}".encode()).hexdigest()[:32], why=AGAIN, **asked)
    return stage_draw(**who, public_seed=public_seed, witnesses=WITNESSES, salt=salt)
