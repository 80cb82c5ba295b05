"""A pareja appeals from its private page: the two players sign there, within the time (17)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.views.access import FORM, posted
from brackets.views.refusals import accepted
from referee.selectors.appeal_terms import decisions
from referee.selectors.own_appeals import last_moment, mesa_to_appeal
from referee.services.appeals.filing import Filed, Signed
from referee.services.appeals.signing import own_appeal_file
from referee.views.appeal_forms import OwnAppealForm
from referee.views.own import OwnRequest, own_page


@own_page(FORM)
def own_appeal(request: OwnRequest) -> HttpResponse:
    """Every player signs with his name and the last digits of his cédula; who has none there signs on the Juez's tablet."""
    mesa, now = mesa_to_appeal(request.pareja), timezone.now()
    decided = decisions(mesa, request.championship) if mesa else []
    there = [row for row in decided if row.open(now)]
    people = list(request.pareja.players.select_related("personal"))
    players, unknown = [player.name for player in people], [player.name for player in people if not player.cedula_match]
    form = OwnAppealForm(posted(request), there=there, players=players)
    if mesa and not unknown and form.is_valid():
        side = "A" if mesa.pareja_a_id == request.pareja.pk else "B"
        with accepted(form):
            appeal = own_appeal_file(
                pareja=request.pareja,
                mesa=mesa,
                filed=Filed(
                    side=side,
                    jugada=form.cleaned_data["jugada"],
                    about=form.cleaned_data["about"],
                    text=form.cleaned_data["text"],
                    signatures=[Signed(name, cedula=cedula) for name, cedula in form.cedulas()],
                ),
                client_id=form.cleaned_data["client_id"],
                now=now,
            )
            messages.success(request, f"Se presentó la apelación {appeal.number}. La califica el Director.")
            return redirect("referee:own", request.token)
    context = {
        "now": now,
        "form": form,
        "there": there,
        "until": last_moment(decided),
        "unknown": unknown,
        "pareja": request.pareja,
        "token": request.token,
    }
    return render(request, "referee/own_appeal.html", context, status=422 if form.errors else 200)
