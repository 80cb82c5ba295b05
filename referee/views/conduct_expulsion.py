"""From a grave conduct to the expulsion of its pareja: first what would change, with the reason filled in."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import DepartureForm
from brackets.models import Pareja
from brackets.selectors.departures import fixtures_at, unanswered
from brackets.selectors.to_play import has_to_play
from brackets.selectors.wording import said
from brackets.services.departures import Moved
from brackets.services.foreseen import foresee
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.departures import NO_MORE, NONE_YET, PLAYS_ON, tell
from brackets.views.foreseen import carries, confirmation
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
    """The form, then what would change, then done."""
    incident = get_object_or_404(incidents_of(request.championship), pk=incident_id)
    at = unanswered(fixtures_at(incident.pareja)) if incident.pareja.status == Pareja.Status.ACTIVE else []
    players = request.championship.players_per_pareja
    form = ExpulsionForm(posted(request), players=players, initial={"reason": _reason(incident)}, at=at)
    to_play = has_to_play(incident.pareja)
    if form.is_valid():

        def act(*, on_purpose: bool) -> Moved:
            return incident_expel(
                incident=incident, user=request.user, now=timezone.now(), on_purpose=on_purpose, **form.cleaned_data
            )

        title = f"{said(players, 'Expulsar a la pareja')} {incident.pareja.number}"
        back = reverse("referee:conduct_expulsion", args=(request.championship.slug, incident_id))
        plays_on = bool(form.cleaned_data.get("played"))
        note, nothing = (PLAYS_ON, NONE_YET) if plays_on else ("", NO_MORE)
        foreseen = foresee(request.championship, act)
        if asked := confirmation(request, foreseen, title=title, back=back, note=note, nothing=nothing):
            return asked
        with accepted(form):
            tell(request, act(on_purpose=carries(request)), to_play=to_play, plays_on=plays_on)
            return redirect("referee:conduct", request.championship.slug)
    context = {"incident": incident, "form": form, "to_play": to_play}
    return render(request, "referee/conduct_expulsion.html", context, status=422 if form.errors else 200)


def _reason(incident: Incident) -> str:
    return f"{offence(incident)}. {incident.text}"[:REASON]
