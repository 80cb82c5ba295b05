"""Fixing the address at which the site is found."""

from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from brackets.models import Championship, SiteAddress, User
from brackets.selectors.site_address import CACHED, site_address, site_address_now
from brackets.services.audit import audit_record


@transaction.atomic
def site_address_settle(*, now: datetime) -> str:
    """At each start: the first one fixes the address; a later one changes it only where the operator names another (`PUBLIC_URL`)."""
    latest = SiteAddress.objects.order_by("-pk").first()
    address = site_address_now() if latest is None or settings.PUBLIC_URL else latest.address
    if latest is None or address != latest.address:
        _fix(address, now)
    return address


@transaction.atomic
def site_address_change(*, championship: Championship, user: User, now: datetime) -> str:
    """From now on the address is that of this computer as it is now; the same again does nothing."""
    before, after = site_address(), site_address_now()
    if before != after:
        _fix(after, now)
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="direccion-cambiar",
            sentence=f"Lo que se imprime lleva desde ahora la dirección {after}; antes, {before}.",
            data={"before": before, "after": after},
        )
    return after


def _fix(address: str, now: datetime) -> None:
    SiteAddress.objects.create(address=address, fixed_at=now)
    transaction.on_commit(lambda: cache.delete(CACHED))
    cache.delete(CACHED)
