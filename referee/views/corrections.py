"""Corrección oficial: by a ruling, the Director opens a sealed Planilla for its next version."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.forms.site_form import SiteForm
from brackets.models import Fixture
from brackets.selectors.bracket import round_name
from brackets.selectors.single import single
from brackets.selectors.voided import is_voided
from brackets.selectors.wording import said
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.cards import card_of
from brackets.views.foreseen import carries
from brackets.views.refusals import accepted
from brackets.views.results import asked_first, fixture_or_404, tell_uncalled
from referee.models import Mesa
from referee.selectors.mesas import (
    correction_until,
    mesa_is_sealed,
    planilla_corrected,
    planilla_standing,
    why_not_counted,
)
from referee.services.corrections import Corrected, planilla_correct


class CorrectionForm(SiteForm):
    """`players` each pareja has decides what its members are called."""

    reason = forms.CharField(
        label="Fallo del Director",
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Qué se corrige y por qué. Queda en la versión nueva de la Planilla.",
    )
    unsigned = forms.CharField(label="", max_length=300, required=False, help_text="Déjelo vacío si firman otra vez.")

    def __init__(self, *args: object, players: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # whatever a form takes
        self.fields["unsigned"].label = said(players, "Por qué no vuelven a firmar las parejas")


@championship_page("planillas.correct", FORM)
def correction(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Ask for the ruling, or tell how the correction under way goes on."""
    fixture = fixture_or_404(request, fixture_id)
    mesa = single(
        Mesa.objects.select_related("pareja_a", "pareja_b", "fixture")
        .filter(fixture=fixture)
        .prefetch_related("planillas")
    )
    if mesa is None:
        raise Http404
    form = CorrectionForm(posted(request), players=request.championship.players_per_pareja)
    if form.is_valid():

        def act(*, on_purpose: bool) -> Corrected:
            return planilla_correct(
                mesa=mesa, user=request.user, now=timezone.now(), on_purpose=on_purpose, **form.cleaned_data
            )

        if asked := asked_first(request, fixture, act, "Abrir la corrección oficial"):
            return asked
        with accepted(form):
            done = act(on_purpose=carries(request))
            messages.success(request, f"La bitácora de la {fixture.name} quedó abierta para la versión nueva.")
            tell_uncalled(request, done)
            return redirect("referee:correction", request.championship.slug, fixture_id)
    return _page(request, fixture, mesa, form)


def _page(request: MemberRequest, fixture: Fixture, mesa: Mesa, form: CorrectionForm) -> HttpResponse:
    versions = [each for each in mesa.planillas.all() if each.sealed_at is not None]
    standing = planilla_standing(mesa)
    context = {
        "fixture": fixture,
        "card": card_of(fixture, voided=is_voided(fixture)),
        "round_name": round_name(fixture),
        "mesa": mesa,
        "form": form,
        "sealed": mesa_is_sealed(mesa),
        "corrected": planilla_corrected(mesa),
        "versions": versions,
        "not_counted": why_not_counted(mesa),
        "until": correction_until(standing, request.championship) if standing else None,
        "now": timezone.now(),
    }
    return render(request, "referee/correction.html", context, status=422 if form.errors else 200)
