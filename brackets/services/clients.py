"""From where a request comes, as far as that can be believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: the network it is in, and the cookies that it was given."""

    network: str
    cookies: Mapping[str, str]


def client_of(request: HttpRequest) -> Client:
    return Client(network_of(request.META), request.COOKIES)


def address_of(meta: Mapping[str, Any]) -> str:
    """Behind our own proxy, the last address that it added; none where what is told is no address."""
    told: str = meta.get("REMOTE_ADDR", "")
    if settings.TRUSTED_PROXY:
        told = meta.get("HTTP_X_FORWARDED_FOR", told).rpartition(",")[2].strip()
    try:
        address = ip_address(told.partition("%")[0])  # of a link-local one its interface is told too
    except ValueError:
        return ""
    return str((isinstance(address, IPv6Address) and address.ipv4_mapped) or address)


def network_of(meta: Mapping[str, Any]) -> str:
    """What is counted as one client: the address, or of IPv6 the network of 64 bits, which any client has for itself."""
    address = address_of(meta)
    return str(ip_network(f"{address}/64", strict=False)) if ":" in address else address
