"""The sorteo of each stage: draw, look at it, change it by hand, draw again, publish."""

import secrets
from dataclasses import replace
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.draw.plural import numbered
from brackets.draw.refusal import DrawRefusal
from brackets.draw.sources import SHARES
from brackets.forms.draw import CommitmentForm, ExchangeForm, PublicSeedForm, RevokeForm, SharesDrawForm
from brackets.forms.site_form import SiteForm
from brackets.models import Stage
from brackets.selectors.as_it_was import left_since
from brackets.selectors.bracket import bracket_view
from brackets.selectors.commitments import commitment_in_force, commitment_outdated
from brackets.selectors.draw_lines import Named, drawn_by_number, groups_of, is_plain, parejas_by_number
from brackets.selectors.draw_review import review_of
from brackets.selectors.draws import all_inscribed, come_from_series, drawn_lines, terms_of
from brackets.selectors.late import enterable_stage
from brackets.selectors.reopening import reopening_obstacles
from brackets.selectors.shares import draw_shares, shares_drawn, sources_offered
from brackets.selectors.stages import late_of, spots_of, stages_of
from brackets.selectors.wording import entering_said
from brackets.services.commitments import commitment_revoke, draw_commit
from brackets.services.draw_seen import DrawSeen, seen_of
from brackets.services.exchanges import draw_exchange, draw_exchange_undo
from brackets.services.shares import shares_close
from brackets.services.stages import stage_draw, stage_publish, why_not_published
from brackets.views.access import WRITE, ChampionshipRequest, MemberRequest, championship_page
from brackets.views.llave import llave, page_number
from brackets.views.refusals import accepted, told

CHANGED: Final = "Cambió quiénes entran, o la etapa."
"""Why a commitment does not count any more that holds no longer, unless something else is typed."""
NEXT: Final = ("Ahora, la semilla en público.", "Ahora los aportes se prometen en las páginas privadas.")
"""What comes after a commitment, without and with shares."""
COMMITMENT: Final = "promise_%s"
"""The ids of its fields, since another form of the page asks why, too."""
AS_IT_WAS: Final = (
    "Se publica como estaba: {} salió desde entonces, y lo que tenía por jugar pasa a sus rivales.",
    "Se publica como estaba: {} salieron desde entonces, y lo que tenían por jugar pasa a sus rivales.",
)
"""Of a reopened stage for which no other draw can be made, by who has left."""


@championship_page("draw.see")
def draw(request: MemberRequest) -> HttpResponse:
    return _page(request)


@championship_page("draw.make", WRITE)
def draw_make(request: MemberRequest) -> HttpResponse:
    number = stage_number(request)
    form = _seed_form(stage_of(request, number), request.POST)
    if form.is_valid():
        with accepted(form):
            stage = stage_draw(
                championship=request.championship,
                user=request.user,
                now=timezone.now(),
                number=number,
                seen=seen(request),
                **(form.chosen() if isinstance(form, PublicSeedForm) else {}),
            )
            messages.success(request, f"Sorteo número {stage.draw_number} hecho. Revíselo antes de publicarlo.")
            return _back(request, number)
    return _page(request, form=form)


@championship_page("draw.make", WRITE)
def draw_promise(request: MemberRequest) -> HttpResponse:
    """Publish a commitment; its secret is made here, and chance enters nowhere else."""
    number = stage_number(request)
    form = _commitment_form(request, stage_of(request, number), request.POST)
    if form.is_valid():
        with accepted(form):
            now, chosen = timezone.now(), form.chosen()
            closes = chosen["closes"] and request.championship.play_days.coming(chosen["closes"], now)
            promised = draw_commit(
                championship=request.championship,
                user=request.user,
                now=now,
                secret=secrets.token_hex(16),
                number=number,
                seen=seen(request),
                **(chosen | {"closes": closes}),
            )
            if promised.changed:
                messages.success(request, f"El compromiso está publicado. {NEXT[chosen['source'] == SHARES]}")
            else:
                messages.info(request, "El compromiso ya estaba publicado: no cambió nada.")
            return _back(request, number)
    return _page(request, promise=form)


@championship_page("draw.make", WRITE)
def draw_close(request: MemberRequest) -> HttpResponse:
    """Close the promises of shares before their hour."""
    stage = _existing(request)
    with told(request):
        shares_close(stage=stage, seen=seen(request), user=request.user, now=timezone.now())
        messages.success(request, "Las promesas están cerradas. Ahora los teléfonos muestran los aportes.")
    return _back(request, stage.number)


@championship_page("draw.make", WRITE)
def draw_revoke(request: MemberRequest) -> HttpResponse:
    stage = _existing(request)
    form = RevokeForm(request.POST)
    if form.is_valid():
        with accepted(form):
            why = form.cleaned_data["why"]
            revoked = commitment_revoke(stage=stage, why=why, seen=seen(request), user=request.user, now=timezone.now())
            if revoked.changed:
                messages.success(request, "El compromiso está anulado. Que lo hubo sigue a la vista.")
            else:
                there = commitment_in_force(revoked.stage)
                stays = f" El compromiso {there['number']}, que se publicó después, sigue en pie." if there else ""
                messages.info(request, f"Ese compromiso ya estaba anulado: no cambió nada.{stays}")
            return _back(request, stage.number)
    return _page(request, revoke=form)


@championship_page("draw.make", WRITE)
def draw_change(request: MemberRequest) -> HttpResponse:
    """Exchange two by hand, or take the last exchange back."""
    stage = _existing(request)
    if "deshacer" in request.POST:
        with told(request):
            draw_exchange_undo(stage=stage, seen=seen(request), user=request.user, now=timezone.now())
            messages.success(request, "El último intercambio está deshecho.")
        return _back(request, stage.number)
    form = ExchangeForm(request.POST)
    if form.is_valid():
        with accepted(form):
            draw_exchange(stage=stage, **form.cleaned_data, seen=seen(request), user=request.user, now=timezone.now())
            messages.success(request, "Intercambio hecho. Queda anotado con la diferencia al sorteo.")
            return _back(request, stage.number)
    return _page(request, exchange=form)


@championship_page("draw.publish", WRITE)
def draw_publish(request: MemberRequest) -> HttpResponse:
    stage = _existing(request)
    with told(request):
        stage_publish(stage=stage, seen=seen(request), user=request.user, now=timezone.now())
        what = "La llave está publicada: ya la" if is_plain(stage) else "El sorteo está publicado: ya lo"
        messages.success(request, f"{what} puede ver todo el mundo.")
    return _back(request, stage.number)


def seen(request: ChampionshipRequest) -> DrawSeen:
    """The draw that the page showed from which this was sent: none where it says nothing."""
    number, promised = (request.POST.get(name, "") for name in ("sorteo", "compromisos"))
    return DrawSeen(_count(number), request.POST.get("intercambios", ""), _count(promised))


def _count(sent: str) -> int:
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def stage_number(request: ChampionshipRequest) -> int:
    """The stage asked for, else the first; 0, which none has, where what is asked for is no number."""
    asked = (request.POST if request.method == "POST" else request.GET).get("etapa") or "1"
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0


def stage_of(request: ChampionshipRequest, number: int) -> Stage | None:
    """None where nothing is planned; 404 for a stage that the plan has not."""
    stage = request.championship.stages.filter(number=number).first()
    if stage is None and number != 1:
        raise Http404
    if stage is not None:
        stage.championship = request.championship
    return stage


def _existing(request: MemberRequest) -> Stage:
    stage = stage_of(request, stage_number(request))
    if stage is None:
        raise Http404
    return stage


def _back(request: MemberRequest, number: int) -> HttpResponse:
    address = reverse("brackets:draw", args=(request.championship.slug,))
    return redirect(address if number == 1 else f"{address}?etapa={number}")


def _seed_form(stage: Stage | None, data: Any = None) -> PublicSeedForm | SharesDrawForm:
    """What is typed to draw with the commitment in force."""
    promised = commitment_in_force(stage)
    return SharesDrawForm(data) if promised and promised["source"] == SHARES else PublicSeedForm(data)


def _commitment_form(request: MemberRequest, stage: Stage | None, data: Any = None) -> CommitmentForm:
    """The terms of a commitment; where one was used or holds no longer it also asks why."""
    asked: dict[str, Any] = {
        "players": request.championship.players_per_pareja,
        "sources": sources_offered(request.championship),
        "auto_id": COMMITMENT,
    }
    promised = commitment_in_force(stage)
    if stage is None or promised is None:
        return CommitmentForm(data, again=False, **asked)
    drawn = stage.status == Stage.Status.DRAWN
    again = bool(promised["draw"] or _outdated(stage))
    why = "" if drawn and not _outdated(stage) else CHANGED
    return CommitmentForm(data, again=again, why=why, **asked)


def _outdated(stage: Stage) -> str:
    """Why the commitment in force holds no longer; "" where it does, and where nothing can be drawn at all."""
    promised = commitment_in_force(stage)
    try:
        return commitment_outdated(stage, promised) if promised else ""
    except DrawRefusal:
        return ""


def _page(request: MemberRequest, **forms: SiteForm) -> HttpResponse:
    """The page with the forms given, which say what was wrong in them."""
    number = stage_number(request)
    stage = stage_of(request, number)
    promised = commitment_in_force(stage)
    context = {
        "form": forms.get("form") or _seed_form(stage),
        "promise": forms.get("promise") or _commitment_form(request, stage),
        "shares": draw_shares(stage, timezone.now()),
        "exchange": forms.get("exchange") or ExchangeForm(),
        "revoke": forms.get("revoke") or RevokeForm(),
        "stages": stages_of(request.championship),
        "stage": stage,
        "seen": seen_of(stage),
        "number": number,
        "drawn": stage is not None and stage.status != Stage.Status.PLANNED,
        **_entering(stage),
        "commitment": promised,
        **(_drawn(request, stage) if stage and stage.status != Stage.Status.PLANNED else {}),
    }
    context["waits"] = promised is not None and not promised["draw"] and not context["outdated"]
    if context["entrants"] is None:
        context["entrants"] = request.championship.parejas.filter(status="active").count()
    return render(request, "brackets/draw.html", context, status=422 if any(map(_has_errors, forms.values())) else 200)


def _has_errors(form: SiteForm) -> bool:
    return bool(form.errors)


def _entering(stage: Stage | None) -> dict[str, Any]:
    """Who enters and why, where that follows from earlier stages; what forbids it, where something does."""
    if stage is None:
        return {"spots": (), "entrants": None, "outdated": ""}
    if stage.status == Stage.Status.PUBLISHED:
        return {"spots": (), "entrants": len(stage.entrants), "outdated": ""}
    try:
        spots = spots_of(stage)
        outdated = "" if (used := commitment_in_force(stage)) and used["draw"] else _outdated(stage)
    except DrawRefusal as refusal:
        return {"spots": (), "entrants": 0, "outdated": "", "refusal": refusal.message}
    players = stage.championship.players_per_pareja
    simple = all_inscribed(stage)
    parejas = {} if simple else parejas_by_number(stage)
    return {
        "spots": []
        if simple
        else [(parejas.get(spot.pareja or 0), replace(spot, why=entering_said(players, spot.why))) for spot in spots],
        "entrants": sum(spot.pareja is not None for spot in spots),
        "from_series": come_from_series(spots),
        "outdated": outdated,
    }


def _entered(stage: Stage) -> list[tuple[Named, str]]:
    """Who was drawn and why, as the draw froze it, and who entered after it; nothing where all the inscribed entered."""
    if all_inscribed(stage):
        return []
    players, drawn = stage.championship.players_per_pareja, drawn_by_number(stage)
    whys = [(each["numero"], each.get("motivo", "")) for each in stage.drawn_record["inscritas"]]
    late = [(each.pareja, "Entró después del sorteo, en un lugar libre.") for each in late_of(stage)]
    parejas = parejas_by_number(stage) if late else {}
    return [(drawn.get(number) or parejas[number], entering_said(players, why)) for number, why in (*whys, *late)]


def _drawn(request: MemberRequest, stage: Stage) -> dict[str, Any]:
    """What there is to see of a draw: a plain bracket as such, all else as lists."""
    parejas = parejas_by_number(stage)
    problem = why_not_published(stage) if stage.status == Stage.Status.DRAWN else None
    gone = () if problem else left_since(stage)
    rounds = bracket_view(stage) if is_plain(stage) else ()
    return {
        "llave": llave(rounds, page_number(request)) if rounds else None,
        "groups": () if rounds else groups_of(stage, parejas, drawn_lines(stage)),
        "review": review_of(stage, parejas),
        "terms": terms_of(stage),
        "shared": shares_drawn(stage),
        "entered": _entered(stage),
        "exchanged": [(parejas[each["a"]], parejas[each["b"]], each) for each in stage.exchanges],
        "problem": problem,
        "gone": numbered((f"el {each}" for each in gone), *AS_IT_WAS) if gone else "",
        **_reopening(request, stage),
    }


def _reopening(request: MemberRequest, stage: Stage) -> dict[str, Any]:
    """For whoever may reopen a published stage: whether it can be, else what stands in the way; and whether there is an open place."""
    closed = request.championship.is_closed
    if closed or stage.status != Stage.Status.PUBLISHED or "draw.publish" not in request.allowed:
        return {}
    obstacles = reopening_obstacles(stage)
    return {
        "obstacles": obstacles,
        "reopenable": not obstacles,
        "enterable": enterable_stage(request.championship) == stage,
    }
