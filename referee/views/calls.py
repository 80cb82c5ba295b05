"""The calls of the jueces, as the Mesa de Control sees them."""

from collections.abc import Iterable

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.views.access import WRITE, MemberRequest, championship_page
from referee.models import Call
from referee.selectors.calls import calls_of, calls_open, calls_over
from referee.services.calls import call_attend


@never_cache
@championship_page("calls.attend")
def calls(request: MemberRequest) -> HttpResponse:
    """Who calls, from which mesa and since when; the latest that are over."""
    waiting = list(calls_open(request.championship))
    context = {
        "calls": waiting,
        "over": calls_over(request.championship),
        "shown": f"{len(waiting)}:{latest_of(waiting)}",
    }
    return render(request, "referee/calls.html", context)


@never_cache
@championship_page("calls.attend")
def calls_state(request: MemberRequest) -> HttpResponse:
    """How many wait and which is the latest, for the script of every page of the desk."""
    waiting = list(calls_open(request.championship))
    return JsonResponse({"waiting": len(waiting), "latest": latest_of(waiting)})


@championship_page("calls.attend", WRITE)
def call_attended(request: MemberRequest, call_id: int) -> HttpResponse:
    """Somebody goes to that mesa."""
    call = get_object_or_404(calls_of(request.championship), pk=call_id)
    call_attend(call=call, by=request.user, now=timezone.now())
    return redirect("referee:calls", request.championship.slug)


def latest_of(calls: Iterable[Call]) -> int:
    """The number of the newest of these calls, 0 where there is none."""
    return max((call.pk for call in calls), default=0)
