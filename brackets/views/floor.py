"""The Mesa de Control: which partida is played where, and calling its parejas."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.forms.floor import AssignForm
from brackets.models import Championship, Fixture
from brackets.selectors.bracket import Round, bracket_view, fixtures_of
from brackets.selectors.championships import published_stage
from brackets.selectors.team import jueces
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_release, fixtures_assign_auto
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.cards import Card, cards_of
from brackets.views.refusals import told

AT_A_TABLE: Final = (Fixture.Status.CALLED, Fixture.Status.IN_PLAY)
WITH_SELECTS: Final = 48
"""Rows of a group in which tables and jueces can be chosen: a round of 512 with all of them would be megabytes."""
ORDER: Final[Mapping[str, str]] = {
    Fixture.Status.CALLED: "Convocadas",
    Fixture.Status.READY: "Por convocar",
    Fixture.Status.PROVISIONAL: "Por firmar",
    Fixture.Status.IN_PLAY: "En juego",
    Fixture.Status.WAITING: "Por definir",
    Fixture.Status.FINAL: "Terminadas",
}


class Group(NamedTuple):
    """The partidas of a round that are in one state."""

    title: str
    cards: list[Card]


@championship_page("floor.edit")
def fixtures(request: MemberRequest) -> HttpResponse:
    championship = request.championship
    stage = published_stage(championship)
    rounds = bracket_view(stage) if stage else ()
    shown = round_shown(rounds, request.GET.get("ronda", ""))
    everything = [fixture for each in rounds for fixture in each.fixtures]
    busy = [fixture for fixture in everything if fixture.status in AT_A_TABLE]
    context = {
        "stage": stage,
        "rounds": rounds,
        "round": shown,
        "groups": groups_of(cards_of(shown.fixtures, _before(rounds, shown))) if shown else [],
        "tables": championship.tables.all(),
        "jueces": jueces(championship),
        "busy_tables": {fixture.table_id: fixture for fixture in busy},
        "busy_jueces": {fixture.juez_id: fixture for fixture in busy},
        "with_selects": WITH_SELECTS,
        "wanting": _wanting(shown.fixtures) if shown else 0,
    }
    return render(request, "brackets/fixtures.html", context)


@championship_page("floor.edit", WRITE)
def fixtures_auto(request: MemberRequest) -> HttpResponse:
    stage = published_stage(request.championship)
    number = int(request.POST["ronda"]) if request.POST.get("ronda", "").isdecimal() else 1
    if stage is not None:
        with told(request):
            done = fixtures_assign_auto(stage=stage, round=number, user=request.user, now=timezone.now())
            messages.success(request, f"Se asignó mesa y Juez a {len(done.assigned)} partidas.")
            if done.left:
                messages.warning(
                    request, f"Quedan {len(done.left)} sin asignar: no hay más mesas o jueces libres por ahora."
                )
    return redirect(_desk_url(request.championship, number))


@championship_page("floor.edit", WRITE)
def fixture_place(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Assign, and with the button «Convocar» also call: both or neither."""
    fixture = get_object_or_404(fixtures_of(request.championship), pk=fixture_id)
    form = AssignForm(request.POST, championship=request.championship)
    if not form.is_valid():
        messages.error(request, "Esa mesa o ese Juez ya no está en el campeonato. Elija otra vez.")
        return redirect(_row_url(request.championship, fixture))
    now = timezone.now()
    with told(request), transaction.atomic():
        placed = fixture_assign(fixture=fixture, user=request.user, now=now, **form.cleaned_data)
        sentence = f"Partida {placed.number}: {placed.table or 'sin mesa'}, {placed.juez or 'sin Juez'}."
        if "convocar" in request.POST:
            placed = fixture_call(fixture=placed, user=request.user, now=now)
            sentence = f"Partida {placed.number} convocada a la {placed.table}."
        messages.success(request, sentence)
    return redirect(_row_url(request.championship, fixture))


@championship_page("floor.edit", WRITE)
def fixture_uncall(request: MemberRequest, fixture_id: int) -> HttpResponse:
    fixture = get_object_or_404(fixtures_of(request.championship), pk=fixture_id)
    if fixture.status != Fixture.Status.CALLED:
        messages.info(request, f"La partida {fixture.number} no está convocada: no cambió nada.")
        return redirect(_row_url(request.championship, fixture))
    with told(request):
        fixture_release(fixture=fixture, user=request.user, now=timezone.now())
        messages.success(request, f"La convocatoria de la partida {fixture.number} quedó sin efecto.")
    return redirect(_row_url(request.championship, fixture))


def round_shown(rounds: Sequence[Round], asked: str) -> Round | None:
    """The round asked for, else the first with something left to do, else the last."""
    for each in rounds:
        if str(each.number) == asked:
            return each
    for each in rounds:
        if any(fixture.status != Fixture.Status.FINAL for fixture in each.fixtures):
            return each
    return rounds[-1] if rounds else None


def groups_of(cards: Iterable[Card]) -> list[Group]:
    """What the desk has to do first comes first; a bye of the draw is nobody's work."""
    played = [card for card in cards if not card.is_bye]
    groups = [
        Group(title, [card for card in played if card.fixture.status == status]) for status, title in ORDER.items()
    ]
    return [group for group in groups if group.cards]


def _before(rounds: Sequence[Round], shown: Round) -> Sequence[Fixture]:
    return rounds[shown.number - 2].fixtures if shown.number > 1 else ()


def _wanting(fixtures: Iterable[Fixture]) -> int:
    """How many could be played but lack a table or a Juez."""
    ready = (fixture for fixture in fixtures if fixture.status == Fixture.Status.READY)
    return sum(fixture.table_id is None or fixture.juez_id is None for fixture in ready)


def _desk_url(championship: Championship, number: int) -> str:
    return f"{reverse('brackets:fixtures', args=[championship.slug])}?ronda={number}"


def _row_url(championship: Championship, fixture: Fixture) -> str:
    return f"{_desk_url(championship, fixture.round)}#partida-{fixture.number}"
