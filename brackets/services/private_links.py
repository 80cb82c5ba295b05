"""The private page of a pareja is given a new address, or closed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from brackets.models import Pareja, User
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock


@transaction.atomic
def private_link_renew(*, pareja: Pareja, nonce: UUID, user: User, now: datetime) -> Pareja:
    """Give its page a new address, made with `nonce`; the one before leads nowhere from now on. The same again does nothing."""
    return _link_set(pareja, nonce, user, now, "enlace-renovar", "Dio un enlace privado nuevo a la pareja {}.")


@transaction.atomic
def private_link_revoke(*, pareja: Pareja, user: User, now: datetime) -> Pareja:
    """Close its page until it is given another address; repeating it does nothing."""
    return _link_set(pareja, None, user, now, "enlace-cerrar", "Cerró la página privada de la pareja {}.")


def _link_set(pareja: Pareja, nonce: UUID | None, user: User, now: datetime, action: str, sentence: str) -> Pareja:
    championship = championship_lock(pareja.championship)
    pareja = Pareja.objects.get(pk=pareja.pk)
    if pareja.link_nonce == nonce:
        return pareja
    pareja.link_nonce = nonce
    pareja.save(update_fields=("link_nonce",))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action=action,
        sentence=said(championship.players_per_pareja, sentence).format(pareja.number),
        data={"number": pareja.number},
    )
    return pareja
