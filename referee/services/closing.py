"""The end of a championship: no appeal is left without its answer."""

from datetime import datetime

from brackets.models import Championship, User
from brackets.selectors.wording import numbered
from brackets.services.championships import championship_close, championship_lock
from referee.selectors.appeals import appeals_waiting
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def championship_close_answered(*, championship: Championship, user: User, now: datetime) -> Championship:
    """End it once all is played and each appeal is answered; terms that still run end with it.

    Closing a closed one does nothing. Raises BracketError and RefereeError.
    """
    with one_writer():
        championship = championship_lock(championship)  # an appeal is filed under it, too
        if not championship.is_closed:
            require_appeals_answered(championship)
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
