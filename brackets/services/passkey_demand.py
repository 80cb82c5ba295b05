"""A Director wants a passkey of whoever has powers of the desk; the demand is kept here, and asked in `selectors.access.roles_here`."""

from datetime import datetime

from django.db import transaction

from brackets.models import Championship, PasskeyDemand, User
from brackets.selectors.access import DIRECTOR, championship_roles
from brackets.selectors.passkeys import relying_party
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.errors import BracketError
from brackets.services.passkeys import NoPasskeysHere


@transaction.atomic
def passkeys_demand(*, championship: Championship, user: User, now: datetime) -> None:
    """From now on; demanding it again does nothing.

    Refused: `funcion-ajena` if he is no Director, `entre-con-llave` where his own session was not opened by a passkey, since he would
    lock himself out, and NoPasskeysHere.
    """
    championship = championship_lock(championship)
    if DIRECTOR not in championship_roles(user, championship):
        raise BracketError("funcion-ajena", "La llave de acceso la exige un Director del campeonato. Pídaselo.")
    if not user.by_passkey:
        raise BracketError(
            "entre-con-llave",
            "Entre usted mismo con su llave de acceso antes de exigirla: si no, se quedaría fuera.",
        )
    if relying_party() is None:
        raise NoPasskeysHere
    _, begun = PasskeyDemand.objects.get_or_create(championship=championship, defaults={"by": user, "since": now})
    if begun:
        sentence = "Exige llave de acceso a quien dirige o sirve en la Mesa de Control."
        audit_record(championship=championship, user=user, now=now, action="llave-exigir", sentence=sentence)


@transaction.atomic
def passkeys_demand_end(*, championship: Championship, user: User | None, now: datetime) -> bool:
    """A password opens the powers of the desk again; whether it did not before. `user` is None for who keeps the server.

    Refused: `funcion-ajena` if he is no Director, or is one without a passkey.
    """
    championship = championship_lock(championship)
    if user is not None and DIRECTOR not in championship_roles(user, championship):
        raise BracketError("funcion-ajena", "Esto lo hace un Director del campeonato, con su llave de acceso.")
    ended, _ = PasskeyDemand.objects.filter(championship=championship).delete()
    if ended:
        sentence = "Ya no exige llave de acceso." if user else "Desde el servidor se dejó de exigir llave de acceso."
        audit_record(championship=championship, user=user, now=now, action="llave-no-exigir", sentence=sentence)
    return bool(ended)
