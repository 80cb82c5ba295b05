"""A championship is closed: first what ends with it, then the act, which nobody undoes."""

from functools import partial
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.models import Championship
from brackets.services.championships import require_over
from brackets.services.errors import is_refusal
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.foreseen import CONFIRMED
from brackets.views.refusals import told
from referee.selectors.appeal_terms import terms_running
from referee.selectors.appeals import appeals_told
from referee.services.closing import championship_close_answered, require_appeals_answered

TERM: Final = "plazo"


@championship_page("championship.close", FORM, until_closed=True)
def championship_closing(request: MemberRequest) -> HttpResponse:
    """What ends, which terms run and which appeals are open; confirmed, it is done, unless a term has begun that its page did not tell."""
    now = timezone.now()
    refusals = _refusals(request.championship)
    if CONFIRMED in request.POST and not refusals:
        with told(request):
            championship_close_answered(
                championship=request.championship, user=request.user, now=now, told=request.POST.getlist(TERM)
            )
            messages.success(request, "El campeonato está cerrado. Sus páginas quedan para siempre.")
            return redirect("brackets:panel", request.championship.slug)
    context = {
        "now": now,
        "terms": terms_running(request.championship, now),
        "appeals": [each for each in appeals_told(request.championship) if each.waits],
        "refusals": refusals,
    }
    refused = request.method == "POST" and refusals
    return render(request, "referee/championship_closing.html", context, status=409 if refused else 200)


def _refusals(championship: Championship) -> list[str]:
    """Why it cannot be closed yet: what is still to be played, and appeals without an answer."""
    stages = list(championship.stages.select_related("championship").order_by("number"))
    found = []
    for require in (partial(require_over, stages), partial(require_appeals_answered, championship)):
        try:
            require()
        except Exception as refused:
            if not is_refusal(refused):
                raise
            found.append(refused.message)
    return found
