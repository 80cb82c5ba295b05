"""Inscription by hand: the list, one pareja, its withdrawal."""

from collections.abc import Iterable
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.forms.parejas import NewParejaForm, ParejaForm, initial_of
from brackets.models import Pareja, Stage
from brackets.selectors.championships import published_stage
from brackets.selectors.commitments import commitment_in_force, commitment_outdated
from brackets.selectors.departures import entries_undone
from brackets.selectors.draws import why_outdated
from brackets.selectors.late import enterable_stage, late_stage
from brackets.selectors.parejas import parejas_list, parejas_with_cedulas
from brackets.selectors.spelling import name_key
from brackets.selectors.wording import said
from brackets.services.inscription import pareja_data
from brackets.services.parejas import pareja_add, pareja_update, pareja_withdraw
from brackets.services.players import reformed_from
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.players import NEW_ADDRESS
from brackets.views.refusals import accepted, told

LATE: Final = "results.correct"


def matching(parejas: Iterable[Pareja], words: str) -> list[Pareja]:
    """Those whose number is `words`, or whose names or club contain them, whatever case and accents."""
    key = name_key(words)
    return [pareja for pareja in parejas if key == str(pareja.number) or key in _searched(pareja)]


def _searched(pareja: Pareja) -> str:
    names = (player.name for player in pareja.players.all())
    return name_key(" ".join((pareja.name, pareja.club, pareja.category, *names)))


@championship_page("parejas.edit")
def parejas(request: MemberRequest) -> HttpResponse:
    words = request.GET.get("buscar", "").strip()
    everyone, published = list(parejas_list(request.championship)), published_stage(request.championship)
    undone = entries_undone(everyone)
    standing = [pareja.status for pareja in everyone if pareja.number not in undone]
    context = {
        "parejas": matching(everyone, words) if words else everyone,
        "words": words,
        "undone": undone,
        "active": standing.count(Pareja.Status.ACTIVE),
        "withdrawn": standing.count(Pareja.Status.WITHDRAWN),
        "expelled": standing.count(Pareja.Status.EXPELLED),
        "published": published,
        "enterable": published and LATE in request.allowed and enterable_stage(request.championship),
    }
    return render(request, "brackets/parejas.html", context)


def tell_draw(request: MemberRequest) -> None:
    """Once others enter it: the first draw, not public yet, that holds no more, or what was promised of it."""
    stage = request.championship.stages.order_by("number").first()
    if stage is None:
        return
    promised = commitment_in_force(stage)
    if stage.status == Stage.Status.DRAWN and (why := why_outdated(stage)):
        messages.warning(request, f"Desde el sorteo de «{stage}» {why}: hay que volver a sortear.")
    elif stage.status == Stage.Status.PLANNED and promised and (why := commitment_outdated(stage, promised)):
        messages.warning(request, why)


@championship_page("parejas.edit", FORM, until_closed=True)
def pareja_new(request: MemberRequest) -> HttpResponse:
    players = request.championship.players_per_pareja
    form = NewParejaForm(posted(request), players=players)
    if form.is_valid():
        with accepted(form):
            pareja = pareja_add(
                championship=request.championship,
                data=form.data_of_pareja(),
                number=form.cleaned_data["number"],
                user=request.user,
                now=timezone.now(),
                told=form.told,
            )
            messages.success(
                request, said(players, "Se inscribió la pareja {}, {}.").format(pareja.number, pareja.title)
            )
            tell_draw(request)
            again = "otra" in request.POST
            return redirect("brackets:pareja_new" if again else "brackets:parejas", request.championship.slug)
    return render(request, "brackets/pareja_form.html", {"form": form}, status=422 if form.errors else 200)


@championship_page("parejas.edit", FORM)
def pareja_edit(request: MemberRequest, number: int) -> HttpResponse:
    pareja = get_object_or_404(parejas_with_cedulas(request.championship), number=number)
    players = request.championship.players_per_pareja
    form = ParejaForm(posted(request), initial=initial_of(pareja_data(pareja)), players=players)
    if form.is_valid():
        with accepted(form):
            after = pareja_update(
                pareja=pareja, data=form.data_of_pareja(), user=request.user, now=timezone.now(), told=form.told
            )
            done = said(players, "Se guardaron los datos de la pareja {}.").format(number)
            messages.success(request, done if after.link_nonce == pareja.link_nonce else f"{done} {NEW_ADDRESS}")
            tell_draw(request)
            return redirect("brackets:parejas", request.championship.slug)
    context = {
        "form": form,
        "pareja": pareja,
        "published": published_stage(request.championship),
        "undone": entries_undone([pareja]),
        "late": LATE in request.allowed and late_stage(pareja, request.championship.stages.all()),
        "reformed": LATE in request.allowed and reformed_from(pareja),
        "reason_form": ReasonForm(auto_id="retirar_%s"),
    }
    return render(request, "brackets/pareja_form.html", context, status=422 if form.errors else 200)


@championship_page("parejas.edit", WRITE)
def pareja_take_out(request: MemberRequest, number: int) -> HttpResponse:
    """Before the draw is published; after that whoever may is led to the page where it leaves."""
    pareja = get_object_or_404(Pareja, championship=request.championship, number=number)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Falta el motivo: diga por qué se retira. No cambió nada.")
        return redirect("brackets:pareja_edit", request.championship.slug, number)
    done = said(request.championship.players_per_pareja, "La pareja {} está retirada. Su número no se vuelve a dar.")
    with told(request):
        pareja_withdraw(pareja=pareja, user=request.user, now=timezone.now(), reason=form.cleaned_data["reason"])
        messages.success(request, done.format(number))
        tell_draw(request)
        return redirect("brackets:parejas", request.championship.slug)
    page = "brackets:pareja_departure" if LATE in request.allowed else "brackets:pareja_edit"
    return redirect(page, request.championship.slug, number)
