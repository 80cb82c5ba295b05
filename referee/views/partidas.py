"""A partida for everyone to follow, and the result of one that was kept on paper."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.models import Fixture
from brackets.selectors.bracket import round_name
from brackets.selectors.callups import rivals_of
from brackets.selectors.departures import late_paper, missing_at
from brackets.selectors.sheet import sides_left_of
from brackets.selectors.single import single
from brackets.services.fixtures import Recorded
from brackets.views.access import FORM, WRITE, ChampionshipRequest, MemberRequest, championship_page, posted
from brackets.views.cards import Card, card_of, scores_of
from brackets.views.foreseen import CONFIRMED, carries
from brackets.views.refusals import accepted, told
from brackets.views.results import CORRECT, asked_first, fixture_or_404, sat_at, tell
from brackets.views.rivals import same_rivals
from brackets.views.sharing import Shared
from referee.forms import PaperResultForm
from referee.models import Mesa, Planilla
from referee.selectors.board import Board, board_of
from referee.selectors.live import LiveMesa, latest_version, live_of
from referee.selectors.log_results import result_otherwise
from referee.selectors.mesas import is_cut_short, is_overruled, is_transcribed, mesa_counts, mesa_is_sealed, mesa_shown
from referee.selectors.paper import misdealt_of
from referee.selectors.signed_rows import unsigned_of
from referee.services.mesas import mesa_release
from referee.services.paper import paper_result_record
from referee.views.championships import rules_of


@championship_page("championship.see")
def partida(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    """Score, chicas and jugadas as they are now."""
    version = latest_version()  # before all that is read: what comes meanwhile is told again, and nothing is missed
    fixture = fixture_or_404(request, fixture_id)
    mesa = mesa_shown(fixture)
    board = board_of(mesa) if mesa else None
    of_others = mesa is not None and not mesa_counts(mesa)
    live = live_of([fixture.pk], version=version).get(fixture.pk)
    covered = live is not None and live.is_covered
    if covered and "panel.see" not in request.allowed:
        board = None  # what of it may be seen, `live` tells
    overruled = mesa is not None and mesa_counts(mesa) and bool(mesa.winner) and _is_corrected(fixture, mesa, board)
    broken = result_otherwise(fixture, mesa)
    card = card_of(fixture, voided=live is not None and live.voided, left=sides_left_of(fixture))
    context = {
        "live": live,
        "jugada": board.jugada if board and not of_others else live and live.jugada,
        "of_others": of_others,
        "follows": live is not None and (board is None or not covered),
        "covered": covered,
        "fixture": fixture,
        "card": card,
        "chicas": scores_of(fixture.chicas or _chicas(None if of_others or overruled else board, live)),
        "round_name": round_name(fixture),
        "board": board,
        "misdealt": board is None and misdealt_of(fixture) is not None,
        "missing": missing_at(fixture),
        "mesa": mesa,
        "shared": shared_of(request, card),
        "notes": mesa.notes.select_related("user") if mesa and "panel.see" in request.allowed else (),
        "transcribed": mesa is not None and is_transcribed(mesa),
        "signed": mesa is not None
        and fixture.status == Fixture.Status.PROVISIONAL
        and any(each.status == Planilla.Status.SEALED for each in mesa.planillas.all()),
        "broken": broken,
        "log": "" if broken else _log_told(fixture, mesa, board, voided=bool(card.voided), overruled=overruled),
        "unsigned": unsigned_of(mesa) if mesa and board else "none",
        "sealed": overruled and mesa is not None and mesa_is_sealed(mesa),
    }
    return render(request, "referee/partida.html", context)


def _log_told(fixture: Fixture, mesa: Mesa | None, board: Board | None, *, voided: bool, overruled: bool) -> str:
    """Which sentence the page has over the jugadas; empty where it shows none, whose partida then has another."""
    if mesa is None or board is None:
        return ""
    if not mesa_counts(mesa):
        return "of-others"
    if voided:
        return "voided"
    if overruled:
        return "overruled"
    if board.ended:
        return "ended"
    return "cut-short" if is_cut_short(mesa, fixture) else "in-play"


def _is_corrected(fixture: Fixture, mesa: Mesa, board: Board | None) -> bool:
    """Whether the result is not that of its mesa, which has ended: another pareja won, or the same by other chicas."""
    chicas = [list(each) for each in board.chicas] if board else fixture.chicas
    other_chicas = fixture.status == Fixture.Status.FINAL and chicas != fixture.chicas
    return other_chicas or is_overruled(mesa, mesa.winner)


def _chicas(board: Board | None, live: LiveMesa | None) -> Sequence[tuple[int, int]]:
    if board:
        return board.chicas
    return [chica.points for chica in live.chicas] if live else ()


def shared_of(request: ChampionshipRequest, card: Card) -> Shared:
    """What its preview says wherever somebody shares it."""
    slug, fixture = request.championship.slug, card.fixture
    title = f"{fixture.name.capitalize()}: {card.title}"
    return Shared(title, str(request.championship), reverse("referee:partida_picture", args=[slug, fixture.pk]))


@championship_page("results.record", FORM, until_closed=True)
def paper_result(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Type the chicas of a partida that was kept on paper, or correct them."""
    fixture = fixture_or_404(request, fixture_id)
    if (fixture.how or sealed_on_tablet(fixture)) and CORRECT not in request.allowed:
        raise PermissionDenied
    late, now = late_paper(fixture), timezone.now()
    sides = sat_at(fixture, late)
    if None in sides:
        messages.error(request, f"La {fixture.name} no tiene sus dos rivales: no hay resultado que escribir.")
        return redirect("brackets:fixture", request.championship.slug, fixture_id)
    rules = rules_of(request.championship)
    form = PaperResultForm(
        posted(request), fixture=fixture, late=late, now=now, rules=rules, parejas=(str(sides[0]), str(sides[1])),
        chicas=fixture.chicas, misdealt=misdealt_of(fixture),
    )  # fmt: skip
    same_rivals(request, form, fixture, sides)
    if form.is_valid():

        def act(*, on_purpose: bool) -> Recorded:
            return paper_result_record(
                fixture=fixture, chicas=form.chicas, misdealt=form.misdealt, tied=form.tied, user=request.user,
                now=timezone.now(), reason=form.cleaned_data["reason"], on_purpose=on_purpose,
                decided_at=form.cleaned_data.get("decided_at"), began_before=form.cleaned_data.get("began_before", False),
            )  # fmt: skip

        note = " ".join(filter(None, (_corrected(fixture, form.chicas), form.hour_told)))
        if fixture.how or CONFIRMED in request.POST:
            what = "Corregir las chicas" if fixture.how else "Registrar las chicas"
            if asked := asked_first(request, fixture, act, what, note=note):
                return asked
        with accepted(form):
            tell(request, act(on_purpose=carries(request) and CORRECT in request.allowed))
            return redirect("brackets:fixture", request.championship.slug, fixture_id)
    context = {
        "fixture": fixture,
        "sides": sides,
        "rivals": rivals_of(sides),
        "form": form,
        "rules": rules,
        "round_name": round_name(fixture),
    }
    return render(request, "referee/paper_result.html", context, status=422 if form.errors else 200)


def _corrected(fixture: Fixture, chicas: Sequence[tuple[int, int]]) -> str:
    """The chicas as they stand and as they would; empty where they stay or there were none."""
    before, after = (", ".join(f"{a}–{b}" for a, b in each) for each in (fixture.chicas, chicas))
    return f"Chicas: {before} pasan a ser {after}." if before and before != after else ""


@championship_page("floor.edit", WRITE)
def mesa_take_back(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """A mesa opened by mistake, with nothing recorded, is ready again."""
    fixture = fixture_or_404(request, fixture_id)
    mesa = single(Mesa.objects.filter(fixture=fixture))
    if mesa is None:
        messages.info(request, f"La {fixture.name} no está abierta en ninguna tablet: no cambió nada.")
    else:
        with told(request):
            mesa_release(mesa=mesa, user=request.user, now=timezone.now())
            messages.success(request, f"La {fixture.name} quedó otra vez lista.")
    return redirect("brackets:fixture", request.championship.slug, fixture_id)


def sealed_on_tablet(fixture: Fixture) -> bool:
    mesa = single(Mesa.objects.select_related("fixture").filter(fixture=fixture))
    return mesa is not None and mesa_counts(mesa) and mesa_is_sealed(mesa)
