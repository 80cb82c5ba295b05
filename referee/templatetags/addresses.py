"""At which addresses a championship is found, as its Inicio shows them."""

from typing import Any

from django import template

from brackets.selectors.site_address import opens_elsewhere, site_address, site_address_now
from referee.selectors.addresses import carrying_others

register = template.Library()


@register.inclusion_tag("referee/parts/addresses.html", takes_context=True)
def addresses(context: dict[str, Any]) -> dict[str, object]:
    """The address with a QR to try it, and whether this computer has another by now."""
    request, address, now = context["request"], site_address(), site_address_now()
    return {
        "request": request,
        "csrf_token": context["csrf_token"],
        "address": address,
        "now": now,
        "moved": address != now,
        "opens": opens_elsewhere(address),
        "before": carrying_others(request.championship, now),
    }


@register.inclusion_tag("referee/parts/address_warning.html")
def address_warning() -> dict[str, object]:
    """Above what is printed: a warning where no telephone can open the address that papers carry."""
    address = site_address()
    return {"address": address, "opens": opens_elsewhere(address)}
