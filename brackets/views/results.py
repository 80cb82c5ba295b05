"""One partida at the Mesa de Control: its result when no tablet gives it, its correction, its taking back."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import AssignForm, ResultForm, TakeBackForm
from brackets.models import UNPLAYED, Fixture, Pareja, StageEvent
from brackets.selectors.bracket import attach_parejas, fixtures_of, round_name
from brackets.selectors.callups import ARRIVED, callups_of, rivals_of, with_presence
from brackets.selectors.departures import LatePaper, late_paper
from brackets.selectors.parejas import parejas_list
from brackets.selectors.sheet import sides_left_of
from brackets.selectors.stages import goes_on, put_out_by
from brackets.selectors.voided import is_voided
from brackets.selectors.wording import inside, numbered, said
from brackets.services.callups import DECLARED, absence_record, callup_walkover
from brackets.services.endings import told_of_json
from brackets.services.fixtures import (
    Recorded,
    fixture_clear,
    fixture_record,
    fixture_restore,
    taken_back,
    why_not_given_back,
)
from brackets.services.foreseen import Action, Done, foresee
from brackets.views.access import FORM, WRITE, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.callup_cards import absences_of, sides_of
from brackets.views.cards import card_of
from brackets.views.foreseen import (
    carries,
    confirmation,
    confirmation_of_undo,
    tell_called_off,
    tell_fallen,
    tell_given_back,
    tell_marked,
    tell_still_fallen,
)
from brackets.views.refusals import accepted, told
from brackets.views.rivals import same_rivals

CORRECT = "results.correct"
FILLED_IN = {"how": "como", "winner": "pasa", "reason": "motivo"}
"""What a link to the form may have filled in: its fields, and how the address calls them."""
ACT_OPENS = "acta-wo"
"""In the session: the fixture whose act of W.O. opens by itself on the next page, once."""


def fixture_or_404(request: ChampionshipRequest, fixture_id: int) -> Fixture:
    """A partida of the published bracket with its parejas, table and Juez at hand."""
    there = fixtures_of(request.championship).select_related("stage", "table", "juez")
    fixture = get_object_or_404(there, pk=fixture_id)
    fixture.stage.championship = request.championship
    ours = [pk for pk in (fixture.pareja_a_id, fixture.pareja_b_id) if pk is not None]
    attach_parejas([fixture], parejas_list(request.championship).filter(pk__in=ours))
    return fixture


@championship_page("results.record", FORM)
def fixture(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """The page, and the form for what was not played to its end."""
    there = fixture_or_404(request, fixture_id)
    begun = {field: request.GET.get(name, "") for field, name in FILLED_IN.items()}
    late, now = late_paper(there), timezone.now()
    sides = sat_at(there, late)
    form = ResultForm(posted(request), fixture=there, sides=sides, late=late, now=now, initial=begun)
    same_rivals(request, form, there, sides)
    if form.is_valid():
        if there.how and CORRECT not in request.allowed:
            raise PermissionDenied

        def act(*, on_purpose: bool) -> Recorded:
            if absent := absent_of(there, form.cleaned_data):
                reason = form.cleaned_data["reason"]
                return callup_walkover(
                    fixture=there, absent=absent, user=request.user, now=timezone.now(), reason=reason
                )
            if form.cleaned_data["how"] in DECLARED:
                return absence_record(
                    fixture=there, user=request.user, now=timezone.now(), **form.cleaned_data, on_purpose=on_purpose
                )
            return fixture_record(
                fixture=there, chicas=[], zapateria=False, user=request.user, now=timezone.now(), **form.cleaned_data,
                on_purpose=on_purpose,
            )  # fmt: skip

        if asked := asked_first(
            request, there, act, "Corregir el resultado" if there.how else "Registrar el resultado", note=form.hour_told
        ):
            return asked
        with accepted(form):
            by_absence = absent_of(there, form.cleaned_data)
            tell(request, act(on_purpose=carries(request) and CORRECT in request.allowed))
            if by_absence:
                request.session[ACT_OPENS] = fixture_id
            return redirect("brackets:fixture", request.championship.slug, fixture_id)
    return _page(request, there, late, result_form=form, clear_form=TakeBackForm(prefix="anular"))


@championship_page(CORRECT, WRITE)
def fixture_take_back(request: MemberRequest, fixture_id: int) -> HttpResponse:
    there = fixture_or_404(request, fixture_id)
    form = TakeBackForm(request.POST, prefix="anular")
    if form.is_valid():

        def act(*, on_purpose: bool) -> Recorded:
            return fixture_clear(
                fixture=there, user=request.user, now=timezone.now(), **form.cleaned_data, on_purpose=on_purpose
            )

        if asked := asked_first(request, there, act, "Quitar el resultado"):
            return asked
        with accepted(form):
            recorded = act(on_purpose=carries(request))
            if recorded.changed:
                then = without_result(recorded.fixture, request.championship.players_per_pareja)
                messages.success(request, f"La partida {there.number} quedó sin resultado y {then}.")
            tell_uncalled(request, recorded)
            return redirect("brackets:fixture", request.championship.slug, fixture_id)
    late = late_paper(there)
    result_form = ResultForm(fixture=there, sides=sat_at(there, late), late=late, now=timezone.now())
    return _page(request, there, late, result_form=result_form, clear_form=form)


@championship_page(CORRECT, WRITE)
def fixture_give_back(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """The result that was taken back stands again: at once, unless something falls with it."""
    there = fixture_or_404(request, fixture_id)

    seen = request.POST.get("of", "")

    def restore() -> Recorded:
        of = int(seen) if seen.isdecimal() and len(seen) < 10 else None
        return fixture_restore(fixture=there, user=request.user, now=timezone.now(), of=of)

    back = reverse("brackets:fixture", args=(request.championship.slug, fixture_id))
    what = "Deshacer la corrección" if there.how and there.how not in UNPLAYED else "Devolver el resultado"
    if asked := confirmation_of_undo(request, restore, title=f"{what} de la {there.name}", back=back):
        return asked
    with told(request):
        tell(request, restore())
    return redirect(back)


def sat_at(there: Fixture, late: LatePaper | None) -> list[Pareja | None]:
    """Who a result of it is between: both sides, also where one of them has left and the other passed."""
    if late and late.fell:
        found = {each.number: each for each in parejas_list(there.stage.championship).filter(number__in=late.sides)}
        return [found[number] for number in late.sides]
    return [there.pareja_a, there.pareja_b]


def absent_of(there: Fixture, given: Mapping[str, Any]) -> str:
    """Who is said not to have come, where that is for the convocatoria to take: while parejas are awaited by it."""
    if there.status != Fixture.Status.CALLED or given["how"] not in DECLARED:
        return ""
    return {"A": "B", "B": "A"}.get(given["winner"] or "", "AB")


def asked_first(
    request: MemberRequest, there: Fixture, act: Action[Done], what: str, *, note: str = ""
) -> HttpResponse | None:
    """The page that tells what would change, until it is confirmed; None where there is nothing to confirm."""
    back, title = reverse("brackets:fixture", args=(request.championship.slug, there.pk)), f"{what} de la {there.name}"
    return confirmation(request, foresee(request.championship, act), title=title, back=back, note=note)


def tell(request: MemberRequest, recorded: Recorded) -> None:
    """Say what a result brought about."""
    there = recorded.fixture
    if not recorded.changed:
        messages.info(request, f"La partida {there.number} ya tenía ese resultado: no cambió nada.")
        return
    players = request.championship.players_per_pareja
    if there.winner:
        who = f"{'pasa' if goes_on(there) else 'gana'} {said(players, 'la pareja')} {there.winner.number}"
    else:
        who = nobody(there, players)
    messages.success(request, f"Resultado de la partida {there.number}: {who} ({inside(there.how_told)}).")
    tell_put_out(request, there)
    tell_uncalled(request, recorded)
    tell_given_back(request, recorded.given_back, recorded.not_given_back, of="la corrección")
    tell_still_fallen(request, recorded.still_fallen)


def tell_put_out(request: MemberRequest, there: Fixture) -> None:
    """Whom its result puts out of its stage, who loses by that what it had still to play."""
    if out := put_out_by(there):
        of = f"de «{there.stage}»"
        told = numbered(
            (f"el {each}" for each in out),
            f"{{}} queda fuera {of}, y lo que le quedara por jugar pasa a sus rivales.",
            f"{{}} quedan fuera {of}, y lo que les quedara por jugar pasa a sus rivales.",
        )
        messages.warning(request, f"{told[0].upper()}{told[1:]}")


def without_result(there: Fixture, players: int) -> str:
    """What a partida without its result comes to: where one of its two has left, the other passes."""
    if not there.how:
        return "lista para jugarse"
    if there.winner is None:
        return nobody(there, players)
    return f"{said(players, 'la pareja')} {there.winner.number} {inside(there.how_told)}"


def nobody(there: Fixture, players: int) -> str:
    """That nobody goes on from it, or wins it where nobody goes on."""
    return said(players, "no pasa ninguna pareja" if goes_on(there) else "no gana ninguna pareja")


def tell_uncalled(request: MemberRequest, recorded: Done) -> None:
    tell_fallen(request, recorded.fallen)
    tell_marked(request, recorded.marked)
    tell_called_off(request, [each for each in recorded.uncalled if each.how])
    if again := [each for each in recorded.uncalled if not each.how]:
        players = request.championship.players_per_pareja
        told = numbered(
            (each.number for each in again),
            said(players, "Cambiaron las parejas de la partida {}, que ya estaba convocada: convóquela de nuevo."),
            said(players, "Cambiaron las parejas de las partidas {}, que ya estaban convocadas: convóquelas de nuevo."),
        )
        messages.warning(request, told)


def _stood(taken: StageEvent, players: int) -> str:
    """The result that was taken back or corrected, and why."""
    reason = taken.data["reason"].rstrip(".")
    return f"{told_of_json(taken.data['before'], players)}.{f' El motivo: {reason}.' if reason else ''}"


def _page(
    request: MemberRequest,
    there: Fixture,
    late: LatePaper | None,
    *,
    result_form: ResultForm,
    clear_form: TakeBackForm,
) -> HttpResponse:
    now, callups = timezone.now(), callups_of([there], request.championship)
    taken = taken_back(there) if CORRECT in request.allowed else None
    convocatoria = with_presence(callups, now)[there.pk]
    step = convocatoria.step(now)
    context = {
        "convocatoria": convocatoria,
        "step": step,
        "also": convocatoria.call_step(now) if step and step.code.startswith(ARRIVED) else None,
        "sides": sides_of(convocatoria),
        "rivals": rivals_of(sat_at(there, late)),
        "absences": absences_of(convocatoria),
        "walkover_open": convocatoria.walkover_open(now),
        "act_opens": request.session.pop(ACT_OPENS, None) == there.pk,
        "fixture": there,
        "card": card_of(there, voided=is_voided(there), left=sides_left_of(there)),
        "round_name": round_name(there),
        "complete": there.pareja_a is not None and there.pareja_b is not None,
        "playable": there.how not in UNPLAYED,
        "late": late,
        "may_record": not there.how or CORRECT in request.allowed,
        # A ruling lets it go on, and somebody else has its table or its Juez by now.
        "displaced": there.status == Fixture.Status.IN_PLAY and not (there.table_id and there.juez_id),
        "assign_form": AssignForm(
            championship=request.championship, initial={"table": there.table_id, "juez": there.juez_id}
        ),
        "restorable": taken,
        "not_given_back": why_not_given_back(there, taken) if taken else None,
        "stood": _stood(taken, request.championship.players_per_pareja) if taken else "",
        "result_form": result_form,
        "clear_form": clear_form,
    }
    return render(
        request, "brackets/fixture.html", context, status=422 if result_form.errors or clear_form.errors else 200
    )
