"""For which address passkeys are made, and of whom they are demanded."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.db.models import Count, Q

from brackets.models import Championship, PasskeyDemand, User
from brackets.selectors.access import DESK
from brackets.selectors.single import annotated, single
from brackets.selectors.site_address import site_address

DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """`id`: the name of the host. `origin`: the address as a browser signs it."""

    id: str
    origin: str


def relying_party(address: str | None = None) -> RelyingParty | None:
    """Of the site's fixed address, never of a request's; None where browsers give no passkeys.

    They give them over https to a host that has a name, and to `localhost`.

    >>> relying_party("https://Sala.example:443").origin, relying_party("http://localhost:8000").id
    ('https://sala.example', 'localhost')
    >>> [relying_party(each) for each in ("http://sala.example", "https://192.168.1.5:8000", "http://127.0.0.1:8000")]
    [None, None, None]
    """
    parts = urlsplit(site_address() if address is None else address)
    host = parts.hostname or ""
    if not host or (parts.scheme != "https" and (parts.scheme, host) != ("http", "localhost")):
        return None
    try:
        ip_address(host)
    except ValueError:
        port = "" if parts.port in {None, DEFAULT_PORTS[parts.scheme]} else f":{parts.port}"
        return RelyingParty(host, f"{parts.scheme}://{host}{port}")
    return None


@dataclass(frozen=True, slots=True)
class DeskPerson:
    """Somebody with a role of the desk, and how many passkeys the account has."""

    user: User
    passkeys: int


def desk_people(championship: Championship) -> list[DeskPerson]:
    """Those without a passkey first: one query."""
    roles = Q(roles__championship=championship, roles__kind__in=DESK)
    people = User.objects.filter(roles, is_active=True).annotate(keys=Count("passkeys", distinct=True)).distinct()
    found = [DeskPerson(user, annotated(user, "keys")) for user in people]
    return sorted(found, key=lambda each: (each.passkeys > 0, str(each.user).casefold()))


def demand_of(championship: Championship) -> PasskeyDemand | None:
    return single(PasskeyDemand.objects.select_related("by").filter(championship=championship))


def demanding(user: User) -> Championship | None:
    """A championship that demands a passkey of this account, as one of its desk."""
    asked = Championship.objects.filter(passkey_demand__isnull=False, roles__user=user, roles__kind__in=DESK)
    return asked.order_by("pk").first()
