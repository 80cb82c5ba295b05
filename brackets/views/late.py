"""Inscription after the draw, in a place that it left open."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.parejas import LateParejaForm
from brackets.models import Pareja
from brackets.selectors.late import enterable_stage, places_of, why_nobody_enters
from brackets.selectors.stages import roster_of
from brackets.selectors.wording import said
from brackets.services.foreseen import foresee
from brackets.services.late_entries import LateEntry, late_entry_undo, pareja_enter_late
from brackets.services.players import pareja_reform_undo, reformed_from
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.foreseen import carries, confirmation, confirmation_of_undo, tell_effects
from brackets.views.refusals import accepted, told


@championship_page("results.correct", FORM, until_closed=True)
def pareja_late(request: MemberRequest) -> HttpResponse:
    """The form, then what would change, then done."""
    stage, players = enterable_stage(request.championship), request.championship.players_per_pareja
    if stage is None:
        messages.error(request, why_nobody_enters(request.championship))
        return redirect("brackets:parejas", request.championship.slug)
    places = places_of(stage, roster_of(request.championship.pk).gone)
    form = LateParejaForm(posted(request), players=players, places=places)
    if form.is_valid():
        given = {name: form.cleaned_data[name] for name in ("place", "number", "reason")}

        def act(*, on_purpose: bool) -> LateEntry:
            return pareja_enter_late(
                stage=stage,
                data=form.data_of_pareja(),
                user=request.user,
                now=timezone.now(),
                on_purpose=on_purpose,
                told=form.told,
                **given,
            )

        back, title = reverse("brackets:parejas", args=(request.championship.slug,)), f"Entra en «{stage}»"
        if asked := confirmation(request, foresee(request.championship, act), title=title, back=back):
            return asked
        with accepted(form):
            entry = act(on_purpose=carries(request))
            done = said(players, "La pareja {} entró en la etapa: {}.")
            messages.success(request, done.format(entry.pareja.number, entry.place))
            tell_effects(request, entry.effects, of="")
            return redirect(back)
    context = {"form": form, "stage": stage}
    return render(request, "brackets/pareja_late.html", context, status=422 if form.errors else 200)


@championship_page("results.correct", WRITE)
def pareja_late_undo(request: MemberRequest, number: int) -> HttpResponse:
    """Where one of its players came from another, that one is back if it left for it; at once, unless something falls with it."""
    pareja = get_object_or_404(Pareja, championship=request.championship, number=number)
    there = pareja_reform_undo if reformed_from(pareja) else late_entry_undo

    def undo() -> LateEntry:
        return there(pareja=pareja, user=request.user, now=timezone.now())

    back = reverse("brackets:pareja_edit", args=(request.championship.slug, number))
    if asked := confirmation_of_undo(request, undo, title=f"Deshacer la entrada del {number}", back=back):
        return asked
    with told(request):
        undone = undo()
        done = said(request.championship.players_per_pareja, "Se deshizo la entrada de la pareja {}.").format(number)
        if not undone.changed:
            messages.info(request, f"El {number} ya no estaba en el campeonato: no cambió nada.")
        else:
            messages.success(request, f"{done} El {undone.back.number} está de nuevo." if undone.back else done)
            tell_effects(request, undone.effects, of="esa entrada")
        return redirect("brackets:parejas", request.championship.slug)
    return redirect(back)
