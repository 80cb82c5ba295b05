"""Appeals at the desk: what waits for the Director, what each ruling would change, the ruling, and its publication."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import ReasonForm
from brackets.selectors.wording import said
from brackets.services.foreseen import foresee
from brackets.views.access import WRITE, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.exporting import exported
from brackets.views.foreseen import CHANGED, CONFIRMED, carries, confirmation, is_another, is_unticked
from brackets.views.refusals import accepted, told
from brackets.views.results import tell_uncalled
from referee.printing.resolution import resolution_pdf
from referee.rules import ledger
from referee.selectors.appeal_terms import terms_running
from referee.selectors.appeal_waiting import fixtures_held_by, stages_held_by
from referee.selectors.appeals import AppealTold, appeal_article, appeals_of, appeals_published, appeals_told, told_of
from referee.selectors.folding import state_of
from referee.selectors.mesas import mesa_counts
from referee.services.appeals.opened import Opened
from referee.services.appeals.preview import rulings_preview
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.qualifying import appeal_admit, appeal_reject, appeal_release
from referee.services.appeals.ruling import Ruled, appeal_rule, board_of
from referee.views.appeal_forms import QualificationForm, RulingForm, measures_shown
from referee.views.planillas import pdf_response

SENT = ("kind", "side", "points", "numbers", "grounds")


@championship_page("appeals.see")
def appeals(request: MemberRequest) -> HttpResponse:
    """All of them, those that wait for the Director first."""
    now = timezone.now()
    terms = terms_running(request.championship, now)
    context = {"appeals": appeals_told(request.championship), "terms": terms, "now": now}
    return render(request, "referee/appeals.html", context)


@championship_page("appeals.see")
def appeal(request: MemberRequest, number: int) -> HttpResponse:
    """One, with what each ruling would change while it awaits its ruling."""
    return _page(request, _told(request, number))


@championship_page("appeals.rule", WRITE)
def appeal_qualify(request: MemberRequest, number: int) -> HttpResponse:
    """The Director admits it or rejects it; what admitting it takes back is shown first."""
    found = _told(request, number)
    form = QualificationForm(posted(request))
    if form.is_valid():
        reason, now = form.cleaned_data["reason"], timezone.now()

        def admit(*, on_purpose: bool) -> Opened:
            return appeal_admit(appeal=found.appeal, reason=reason, user=request.user, now=now, on_purpose=on_purpose)

        if form.cleaned_data["admitted"]:
            foreseen = foresee(request.championship, admit)
            if not foreseen.nothing or foreseen.refusal or CONFIRMED in request.POST:
                back = _address(request, number)
                if asked := confirmation(request, foreseen, title=f"Admitir la apelación {number}", back=back):
                    return asked
        with accepted(form):
            if form.cleaned_data["admitted"]:
                tell_uncalled(request, admit(on_purpose=carries(request)))
            else:
                appeal_reject(appeal=found.appeal, reason=reason, user=request.user, now=now)
            word = "admitida" if form.cleaned_data["admitted"] else "rechazada"
            messages.success(request, f"La apelación {number} quedó {word}.")
            return redirect(_address(request, number))
    return _page(request, found, qualification_form=form)


@championship_page("appeals.rule", WRITE)
def appeal_ruling(request: MemberRequest, number: int) -> HttpResponse:
    """The ruling, once what it changes was looked at."""
    found = _told(request, number)
    form = _ruling_form(request, found)
    if form.is_valid():
        measure, grounds, now = form.measure(), form.cleaned_data["grounds"], timezone.now()

        def rule() -> Ruled:
            return appeal_rule(
                appeal=found.appeal, measure=measure, grounds=grounds, user=request.user, now=now,
                on_purpose=carries(request),
            )  # fmt: skip

        if found.ruling is not None:  # sent again, or somebody was quicker
            with told(request):
                rule()
                messages.info(request, f"La apelación {number} ya estaba fallada así: no cambió nada.")
            return redirect(_address(request, number))
        (seen,) = rulings_preview(found.appeal, [measure], user=request.user, now=now)
        another, confirmed = is_another(request, seen.foreseen), CONFIRMED in request.POST
        unticked = is_unticked(request, seen.foreseen)
        if another or unticked or not confirmed:
            if another and confirmed:
                messages.warning(request, CHANGED)
            if seen.foreseen.possible:
                sent = [(name, request.POST.get(name, "")) for name in SENT]
                context = {
                    "told": found,
                    "seen": seen,
                    "foreseen": seen.foreseen,
                    "sent": sent,
                    "grounds": grounds,
                    "unticked": unticked,
                }
                return render(request, "referee/appeal_confirm.html", context, status=422 if unticked else 200)
            form.add_error(None, seen.foreseen.refusal)
            return _page(request, found, ruling_form=form)
        with accepted(form):
            done = rule()
            messages.success(request, f"La apelación {number} quedó fallada. El fallo es final.")
            tell_uncalled(request, done)
            return redirect(_address(request, number))
    return _page(request, found, ruling_form=form)


@championship_page("appeals.rule", WRITE)
def appeal_release_page(request: MemberRequest, number: int) -> HttpResponse:
    """The Director's word that what depends on it need not wait."""
    found = _told(request, number)
    form = ReasonForm(posted(request))
    if form.is_valid():
        with accepted(form):
            appeal_release(appeal=found.appeal, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, "El resultado cuenta mientras se espera el fallo.")
            return redirect(_address(request, number))
    return _page(request, found, release_form=form)


@championship_page("appeals.see", WRITE)
def appeal_publication(request: MemberRequest, number: int) -> HttpResponse:
    """The announcer says so; pressing the other undoes it."""
    published = request.POST.get("publicada") == "si"
    with told(request):
        appeal_publish(appeal=_told(request, number).appeal, published=published, user=request.user, now=timezone.now())
        done = "El público ya ve la resolución." if published else "El público ya no ve la resolución."
        messages.success(request, done)
    return redirect(_address(request, number))


@championship_page("appeals.see")
def appeal_pdf(request: MemberRequest, number: int) -> HttpResponse:
    """The resolution, to be signed; 404 until it is ruled or rejected."""
    found = _told(request, number)
    if found.waits:
        raise Http404
    signed = [each["name"] for each in found.appeal.signatures]
    exported(request, f"la resolución de la apelación {number}", max(len(signed), 1), ("nombre", "fundamento", "fallo"))
    return pdf_response(resolution_pdf(found), f"resolucion-{request.championship.slug}-{number}")


@championship_page("championship.see")
def resolutions(request: ChampionshipRequest) -> HttpResponse:
    """What the announcer lets the public see."""
    return render(request, "referee/resolutions.html", {"resolutions": appeals_published(request.championship)})


def _told(request: MemberRequest, number: int) -> AppealTold:
    found = get_object_or_404(appeals_of(request.championship), number=number)
    return told_of([found])[0]


def _address(request: MemberRequest, number: int) -> str:
    return reverse("referee:appeal", args=(request.championship.slug, number))


def _sides(found: AppealTold) -> Mapping[str, str]:
    mesa = found.appeal.mesa
    return {"A": f"A: {mesa.pareja_a}", "B": f"B: {mesa.pareja_b}"}


def _ruling_form(request: MemberRequest, found: AppealTold) -> RulingForm:
    label = said(request.championship.players_per_pareja, "Pareja")
    initial = {"numbers": str(found.appeal.jugada)}
    return RulingForm(
        posted(request) if request.path.endswith("/fallar/") else None,
        sides=_sides(found), side_label=label, initial=initial,
    )  # fmt: skip


def _page(request: MemberRequest, found: AppealTold, **forms: object) -> HttpResponse:
    appeal, now = found.appeal, timezone.now()
    rules_it = "appeals.rule" in request.allowed and not request.championship.is_closed
    ruling = found.state == "admitida" and rules_it
    rows = {row.number: row for row in ledger(state_of(appeal.mesa))}
    context: dict[str, object] = {
        "told": found,
        "now": now,
        "row": rows.get(appeal.jugada),
        "article": appeal_article(appeal.mesa),
        "waiting": fixtures_held_by(appeal) if found.state == "admitida" else [],
        "stages": stages_held_by(appeal) if found.state == "admitida" and not found.release else [],
        "counts": mesa_counts(appeal.mesa),
        "provisional": mesa_counts(appeal.mesa) and appeal.mesa.fixture.status == "provisional",
        "seen": rulings_preview(appeal, measures_shown(appeal), user=request.user, now=now) if ruling else [],
        "qualification_form": QualificationForm() if found.state == "presentada" and rules_it else None,
        "board": board_of(appeal.mesa),
        "ruling_form": _ruling_form(request, found) if ruling else None,
        "release_form": ReasonForm() if ruling and not found.release else None,
    }
    status = 422 if forms else 200
    return render(request, "referee/appeal.html", {**context, **forms}, status=status)
