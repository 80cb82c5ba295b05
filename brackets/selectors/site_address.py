"""At which address the site is found: fixed once, and never what a request says of itself."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache

from brackets.models import SiteAddress

CACHED: Final = "site-address"
CACHED_S: Final = 60


def site_address() -> str:
    """The address that whatever leads here carries, without a slash at its end: one query a minute.

    The operator's (`PUBLIC_URL`) where he gave one, else the one fixed at the first start, else that of this computer now.
    """
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL)
    known: str | None = cache.get(CACHED)
    if known is None:
        latest = SiteAddress.objects.order_by("-pk").first()
        known = latest.address if latest else settings.ADDRESS_NOW
        cache.set(CACHED, known, CACHED_S)
    return known


def site_address_now() -> str:
    """What would be fixed at a first start now."""
    return str(settings.PUBLIC_URL or settings.ADDRESS_NOW)


def opens_elsewhere(address: str) -> bool:
    """Whether other devices can open it: not where it names each device itself.

    >>> [opens_elsewhere(each) for each in ("http://localhost:8000", "http://127.0.0.1:8000", "http://192.168.1.5:8000")]
    [False, False, True]
    """
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost" and not host.endswith(".localhost")
