"""How a page is told to others: what its preview shows, and the buttons that pass it on."""

from typing import Any
from urllib.parse import quote

from django import template
from django.urls import reverse

from brackets.models import Championship
from brackets.selectors.site_address import site_address
from brackets.templatetags.site import days
from brackets.views.sharing import Shared

register = template.Library()


@register.inclusion_tag("brackets/parts/share_head.html", takes_context=True)
def share_head(context: dict[str, Any]) -> dict[str, object]:
    """What the page says of itself, `shared` of its context, else what its championship does."""
    request = context["request"]
    shared = context.get("shared") or _of_championship(request.championship)
    return {"shared": shared, "base": site_address(), "path": request.path}


@register.inclusion_tag("brackets/parts/share.html", takes_context=True)
def share(context: dict[str, Any], words: str = "Compartir") -> dict[str, object]:
    """A button where the browser can share, and links that work in any."""
    request = context["request"]
    shared = context.get("shared") or _of_championship(request.championship)
    address = site_address() + request.path
    return {"words": words, "title": shared.title, "address": address, "message": quote(f"{shared.title}: {address}")}


def _of_championship(championship: Championship) -> Shared:
    text = f"{days(championship.starts_on, championship.ends_on)} · {championship.place}"
    return Shared(str(championship), text, reverse("referee:picture", args=[championship.slug]))
