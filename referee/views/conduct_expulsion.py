"""From a grave conduct to the expulsion of its pareja: first what would change, with the reason filled in."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.floor import DepartureForm
from brackets.models import Pareja
from brackets.selectors.departures import fixtures_at, unanswered
from brackets.selectors.to_play import has_to_play
from brackets.services.departures import Moved
from brackets.services.foreseen import foresee
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.departures import tell
from brackets.views.foreseen import carries, seen_first
from brackets.views.refusals import accepted
from referee.models import Incident
from referee.selectors.conduct import incidents_of, offence
from referee.services.expulsions import incident_expel

REASON = 300


class ExpulsionForm(DepartureForm):
    """A departure that is an expulsion."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["expelled"]


@championship_page("results.correct", FORM, until_closed=True)
def conduct_expulsion(request: MemberRequest, incident_id: int) -> HttpResponse:
    """`ver` among what is sent asks what the choice made would change, and does nothing."""
    incident = get_object_or_404(incidents_of(request.championship), pk=incident_id)
    looking = "ver" in request.POST
    sent = request.POST if request.method == "POST" and not looking else None
    typed = request.POST.dict() if looking else {"reason": _reason(incident)}
    at = unanswered(fixtures_at(incident.pareja)) if incident.pareja.status == Pareja.Status.ACTIVE else []
    form = ExpulsionForm(sent, players=request.championship.players_per_pareja, initial=typed, at=at)

    def act(*, on_purpose: bool, reason: str = "vista previa") -> Moved:
        return incident_expel(
            incident=incident,
            user=request.user,
            now=timezone.now(),
            reason=reason,
            on_purpose=on_purpose,
            **form.chosen,
        )

    to_play = has_to_play(incident.pareja)
    if form.is_valid():
        seen_first(request, form, request.championship, act)
    if form.is_valid():
        with accepted(form):
            tell(request, act(on_purpose=carries(request), reason=form.cleaned_data["reason"]), to_play=to_play)
            return redirect("referee:conduct", request.championship.slug)
    context = {"incident": incident, "form": form, "foreseen": foresee(request.championship, act), "to_play": to_play}
    return render(request, "referee/conduct_expulsion.html", context, status=422 if form.errors else 200)


def _reason(incident: Incident) -> str:
    return f"{offence(incident)}. {incident.text}"[:REASON]
