"""The rulebooks side by side, for anybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.rules import BASES, REGLAMENTOS, compare


@require_safe
def reglamentos(request: HttpRequest) -> HttpResponse:
    """Those that were asked for (`?reglamento=riobamba&reglamento=pagat`), or all; `?difiere=1` what differs alone."""
    asked = [key for key in REGLAMENTOS if key in request.GET.getlist("reglamento")]
    shown = [REGLAMENTOS[key] for key in asked or REGLAMENTOS]
    only = bool(request.GET.get("difiere"))
    context = {
        "reglamentos": [(rules, rules in shown) for rules in REGLAMENTOS.values()],
        "shown": shown,
        "only": only,
        "parts": compare(shown, only_differing=only),
        "bases": BASES.values(),
    }
    return render(request, "referee/reglamentos.html", context)
