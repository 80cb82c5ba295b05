"""What the Mesa de Control must answer: the calls of the jueces, signatures given under protest, doubts, appeals."""

from collections.abc import Iterable

from django.db.models import Model
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told
from referee.selectors.appeals import appeals_waiting
from referee.selectors.calls import calls_of, calls_open, calls_over
from referee.selectors.consultas import consultas_waiting
from referee.selectors.protests import protests_over, protests_unseen, protests_waiting
from referee.services.calls import call_attend, call_unattend


@never_cache
@championship_page("calls.attend")
def calls(request: MemberRequest) -> HttpResponse:
    """Who calls, from which mesa and since when; who protests; the latest that are over."""
    waiting = list(calls_open(request.championship))
    protests = protests_waiting(request.championship)
    latest_protest = latest_of(protest.signature for protest in protests)
    doubts = consultas_waiting(request.championship)
    appeals = list(appeals_waiting(request.championship).only("pk"))
    count = len(waiting) + len(protests) + doubts + len(appeals)
    context = {
        "doubts": doubts,
        "appeals": len(appeals),
        "calls": waiting,
        "over": calls_over(request.championship),
        "protests": protests,
        "protests_over": protests_over(request.championship),
        "shown": f"{count}:{latest_of(waiting)}:{latest_protest}:{latest_of(appeals)}",
    }
    return render(request, "referee/calls.html", context)


@never_cache
@championship_page("calls.attend")
def calls_state(request: MemberRequest) -> HttpResponse:
    """How many wait and which are the latest, for the script of every page of the desk."""
    waiting, protests = list(calls_open(request.championship)), list(protests_unseen(request.championship))
    appeals = list(appeals_waiting(request.championship).only("pk"))
    count = len(waiting) + len(protests) + len(appeals) + consultas_waiting(request.championship)
    latest = {"latest": latest_of(waiting), "protest": latest_of(protests), "appeal": latest_of(appeals)}
    return JsonResponse({"waiting": count, **latest})


@championship_page("calls.attend", WRITE)
def call_attended(request: MemberRequest, call_id: int) -> HttpResponse:
    """Somebody goes to that mesa; with `a=deshacer`, not after all."""
    call = get_object_or_404(calls_of(request.championship), pk=call_id)
    with told(request):
        act = call_unattend if request.POST.get("a") == "deshacer" else call_attend
        act(call=call, by=request.user, now=timezone.now())
    return redirect("referee:calls", request.championship.slug)


def latest_of(rows: Iterable[Model]) -> int:
    """The number of the newest of these, 0 where there is none."""
    return max((row.pk for row in rows), default=0)
