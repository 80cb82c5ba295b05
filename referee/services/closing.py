"""The end of a championship: no appeal is left without its answer."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from brackets.models import Championship, User
from brackets.selectors.wording import numbered
from brackets.services.championships import championship_close, championship_lock
from referee.selectors.appeal_terms import terms_running
from referee.selectors.appeals import appeals_waiting
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

NEW_TERM: Final = (
    "Mientras tanto empezó otro plazo para apelar. No se hizo nada: revise lo que termina ahora y ciérrelo de nuevo."
)


def championship_close_answered(
    *, championship: Championship, user: User, now: datetime, told: Collection[str] | None = None
) -> Championship:
    """End it once all is played and each appeal is answered; terms that still run end with it, but none that was not `told`.

    `told`: the seals of the terms that whoever closes has seen; None where nobody was shown any. Closing a closed one does nothing.
    Raises BracketError and RefereeError.
    """
    with one_writer():
        championship = championship_lock(championship)  # an appeal is filed under it, too
        if not championship.is_closed:
            require_appeals_answered(championship)
            if told is not None and any(each.seal not in told for each in terms_running(championship, now)):
                raise RefereeError("plazo-nuevo", NEW_TERM, article="17")
        return championship_close(championship=championship, user=user, now=now)


def require_appeals_answered(championship: Championship) -> None:
    """Raise where an appeal waits for the Director, who could answer it no more once the championship is closed."""
    if waiting := list(appeals_waiting(championship).order_by("number").values_list("number", flat=True)):
        told = numbered(
            waiting,
            "La apelación {} espera al Director: califíquela o fállela antes de cerrar el campeonato.",
            "Las apelaciones {} esperan al Director: califíquelas o fállelas antes de cerrar el campeonato.",
        )
        raise RefereeError("apelaciones-pendientes", told, article="17")
