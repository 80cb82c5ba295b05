"""One player of a pareja is replaced, or goes on with another partner under another number."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.players import ReformForm, SubstituteForm
from brackets.models import Pareja
from brackets.selectors.championships import published_stage
from brackets.selectors.departures import fixtures_at, unanswered
from brackets.selectors.late import enterable_stage, own_place, places_of, why_nobody_enters
from brackets.selectors.parejas import parejas_list
from brackets.selectors.stages import roster_of
from brackets.services.foreseen import foresee
from brackets.services.late_entries import LateEntry
from brackets.services.players import Substituted, begun_by, formed_already, pareja_reform, player_substitute
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.foreseen import carries, confirmation, tell_effects, tell_marked
from brackets.views.refusals import accepted

NEW_ADDRESS = (
    "Su página privada tiene otro enlace: imprímalo y entréguelo. La llegada de quien entra se anota de nuevo."
)


@championship_page("results.correct", FORM, until_closed=True)
def player_replace(request: MemberRequest, number: int) -> HttpResponse:
    pareja = _pareja(request, number)
    form = SubstituteForm(posted(request), pareja=pareja)
    if form.is_valid():

        def act(*, on_purpose: bool) -> Substituted:
            return player_substitute(
                pareja=pareja,
                user=request.user,
                now=timezone.now(),
                on_purpose=on_purpose,
                told=form.told,
                **form.cleaned_data,
            )

        name, back = (
            form.cleaned_data["name"],
            reverse("brackets:pareja_edit", args=(request.championship.slug, number)),
        )
        title = f"En el número {number}, {name} en lugar de {form.leaves}"
        if asked := confirmation(request, foresee(request.championship, act), title=title, back=back):
            return asked
        with accepted(form):
            done = act(on_purpose=carries(request))
            if done.changed:
                messages.success(request, f"{name} juega desde ahora con el número {number}. {NEW_ADDRESS}")
                tell_marked(request, done.marked)
            else:
                messages.info(request, f"{name} ya juega con el número {number}: no cambió nada.")
            return redirect("brackets:parejas", request.championship.slug)
    context = {"pareja": pareja, "form": form, "begun": begun_by(pareja)}
    return render(request, "brackets/player_replace.html", context, status=422 if form.errors else 200)


@championship_page("results.correct", FORM, until_closed=True)
def pareja_partner(request: MemberRequest, number: int) -> HttpResponse:
    """The form, then what would change, then done."""
    if request.championship.players_per_pareja == 1:
        raise Http404
    pareja, stage = _pareja(request, number), enterable_stage(request.championship)
    published = published_stage(request.championship) is not None
    gone = {*roster_of(request.championship.pk).gone, number}
    places = None if not published else places_of(stage, gone) if stage else ()
    at = unanswered(fixtures_at(pareja)) if pareja.status == Pareja.Status.ACTIVE else []
    own = own_place(stage, number) if stage else None
    form = ReformForm(posted(request), pareja=pareja, places=places, own=own, at=at)
    if there := _formed_already(pareja, form):
        messages.info(request, f"Ya juegan juntos con el número {there.number}: no cambió nada.")
        return redirect("brackets:parejas", request.championship.slug)
    if form.is_valid():

        def act(*, on_purpose: bool) -> LateEntry:
            return pareja_reform(
                pareja=pareja,
                user=request.user,
                now=timezone.now(),
                on_purpose=on_purpose,
                told=form.told,
                **form.cleaned_data,
            )

        back = reverse("brackets:pareja_edit", args=(request.championship.slug, number))
        title = f"{form.goes_on}, del {number}, sigue con otro número"
        if asked := confirmation(request, foresee(request.championship, act), title=title, back=back):
            return asked
        with accepted(form):
            entry = act(on_purpose=carries(request))
            messages.success(request, f"{form.goes_on}, del {number}, sigue con el {entry.pareja.number}.")
            tell_effects(request, entry.effects, of="lo que se deshizo")
            return redirect("brackets:parejas", request.championship.slug)
    context = {
        "pareja": pareja,
        "form": form,
        "full": published and not places and why_nobody_enters(request.championship),
    }
    return render(request, "brackets/pareja_partner.html", context, status=422 if form.errors else 200)


def _formed_already(pareja: Pareja, form: ReformForm) -> Pareja | None:
    """Who plays as was sent: somebody was quicker, or it was sent twice and the place may be taken by just that."""
    form.is_valid()
    given = getattr(form, "cleaned_data", {})
    if not {"stays", "partner", "cedula"}.issubset(given):
        return None
    return formed_already(pareja, stays=given["stays"], partner=given["partner"], cedula=given["cedula"])


def _pareja(request: MemberRequest, number: int) -> Pareja:
    return get_object_or_404(parejas_list(request.championship), number=number)
