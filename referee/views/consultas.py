"""Consultas at the desk: what waits for the Director, writing one down, resolving, withdrawing; and the precedents."""

from typing import TypedDict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.models import Championship
from brackets.views.access import FORM, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted
from referee.models import Consulta
from referee.rules import cite
from referee.selectors.consultas import consultas_of, consultas_told, in_force, places_of, precedents_of, rules_of
from referee.services.consultas import consulta_open, consulta_resolve, consulta_withdraw
from referee.views.consulta_forms import ConsultaForm, ResolutionForm, place_choices


class Searched(TypedDict):
    words: str
    article: str


@championship_page("consultas.write")
def consultas(request: MemberRequest) -> HttpResponse:
    """All of them, those that wait first."""
    found = consultas_told(request.championship, **_searched(request))
    return render(request, "referee/consultas.html", {"consultas": found, **_search_context(request)})


@championship_page("consultas.write", FORM, until_closed=True)
def consulta_new(request: MemberRequest) -> HttpResponse:
    """Write one down on behalf of those who have the doubt; `?partida=` is where it came up."""
    form = ConsultaForm(posted(request), championship=request.championship, initial=_begun(request))
    if form.is_valid():
        with accepted(form):
            consulta = consulta_open(
                championship=request.championship,
                exposed=form.exposed(),
                client_id=form.cleaned_data["client_id"],
                user=request.user,
                now=timezone.now(),
            )
            messages.success(request, f"Se anotó la consulta {consulta.number}: la resuelve el Director.")
            return redirect("referee:consultas", request.championship.slug)
    context = {"form": form, "resolved_by": cite(rules_of(request.championship).article("gaps.resolved_by"))}
    return render(request, "referee/consulta_new.html", context, status=422 if form.errors else 200)


@championship_page("consultas.resolve", FORM)
def consulta_resolution(request: MemberRequest, number: int) -> HttpResponse:
    """The Director resolves one, beside the precedents of the same article."""
    consulta = _consulta(request.championship, number)
    if request.method != "POST" and hasattr(consulta, "end"):
        return redirect("referee:consultas", request.championship.slug)
    standing = in_force(consultas_told(request.championship))
    form = ResolutionForm(posted(request), precedents=[told for told in standing if told.consulta != consulta])
    if form.is_valid():
        with accepted(form):
            consulta_resolve(consulta=consulta, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"Se resolvió la consulta {number}. Ya es un precedente.")
            return redirect("referee:consultas", request.championship.slug)
    alike = [told for told in standing if told.consulta.article == consulta.article and told.consulta != consulta]
    place = next((each for each in places_of(request.championship) if each.article == consulta.article), None)
    context = {"form": form, "consulta": consulta, "place": place, "alike": alike}
    return render(request, "referee/consulta_resolution.html", context, status=422 if form.errors else 200)


@championship_page("consultas.write", FORM)
def consulta_withdrawal(request: MemberRequest, number: int) -> HttpResponse:
    """Nobody needs it any more: why."""
    consulta = _consulta(request.championship, number)
    if request.method != "POST" and hasattr(consulta, "end"):
        return redirect("referee:consultas", request.championship.slug)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with accepted(form):
            consulta_withdraw(consulta=consulta, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, f"Se retiró la consulta {number}.")
            return redirect("referee:consultas", request.championship.slug)
    context = {"form": form, "consulta": consulta}
    return render(request, "referee/consulta_withdrawal.html", context, status=422 if form.errors else 200)


@championship_page("championship.see")
def precedents(request: ChampionshipRequest) -> HttpResponse:
    """What the Director resolved in this championship, for anybody, without the names of who asked."""
    found = precedents_of(request.championship, **_searched(request))
    resolved_by = cite(rules_of(request.championship).article("gaps.resolved_by"))
    context = {"precedents": found, "resolved_by": resolved_by, **_search_context(request)}
    return render(request, "referee/precedents.html", context)


def _consulta(championship: Championship, number: int) -> Consulta:
    return get_object_or_404(consultas_of(championship), number=number)


def _searched(request: HttpRequest) -> Searched:
    return {"words": request.GET.get("buscar", "").strip(), "article": request.GET.get("articulo", "").strip()}


def _search_context(request: ChampionshipRequest) -> dict[str, object]:
    choices = place_choices(places_of(request.championship), "Cualquier artículo")
    return {"choices": choices, **_searched(request)}


def _begun(request: HttpRequest) -> dict[str, str]:
    number = request.GET.get("partida", "")
    return {"fixture": number} if number.isdigit() else {}
