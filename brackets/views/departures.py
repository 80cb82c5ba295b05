"""A pareja leaves a championship that is under way, or comes back: first what would change, then with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.draw.refusal import DrawRefusal
from brackets.forms.floor import ReasonForm
from brackets.models import Pareja
from brackets.selectors.parejas import parejas_list
from brackets.selectors.wording import said
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.preview import Change, preview
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted


@championship_page("results.correct", FORM)
def pareja_departure(request: MemberRequest, number: int) -> HttpResponse:
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with accepted(form):
            tell(request, _move(request, pareja, form.cleaned_data["reason"]))
            return redirect("brackets:parejas", request.championship.slug)
    changes, fallen, refusal = _foreseen(request, pareja)
    context = {
        "pareja": pareja,
        "leaving": pareja.status == Pareja.Status.ACTIVE,
        "form": form,
        "changes": changes,
        "fallen": fallen,
        "refusal": refusal,
    }
    return render(request, "brackets/pareja_departure.html", context, status=422 if form.errors else 200)


def _move(request: MemberRequest, pareja: Pareja, reason: str) -> Moved:
    move = pareja_leave if pareja.status == Pareja.Status.ACTIVE else pareja_return
    return move(pareja=pareja, user=request.user, now=timezone.now(), reason=reason)


def _foreseen(request: MemberRequest, pareja: Pareja) -> tuple[tuple[Change, ...], tuple[str, ...], str]:
    """The fixtures that would change, what would be taken back, and why it cannot be."""
    try:
        foreseen = preview(request.championship, lambda: _move(request, pareja, "vista previa"))
    except (BracketError, DrawRefusal) as refusal:
        return (), (), refusal.message
    return foreseen.changes, foreseen.result.fallen, ""


def tell(request: MemberRequest, moved: Moved) -> None:
    """Say what was done, and what has to be done anew."""
    players = request.championship.players_per_pareja
    left = moved.pareja.status == Pareja.Status.WITHDRAWN
    done = (
        "La pareja {} está retirada: lo que no jugó pasa a sus rivales."
        if left
        else "La pareja {} está de nuevo en el campeonato."
    )
    messages.success(request, said(players, done).format(moved.pareja.number))
    if moved.uncalled:
        numbers = ", ".join(str(fixture.number) for fixture in moved.uncalled)
        messages.warning(request, f"Ya no están convocadas las partidas {numbers}.")
    for name in moved.fallen:
        messages.warning(request, f"Se deshizo {name}: hágalo de nuevo.")
