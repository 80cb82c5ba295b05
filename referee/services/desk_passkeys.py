"""Where a passkey is demanded of the desk, its powers are used on no tablet: what opens one is a password or a PIN."""

from brackets.models import User
from brackets.selectors.access import roles_here
from referee.services.errors import Forbidden


class DeskNeedsPasskey(Forbidden):
    def __init__(self) -> None:
        super().__init__(
            "falta-llave",
            "En este campeonato las funciones de Director y de Mesa de Control piden una llave de acceso, y en una tablet no "
            "valen. Entre en el panel con su llave y hágalo allí.",
        )


def passkey_require(*, user: User, championship_id: int) -> None:
    """Raise DeskNeedsPasskey where the account has a role of the desk and, here, none of its powers."""
    if roles_here(user, championship_id).withheld:
        raise DeskNeedsPasskey


def role_require(*, user: User, championship_id: int) -> None:
    """Raise DeskNeedsPasskey where the account has nothing else here than roles of the desk that it may not use."""
    here = roles_here(user, championship_id)
    if here.withheld and not here.usable:
        raise DeskNeedsPasskey
