"""A pareja leaves a championship that is under way, leaves it in another way, or comes back: first what would change, then with a reason."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst

from brackets.forms.floor import DepartureForm, ReasonForm
from brackets.models import Pareja
from brackets.selectors.championships import published_stage
from brackets.selectors.course import course_of
from brackets.selectors.departures import entries_undone, fixtures_at, unanswered
from brackets.selectors.exits import exits_of, still_in
from brackets.selectors.parejas import parejas_list
from brackets.selectors.to_play import has_to_play
from brackets.selectors.wording import said
from brackets.services.departures import REFUSED, VOIDED, Moved, pareja_leave, pareja_return
from brackets.services.foreseen import foresee
from brackets.views.access import FORM, READ, MemberRequest, championship_page, posted
from brackets.views.foreseen import carries, confirmation, tell_effects
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
UNDONE = "Su entrada se deshizo y no tiene lugar: para que juegue, inscriba de nuevo a quienes llegan."
LEAVE, CHANGE, RETURN = "salida", "otra-salida", "regreso"
NO_MORE = "Ninguna partida: no tiene ninguna por jugar ahora."
NOTHING_LEFT = "Ninguna partida: no le queda ninguna por jugar."
NO_OTHER = "Ninguna partida, ni ninguna tabla en la que ya cuente algo."
NOTHING = {LEAVE: NO_MORE, CHANGE: NO_OTHER, RETURN: NOTHING_LEFT}
PLAYS_ON = "Su mesa de ahora se juega hasta el final y su resultado cuenta; lo demás pasa a sus rivales."
NONE_YET = "Ninguna partida por ahora."


@championship_page("results.correct", FORM, until_closed=True)
def pareja_departure(request: MemberRequest, number: int) -> HttpResponse:
    """The forms, then what would change, then done; `a` among what is sent says whether to leave, to leave otherwise, or to return."""
    pareja = get_object_or_404(parejas_list(request.championship), number=number)
    leaving = pareja.status == Pareja.Status.ACTIVE
    if entries_undone([pareja]) and published_stage(request.championship):
        messages.error(request, UNDONE)
        return redirect("brackets:pareja_edit", request.championship.slug, number)
    wanted = request.POST.get("a", "")
    if wanted in ((CHANGE, RETURN) if leaving else (LEAVE,)):
        return _too_late(request, pareja, wanted)
    players = request.championship.players_per_pareja
    data, other = posted(request), None
    form: DepartureForm | ReasonForm
    if leaving:
        form = DepartureForm(data, players=players, at=unanswered(fixtures_at(pareja)))
    else:
        other = DepartureForm.of_gone(data if wanted == CHANGE else None, pareja)
        form = other if wanted == CHANGE else ReasonForm(data)
    if form.is_bound and wanted not in (LEAVE, CHANGE, RETURN):
        form.add_error(None, UNKNOWN)
    if form.is_valid():

        def act(*, on_purpose: bool) -> Moved:
            move = pareja_return if wanted == RETURN else pareja_leave
            return move(
                pareja=pareja, user=request.user, now=timezone.now(), on_purpose=on_purpose, **form.cleaned_data
            )

        leaves = Pareja.Status.EXPELLED if form.cleaned_data.get("expelled") else Pareja.Status.WITHDRAWN
        what = said(players, REFUSED[Pareja.Status.ACTIVE if wanted == RETURN else leaves]).format(number)
        back = reverse("brackets:pareja_departure", args=(request.championship.slug, number))
        plays_on = bool(form.cleaned_data.get("played"))
        note, nothing = (PLAYS_ON, NONE_YET) if plays_on else ("", NOTHING[wanted])
        # Of how it stands a page of before says otherwise, though no partida and no table would be another.
        foreseen = replace(foresee(request.championship, act), besides=(pareja.status, pareja.voided))
        if asked := confirmation(request, foreseen, title=capfirst(what), back=back, note=note, nothing=nothing):
            return asked
        with accepted(form):
            to_play = has_to_play(pareja)
            tell(request, act(on_purpose=carries(request)), to_play=to_play, plays_on=plays_on)
            return redirect("brackets:parejas", request.championship.slug)
    back_form = ReasonForm() if form is other else form
    context = {"pareja": pareja, "leaving": leaving, "form": form, "move_form": back_form, "other_form": other}
    return render(request, "brackets/pareja_departure.html", context, status=422 if form.errors else 200)


def _too_late(request: MemberRequest, pareja: Pareja, wanted: str) -> HttpResponse:
    """Somebody was quicker: the same sent again changes nothing, and a departure of another kind is refused."""
    slug = request.championship.slug
    if wanted == CHANGE:
        messages.error(request, f"{_already(pareja)}: lo que envió no se hizo.")
        return redirect("brackets:pareja_departure", slug, pareja.number)
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


def tell(request: MemberRequest, moved: Moved, *, to_play: bool = True, plays_on: bool = False) -> None:
    """Say what was done, and what has to be done anew; `to_play`: something was still to be decided for it, `plays_on`: it is at a mesa."""
    if not moved.changed:
        messages.info(request, f"{_already(moved.pareja)}: no cambió nada.")
        return
    done = said(request.championship.players_per_pareja, DONE[Pareja.Status(moved.pareja.status)])
    if plays_on or not to_play or moved.pareja.voided:
        done = f"{done.partition(':')[0].removesuffix('.')}."
    more = f" {PLAYS_ON}" if plays_on else VOIDED if moved.pareja.voided else ""
    messages.success(request, done.format(moved.pareja.number) + more)
    of = "la salida" if moved.pareja.status == Pareja.Status.ACTIVE else "lo que se deshizo"
    tell_effects(request, moved.effects, of=of)
