"""Proposing who judges what and where, adjusting it by touch, publishing it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import Draft
from brackets.selectors.drafts import DraftView, draft_mark, draft_open, wanting_in
from brackets.selectors.hall import hall_of
from brackets.selectors.single import single
from brackets.selectors.team import jueces
from brackets.services.drafts import (
    draft_discard,
    draft_mend,
    draft_propose,
    draft_publish,
    draft_put_juez,
    draft_put_table,
    draft_undo,
)
from brackets.services.errors import BracketError
from brackets.views.access import READ, WRITE, MemberRequest, championship_page
from brackets.views.refusals import told

ENDINGS: dict[str, Callable[..., Draft]] = {
    "deshacer": draft_undo,
    "arreglar": draft_mend,
    "descartar": draft_discard,
    "publicar": draft_publish,
}


@never_cache
@championship_page("floor.edit", READ)
def allocation(request: MemberRequest) -> HttpResponse:
    """The draft that is open. With `?juez=` or `?mesa=` in hand, what each partida says to it before it is dropped there."""
    mark = draft_mark(request.championship)
    hall = hall_of(request.championship, timezone.now())
    draft = draft_open(request.championship)
    if draft is None:
        context = {"wanting": len(wanting_in(hall, None, None)), "mark": mark, "version": "0"}
        return render(request, "brackets/allocation_none.html", context)
    view = DraftView(draft, hall)
    juez, table = _number(request.GET.get("juez")), _number(request.GET.get("mesa"))
    in_hand = hall.people.get(juez or 0) if juez in view.jueces else None
    drops = view.drops(in_hand.pk) if in_hand else {}
    context = {
        "view": view,
        "draft": draft,
        "mark": mark,
        "version": f"{draft.pk}.{draft.version}",
        "whole": sum(line.is_whole for line in view.lines),
        "rows": [(line, drops.get(line.fixture.pk)) for line in view.lines],
        "juez": in_hand,
        "table": hall.by_table.get(table or 0) if table in view.places else None,
    }
    return render(request, "brackets/allocation.html", context)


@never_cache
@championship_page("floor.edit", READ)
def allocation_state(request: MemberRequest) -> HttpResponse:
    """Whether anything changed since `marca`, for the script of the page: 204 where nothing did."""
    mark = draft_mark(request.championship)
    return HttpResponse(status=204) if request.GET.get("marca") == mark else JsonResponse({"mark": mark})


@championship_page("floor.edit", WRITE)
def allocation_propose(request: MemberRequest) -> HttpResponse:
    """Of a round or of what can be played now; anew where the one that was seen is given up for it."""
    stage, number = _number(request.POST.get("etapa")), _number(request.POST.get("ronda"))
    of_round = get_object_or_404(request.championship.stages, number=stage or 1) if number else None
    with told(request):
        draft_propose(
            championship=request.championship, stage=of_round, round=number, user=request.user, now=timezone.now()
        )
    return redirect("brackets:allocation", request.championship.slug)


@championship_page("floor.edit", WRITE)
def allocation_put(request: MemberRequest) -> HttpResponse:
    """Drop a Juez or a table at a partida; an empty one takes away who is there."""
    championship, now = request.championship, timezone.now()
    fixture, back = _number(request.POST.get("partida")) or 0, reverse("brackets:allocation", args=[championship.slug])
    with told(request):
        draft, version = _seen(request)
        if "mesa" in request.POST:
            key = _number(request.POST["mesa"])
            table = get_object_or_404(championship.tables, pk=key) if key else None
            draft_put_table(draft=draft, version=version, fixture=fixture, table=table, user=request.user, now=now)
        else:
            key = _number(request.POST.get("juez"))
            juez = get_object_or_404(jueces(championship), pk=key) if key else None
            draft_put_juez(draft=draft, version=version, fixture=fixture, juez=juez, user=request.user, now=now)
        return redirect(f"{back}#linea-{fixture}")
    return redirect(back)


@championship_page("floor.edit", WRITE)
def allocation_end(request: MemberRequest, what: str) -> HttpResponse:
    """Undo the last step, take out what is stale, give it up, or publish it."""
    done = ENDINGS.get(what)
    with told(request):
        if done is None:
            raise BracketError("no-existe", "Elija qué hacer con la propuesta.")
        draft, version = _seen(request)
        done(draft=draft, version=version, user=request.user, now=timezone.now())
        if what == "publicar":
            messages.success(request, "Mesas y jueces publicados: ya se ven en las partidas y en las tablets.")
            return redirect("brackets:fixtures", request.championship.slug)
        if what == "descartar":
            messages.success(request, "La propuesta se descartó: no cambió nada.")
    return redirect("brackets:allocation", request.championship.slug)


def _seen(request: MemberRequest) -> tuple[Draft, int]:
    """The draft and the version that whoever sent this was looking at."""
    key, version = _number(request.POST.get("propuesta")), _number(request.POST.get("version"))
    draft = single(request.championship.drafts.filter(pk=key)) if key else None
    if draft is None:
        raise BracketError("propuesta-terminada", "Esa propuesta ya no está. Haga otra si falta asignar partidas.")
    return draft, version or 0


def _number(sent: str | None) -> int | None:
    return int(sent) if sent and sent.isascii() and sent.isdigit() and len(sent) < 19 else None
