"""The convocatoria at the Mesa de Control: noting each step, and the W.O. that somebody decides."""

from datetime import datetime
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone

from brackets.models import Fixture
from brackets.selectors.bracket import fixtures_of
from brackets.selectors.wording import inside
from brackets.services.callups import (
    Noted,
    callup_arrived,
    callup_call,
    callup_identified,
    callup_present,
    callup_seated,
    callup_undo,
    callup_walkover,
)
from brackets.services.fixtures import Recorded
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told
from brackets.views.results import ACT_OPENS, asked_first, fixture_or_404, tell
from brackets.views.rivals import RIVALS, others_meet

UNKNOWN: Final = "No se entendió qué anotar: elija otra vez en la página."


@championship_page("floor.edit", WRITE)
def fixture_callup(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Note the step that `hacer` names: `llamada-2`, `presente-A`, `presente-A-1`, `presentes-AB`,
    `identificada-B`, `sentadas`."""
    fixture = get_object_or_404(
        fixtures_of(request.championship).select_related("stage", "pareja_a", "pareja_b"), pk=fixture_id
    )
    if why := others_meet(request.POST.get(RIVALS), fixture, (fixture.pareja_a, fixture.pareja_b)):
        messages.error(request, why)
        return redirect(_back(request, fixture))
    with told(request):
        noted = note(fixture, request.POST.get("hacer", ""), request, timezone.now())
        if noted is None:
            messages.error(request, UNKNOWN)
        elif noted.changed:
            messages.success(request, f"Partida {fixture.number}: {inside(noted.told)}.")
        else:
            messages.info(request, f"Partida {fixture.number}: ya estaba anotado, no cambió nada.")
    return redirect(_back(request, fixture))


def note(fixture: Fixture, asked: str, request: MemberRequest, now: datetime) -> Noted | None:
    """Do what the button says; None where it says nothing that is known."""
    kind, _, rest = asked.partition("-")
    side, _, place = rest.partition("-")
    match kind:
        case "llamada" if rest.isascii() and rest.isdigit():
            return callup_call(fixture=fixture, number=int(rest[:4]), user=request.user, now=now)
        case "presente" if place in ("", "1", "2"):
            position = int(place) if place else None
            return callup_present(fixture=fixture, side=side, position=position, user=request.user, now=now)
        case "presentes":
            return callup_arrived(fixture=fixture, sides=rest[:2], user=request.user, now=now)
        case "identificada":
            return callup_identified(fixture=fixture, side=side, user=request.user, now=now)
        case "sentadas":
            return callup_seated(fixture=fixture, user=request.user, now=now)
        case _:
            return None


@championship_page("floor.edit", WRITE)
def fixture_callup_undo(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Undo the last step; the first call undone leaves the convocatoria without effect."""
    fixture = get_object_or_404(fixtures_of(request.championship).select_related("stage"), pk=fixture_id)
    sent = request.POST.get("evento", "")
    with told(request):
        event_id = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 16 else 0
        if callup_undo(fixture=fixture, event_id=event_id, user=request.user, now=timezone.now()).changed:
            messages.success(request, f"Partida {fixture.number}: se deshizo lo último de la convocatoria.")
        else:
            messages.info(request, f"Partida {fixture.number}: ya estaba deshecho, no cambió nada.")
    return redirect(_back(request, fixture))


@championship_page("results.record", WRITE)
def fixture_walkover(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Declare it; the next page opens the act by itself."""
    there = fixture_or_404(request, fixture_id)
    absent = request.POST.get("ausente", "")
    page = f"{reverse('brackets:fixture', args=(request.championship.slug, fixture_id))}#convocatoria"

    if why := others_meet(request.POST.get(RIVALS), there, (there.pareja_a, there.pareja_b)):
        messages.error(request, why)
        return redirect(page)

    def act(*, on_purpose: bool) -> Recorded:
        return callup_walkover(fixture=there, absent=absent, user=request.user, now=timezone.now())

    with told(request):
        if asked := asked_first(request, there, act, "Declarar el W.O."):
            return asked
        tell(request, act(on_purpose=False))
        request.session[ACT_OPENS] = fixture_id
    return redirect(page)


def _back(request: MemberRequest, fixture: Fixture) -> str:
    """To the row of the list, or to the page of the partida."""
    slug = request.championship.slug
    if request.POST.get("desde") == "ahora":
        return f"{reverse('brackets:fixtures', args=(slug,))}#partida-{fixture.number}"
    return f"{reverse('brackets:fixture', args=(slug, fixture.pk))}#convocatoria"
