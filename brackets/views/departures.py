"""A pareja leaves a championship that is under way, or comes back: first what would change, then with a reason."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.floor import DepartureForm, ReasonForm
from brackets.models import Pareja
from brackets.selectors.course import course_of
from brackets.selectors.departures import fixtures_at, unanswered
from brackets.selectors.exits import exits_of, still_in
from brackets.selectors.parejas import parejas_list
from brackets.selectors.to_play import has_to_play
from brackets.selectors.wording import said
from brackets.services.departures import VOIDED, Moved, pareja_leave, pareja_return
from brackets.services.foreseen import foresee
from brackets.views.access import FORM, READ, MemberRequest, championship_page
from brackets.views.foreseen import carries, seen_first, tell_called_off, tell_fallen, tell_marked
from brackets.views.llave import page_number
from brackets.views.paging import pages_of
from brackets.views.refusals import accepted

DONE = {
    Pareja.Status.WITHDRAWN: "La pareja {} está retirada: lo que no jugó pasa a sus rivales.",
    Pareja.Status.EXPELLED: "La pareja {} está expulsada: lo que no jugó pasa a sus rivales.",
    Pareja.Status.ACTIVE: "La pareja {} está de nuevo en el campeonato.",
}
ALREADY = {
    Pareja.Status.WITHDRAWN: "La pareja {} ya está retirada",
    Pareja.Status.EXPELLED: "La pareja {} ya está expulsada",
    Pareja.Status.ACTIVE: "La pareja {} ya está en el campeonato",
}
UNKNOWN = "No se entendió qué hacer: elija otra vez."
LEAVE, RETURN = "salida", "regreso"


@championship_page("results.correct", FORM, until_closed=True)
def pareja_departure(request: MemberRequest, number: int) -> HttpResponse:
    """`a` among what is sent says whether to leave or to return; `ver` asks what the choices made would change, and does nothing."""
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    leaving = pareja.status == Pareja.Status.ACTIVE
    wanted = request.POST.get("a", "")
    if wanted == (RETURN if leaving else LEAVE):
        return _too_late(request, pareja, wanted)
    looking = "ver" in request.POST
    sent = request.POST if request.method == "POST" and not looking else None
    typed = request.POST.dict() if looking else None  # what is missing is no mistake yet
    players = request.championship.players_per_pareja
    form = (
        DepartureForm(sent, players=players, initial=typed, at=unanswered(fixtures_at(pareja)))
        if leaving
        else ReasonForm(sent, initial=typed)
    )
    chosen = form.chosen if isinstance(form, DepartureForm) else {}

    def act(*, on_purpose: bool, reason: str = "vista previa") -> Moved:
        move = pareja_leave if leaving else pareja_return
        return move(
            pareja=pareja, user=request.user, now=timezone.now(), reason=reason, on_purpose=on_purpose, **chosen
        )

    if form.is_bound and wanted not in (LEAVE, RETURN):
        form.add_error(None, UNKNOWN)
    if form.is_valid():
        seen_first(request, form, request.championship, act)
    if form.is_valid():
        with accepted(form):
            to_play = has_to_play(pareja)
            tell(request, act(on_purpose=carries(request), reason=form.cleaned_data["reason"]), to_play=to_play)
            return redirect("brackets:parejas", request.championship.slug)
    context = {
        "pareja": pareja,
        "leaving": leaving,
        "chosen": chosen,
        "form": form,
        "foreseen": foresee(request.championship, act),
    }
    return render(request, "brackets/pareja_departure.html", context, status=422 if form.errors else 200)


def _too_late(request: MemberRequest, pareja: Pareja, wanted: str) -> HttpResponse:
    """Somebody was quicker: the same sent again changes nothing, and a departure of another kind is refused."""
    slug = request.championship.slug
    form = DepartureForm(request.POST, players=request.championship.players_per_pareja)
    status = Pareja.Status.EXPELLED if form["expelled"].value() else Pareja.Status.WITHDRAWN
    if wanted == RETURN or (status, bool(form["voided"].value())) == (pareja.status, pareja.voided):
        tell(request, Moved(pareja, changed=False))
        return redirect("brackets:parejas", slug)
    messages.error(request, f"{_already(pareja)}: lo que envió no se hizo. Así está ahora.")
    return redirect("brackets:pareja_departure", slug, pareja.number)


def _already(pareja: Pareja) -> str:
    players = pareja.championship.players_per_pareja
    return said(players, ALREADY[Pareja.Status(pareja.status)]).format(pareja.number)


@championship_page("results.correct", READ)
def pareja_exits(request: MemberRequest) -> HttpResponse:
    """What leaving now would do, for every pareja still in, page by page."""
    course = course_of(request.championship)
    numbers = still_in(course)
    pages = pages_of(len(numbers), page_number(request))
    context = {"exits": exits_of(course, numbers[pages.rows]), "pages": pages}
    return render(request, "brackets/pareja_exits.html", context)


def tell(request: MemberRequest, moved: Moved, *, to_play: bool = True) -> None:
    """Say what was done, and what has to be done anew; `to_play`: something was still to be decided for it."""
    if not moved.changed:
        messages.info(request, f"{_already(moved.pareja)}: no cambió nada.")
        return
    done = said(request.championship.players_per_pareja, DONE[Pareja.Status(moved.pareja.status)])
    if not to_play:
        done = f"{done.partition(':')[0].removesuffix('.')}."
    voided = VOIDED if moved.pareja.voided else ""
    messages.success(request, done.format(moved.pareja.number) + voided)
    tell_called_off(request, moved.uncalled)
    tell_fallen(request, moved.fallen)
    tell_marked(request, moved.marked)
