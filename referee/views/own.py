"""The private page of a pareja: what concerns it and nobody else, behind a secret address that a QR leads to.

Whoever has the address is let in without an account. It is kept out of search engines and of caches, and (as on every
page of the site) no other site is told it as a referrer. A page below it, such as one with a form of its own, takes
the same decorator.
"""

from collections.abc import Callable, Sequence
from datetime import date
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec, cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from brackets.models import UNPLAYED, Championship, Fixture, Notice, Pareja
from brackets.selectors.callups import Convocatoria, callups_of
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.departures import entries_undone
from brackets.selectors.known_hours import hours_known
from brackets.selectors.podium import NOWHERE, whereabouts
from brackets.selectors.presence import presence_of
from brackets.selectors.private_links import pareja_of_token
from brackets.selectors.shares import own_share
from brackets.services.shares import share_make_promise, share_show
from brackets.views.access import READ, WRITE, ChampionshipRequest
from brackets.views.cards import Card, run_card
from brackets.views.refusals import told
from referee.selectors.mesas import stopped_among
from referee.selectors.own import confirmable, own_mark, planilla_ids
from referee.selectors.own_appeals import own_appeals
from referee.selectors.sealed.outside import outside_names
from referee.services.confirmations import planilla_confirm

P = ParamSpec("P")
NOTICES: Final = 10
FIRST: Final = (Fixture.Status.IN_PLAY, Fixture.Status.CALLED)
FINALISTS: Final = 2
PLAYED: Final = (Fixture.Status.PROVISIONAL, Fixture.Status.FINAL)


class OwnRequest(ChampionshipRequest):
    """A request to the private page of `pareja`, with its championship; `token` builds the addresses below it."""

    pareja: Pareja
    token: str


def own_page(
    methods: Sequence[str] = READ,
) -> Callable[[Callable[Concatenate[Any, P], HttpResponse]], Callable[..., HttpResponse]]:
    """Let in whoever has the address; any other is a 404, the same for all, as is that of a championship in preparation."""

    def decorate(page: Callable[Concatenate[Any, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @never_cache
        @require_http_methods(list(methods))
        @wraps(page)
        def guarded(request: HttpRequest, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            pareja = pareja_of_token(token)
            if pareja is None:
                return kept_out(render(request, "referee/own_none.html", status=HTTPStatus.NOT_FOUND))
            own = cast("OwnRequest", request)
            own.championship, own.pareja, own.token = pareja.championship, pareja, token
            own.allowed = frozenset()
            return kept_out(page(own, *args, **kwargs))

        return guarded

    return decorate


def kept_out(answer: HttpResponse) -> HttpResponse:
    """The answer, out of search engines."""
    answer["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    return answer


@own_page()
def own(request: OwnRequest) -> HttpResponse:
    """Each section is a template of `referee/own/` with what it shows under its own name."""
    now, course = timezone.now(), course_of(request.championship)
    cards, day = own_cards(course, request.pareja), request.championship.play_days.of(now)
    presence, ahead = presence_of([request.pareja], day)[request.pareja.pk], next_of(cards)
    expected = not request.championship.is_closed and (request.pareja.status == Pareja.Status.ACTIVE or ahead)
    seated = any(sat_down(card.fixture, request.championship, day) for card in cards)
    context = {
        "pareja": request.pareja,
        "token": request.token,
        "now": now,
        "presence": presence,
        "presence_told": presence.present or (expected and not seated),
        "mark": own_mark(request.pareja, now=now),
        "share": own_share(request.pareja, now),
        "notices": notices_of(request.pareja),
        "published": bool(course.runs),
        "undone": entries_undone([request.pareja]),
        "next": ahead,
        "suspended": stopped_among(fixture__in=[card.fixture.pk for card in cards]),
        "hours": hours_known(course, request.championship, now=now),
        "calls": calls_of(cards, request.championship),
        "results": results_of(cards, request.pareja),
        "standing": standing_of(course, request.pareja),
        "appeals": own_appeals(request.pareja, request.championship, now),
        "data": data_of(request.pareja),
    }
    return render(request, "referee/own.html", context)


@own_page()
def own_state(request: OwnRequest) -> HttpResponse:
    """Whether anything of it has changed, for the script of the page: cheap, since every phone of the hall asks."""
    return JsonResponse({"mark": own_mark(request.pareja, now=timezone.now())})


def own_cards(course: Course, pareja: Pareja) -> list[Card]:
    """Its partidas in order of play, those without a rival apart from them left out."""
    several = len(course.stages) > 1
    return [
        run_card(run, key, of=run.stage.name if several else "")
        for run in course.runs
        for key, fixture in run.by_key.items()
        if pareja.pk in (fixture.pareja_a_id, fixture.pareja_b_id) and fixture.how not in UNPLAYED and fixture.number
    ]


def sat_down(fixture: Fixture, championship: Championship, day: date) -> bool:
    """Whether it is at this mesa, or played it that day: then it is here, noted at the door or not."""
    if fixture.status == Fixture.Status.IN_PLAY:
        return True
    at = fixture.decided_at
    played = fixture.how == Fixture.How.PLAYED or bool(fixture.chicas)
    return bool(at and played and championship.play_days.of(at) == day)


def next_of(cards: Sequence[Card]) -> list[Card]:
    """What it has still to play: first where it is awaited now."""
    ahead = [card for card in cards if card.fixture.status not in PLAYED]
    return sorted(ahead, key=lambda card: card.fixture.status not in FIRST)


def notices_of(pareja: Pareja) -> dict[str, list[Notice]]:
    """The latest, those that still tell it where to be or what was decided apart from those that are over: one query."""
    told: dict[str, list[Notice]] = {"now": [], "over": []}
    for notice in pareja.notices.select_related("fixture")[:NOTICES]:
        told["over" if is_over(notice, pareja) else "now"].append(notice)
    return told


def is_over(notice: Notice, pareja: Pareja) -> bool:
    """Whether what it asks for is past: a call that it is awaited at no more, a change told before the partida was decided."""
    fixture = notice.fixture
    if pareja.championship.is_closed:
        return True
    if notice.kind == Notice.Kind.CALL_UP:
        return fixture is None or not _is_awaited(
            notice, fixture, pareja
        )  # of a partida that was drawn again none is left
    if fixture is None or notice.kind != Notice.Kind.CHANGE:
        return False
    return bool(fixture.how) and fixture.decided_at is not None and notice.at < fixture.decided_at


def _is_awaited(notice: Notice, fixture: Fixture, pareja: Pareja) -> bool:
    its = pareja.pk in (fixture.pareja_a_id, fixture.pareja_b_id) and fixture.status == Fixture.Status.CALLED
    return its and fixture.called_at is not None and notice.at >= fixture.called_at


def calls_of(cards: Sequence[Card], championship: Championship) -> list[Convocatoria]:
    """How it was called to each of them, the one that runs and then the latest first: one query."""
    found = callups_of([card.fixture for card in cards], championship)
    called = [found[card.fixture.pk] for card in reversed(cards) if found[card.fixture.pk].events]
    return sorted(called, key=lambda each: not each.is_running)


def results_of(cards: Sequence[Card], pareja: Pareja | None = None) -> list[dict[str, Any]]:
    """What it has played, the latest first, each with the page of its Planilla where there is one, and what `pareja` may confirm there."""
    played = [card for card in cards if card.fixture.status in PLAYED]
    fixtures = [card.fixture for card in played]
    ids, signed = planilla_ids(fixtures), outside_names(fixtures)
    shown = confirmable(pareja, fixtures) if pareja else {}
    return [
        {
            "card": card,
            "planilla": ids.get(card.fixture.pk),
            "signed": signed.get(card.fixture.pk, ""),
            "shown": shown.get(card.fixture.pk),
        }
        for card in reversed(played)
    ]


@own_page(WRITE)
def own_confirm(request: OwnRequest, public_id: UUID) -> HttpResponse:
    """The pareja confirms the version that its page showed, by its number and digest."""
    version = request.POST.get("v", "")
    with told(request):
        planilla_confirm(
            pareja=request.pareja,
            mesa_id=public_id,
            version=int(version) if version.isascii() and version.isdecimal() and len(version) < 5 else 0,
            digest=request.POST.get("h", ""),
            now=timezone.now(),
        )
        messages.success(request, "Quedó confirmado desde su teléfono.")
    return redirect("referee:own", request.token)


@own_page(WRITE)
def own_share_send(request: OwnRequest) -> HttpResponse:
    """The phone of the pareja promises its share of a draw, or shows the one that it promised."""
    pareja, commitment, now = request.pareja, request.POST.get("compromiso", ""), timezone.now()
    with told(request):
        if "aporte" in request.POST:
            share_show(pareja=pareja, commitment=commitment, share=request.POST["aporte"], now=now)
            messages.success(request, "Su aporte está mostrado: cuenta en el sorteo.")
        else:
            share_make_promise(pareja=pareja, commitment=commitment, promise=request.POST.get("promesa", ""), now=now)
            messages.success(
                request,
                "Su aporte está prometido. Quedó guardado en este teléfono: no borre sus datos hasta el sorteo.",
            )
    return redirect("referee:own", request.token)


def standing_of(course: Course, pareja: Pareja) -> dict[str, Any]:
    """How far it has come, and its place in each stage that it played."""
    where = whereabouts(course, pareja.championship.players_per_pareja)
    places = [place for run in course.runs if (place := _place(run, pareja.number))]
    return {"words": where.get(pareja.number, NOWHERE).words, "places": places}


def _place(run: Run, pareja: int) -> dict[str, Any] | None:
    """Its place in a stage, `firm` once nothing played there may move it; none before a knock-out has put it out or is won."""
    if pareja in run.still_in and not run.has_table:
        return None
    for number, group in enumerate(run.ranking.groups, start=1):
        for ranked in group:
            if ranked.pareja == pareja and ranked.place is not None:
                series = f"serie {number}" if len(run.ranking.groups) > 1 else ""
                firm = run.ended or _is_of_final(run, ranked.place) or (bool(series) and number - 1 in run.ended_series)
                return {"stage": run.stage, "series": series, "place": ranked.place, "of": len(group), "firm": firm}
    return None


def _is_of_final(run: Run, place: int) -> bool:
    """Whether a final that was won gave it: who is third may still play, and changes neither."""
    return not run.has_table and run.first is not None and place <= FINALISTS


def data_of(pareja: Pareja) -> dict[str, Any]:
    """What is written down of it and of nobody else; of a cédula only that there is one, since its last digits sign here."""
    facts = [
        ("Nombre", pareja.name),
        ("Club", pareja.club),
        ("Institución", pareja.institution),
        ("Familia", pareja.family),
        ("Provincia", pareja.province),
        ("Categoría", pareja.category),
    ]
    players = [
        {
            "name": player.name,
            "cedula": bool(player.cedula_match),
            "representative": player.position == pareja.representative,
        }
        for player in pareja.players.select_related("personal")
    ]
    return {"facts": [(label, value) for label, value in facts if value], "players": players}
