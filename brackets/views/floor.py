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
from brackets.models import AT_A_TABLE, Championship, Fixture
from brackets.selectors.bracket import Round, fixtures_of
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.hall import hall_of
from brackets.selectors.hall_words import breaks_at
from brackets.selectors.queue import next_to_call
from brackets.selectors.team import jueces
from brackets.selectors.wording import counted
from brackets.services.fixtures import (
    AutoAssignment,
    fixture_assign,
    fixture_call,
    fixture_release,
    fixtures_assign_auto,
)
from brackets.services.rounds import round_pair, together_in
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.callup_cards import steps_of
from brackets.views.cards import Card, run_card
from brackets.views.refusals import told

AT_ONCE: Final = 48
"""Rows of a group that are shown at once, and in which tables and jueces can be chosen: what is done next is among them, and a
round of 512 with all of it would be megabytes."""
EVERYTHING: Final = "todas"
MOST_TOLD: Final = 4
"""Sentences above the page of what could not be kept."""
ORDER: Final[Mapping[str, str]] = {
    Fixture.Status.CALLED: "Convocadas",
    Fixture.Status.READY: "Por convocar",
    Fixture.Status.PROVISIONAL: "Por firmar",
    Fixture.Status.IN_PLAY: "En juego",
    Fixture.Status.WAITING: "Por definir",
    Fixture.Status.FINAL: "Terminadas",
}
UNPLAYED_TITLE: Final = "No se juegan"
NOW_TITLES: Final = (Fixture.Status.CALLED, Fixture.Status.READY, Fixture.Status.PROVISIONAL, Fixture.Status.IN_PLAY)


class Group(NamedTuple):
    """Partidas that are in one state: how many there are, and those of them that are shown."""

    title: str
    total: int
    cards: list[Card]

    @property
    def left(self) -> int:
        return self.total - len(self.cards)


class Shown(NamedTuple):
    """A stage and a round of it that are looked at; no round: what is to be done now, in all stages."""

    run: Run | None
    round: Round | None


@championship_page("floor.edit")
def fixtures(request: MemberRequest) -> HttpResponse:
    course = course_of(request.championship)
    everything = course.in_order_of_play
    able = {fixture.pk: place for place, fixture in enumerate(next_to_call(everything))}
    shown = shown_of(course, request.GET.get("etapa", ""), request.GET.get("ronda", ""))
    listed = _listed(shown, everything, able)
    busy = [fixture for fixture in everything if fixture.status in AT_A_TABLE]
    called = [fixture for fixture in listed if fixture.status == Fixture.Status.CALLED]
    context = {
        "callups": steps_of(called, request.championship, timezone.now()),
        "course": course,
        "run": shown.run,
        "round": shown.round,
        "groups": groups_of(course, shown, listed, everything=request.GET.get(EVERYTHING) == "1"),
        "unable": {fixture.pk for fixture in listed if fixture.status == Fixture.Status.READY} - able.keys(),
        "tables": request.championship.tables.all(),
        "jueces": jueces(request.championship),
        "busy_tables": {fixture.table_id: fixture for fixture in busy},
        "busy_jueces": {fixture.juez_id: fixture for fixture in busy},
        "with_selects": AT_ONCE,
        "wanting": _wanting(listed, able),
        "to_pair": [run for run in course.runs if run.round_to_pair],
        "to_draw": course.to_draw,
    }
    return render(request, "brackets/fixtures.html", context)


@championship_page("floor.edit", WRITE)
def fixtures_auto(request: MemberRequest) -> HttpResponse:
    """Of one round, or without one of what can be played now in all stages."""
    stage, number = _posted(request, "etapa"), _posted(request, "ronda")
    with told(request):
        of_round = None if number is None else get_object_or_404(request.championship.stages, number=stage or 1)
        done = fixtures_assign_auto(
            championship=request.championship, stage=of_round, round=number, user=request.user, now=timezone.now()
        )
        _tell_assigned(request, done)
    return redirect(_desk_url(request.championship, stage, number))


@championship_page("floor.edit", WRITE)
def round_next(request: MemberRequest) -> HttpResponse:
    """Pair the next round of a Swiss stage."""
    stage = get_object_or_404(request.championship.stages, number=_posted(request, "etapa") or 1)
    with told(request):
        paired = round_pair(stage=stage, user=request.user, now=timezone.now())
        messages.success(request, f"La ronda {len(paired.pairings)} de «{stage}» está emparejada: ya se puede jugar.")
        if together := together_in(paired, len(paired.pairings)):
            met = ", ".join(f"{a} y {b}" for a, b in together)
            messages.warning(request, f"Estaban protegidas y juegan entre sí, porque no se pudo evitar: {met}.")
    return redirect("brackets:fixtures", request.championship.slug)


@championship_page("floor.edit", WRITE)
def fixture_place(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Assign, and with the button «Convocar» also call: both or neither."""
    fixture = get_object_or_404(fixtures_of(request.championship).select_related("stage"), pk=fixture_id)
    form = AssignForm(request.POST, championship=request.championship)
    if not form.is_valid():
        messages.error(request, "Esa mesa o ese Juez ya no está en el campeonato. Elija otra vez.")
        return redirect(_row_url(request, fixture))
    now = timezone.now()
    with told(request), transaction.atomic():
        placed = fixture_assign(fixture=fixture, user=request.user, now=now, **form.cleaned_data)
        sentence = f"Partida {placed.number}: {placed.table or 'sin mesa'}, {placed.juez or 'sin Juez'}."
        if "convocar" in request.POST:
            placed = fixture_call(fixture=placed, user=request.user, now=now)
            sentence = f"Partida {placed.number} convocada a la {placed.table}."
        messages.success(request, sentence)
        if placed.juez_id and placed.juez_id != fixture.juez_id:
            for words in breaks_at(hall_of(request.championship, now), placed):
                messages.warning(request, words)
    return redirect(_row_url(request, fixture))


@championship_page("floor.edit", WRITE)
def fixture_uncall(request: MemberRequest, fixture_id: int) -> HttpResponse:
    fixture = get_object_or_404(fixtures_of(request.championship).select_related("stage"), pk=fixture_id)
    if fixture.status != Fixture.Status.CALLED:
        messages.info(request, f"La partida {fixture.number} no está convocada: no cambió nada.")
        return redirect(_row_url(request, fixture))
    with told(request):
        fixture_release(fixture=fixture, user=request.user, now=timezone.now())
        messages.success(request, f"La convocatoria de la partida {fixture.number} quedó sin efecto.")
    return redirect(_row_url(request, fixture))


def shown_of(course: Course, stage: str, number: str) -> Shown:
    """What was asked for; else what is to be done now, or the last round where nothing is."""
    run = next((run for run in course.runs if str(run.stage.number) == stage), course.current)
    if run is None:
        return Shown(None, None)
    asked = next((each for each in run.rounds if str(each.number) == number), None)
    if asked is None and stage == str(run.stage.number):
        asked = round_under_way(run.rounds)
    if asked is None and all(fixture.status not in NOW_TITLES for each in course.runs for fixture in each.fixtures):
        asked = round_under_way(run.rounds)
    return Shown(run, asked)


def round_under_way(rounds: Sequence[Round]) -> Round | None:
    """The first round with something left to do, else the last."""
    for each in rounds:
        if any(fixture.status != Fixture.Status.FINAL for fixture in each.fixtures):
            return each
    return rounds[-1] if rounds else None


def groups_of(course: Course, shown: Shown, listed: Sequence[Fixture], *, everything: bool) -> list[Group]:
    """What the desk has to do first comes first; a bye of the draw is nobody's work. Only what is shown is made a card."""
    numbered = [fixture for fixture in listed if fixture.number is not None]
    several = len(course.runs) > 1 and shown.round is None
    runs = {run.stage.pk: run for run in course.runs}
    by_title = {
        title: [fixture for fixture in numbered if fixture.status == status and not fixture.goes_unplayed]
        for status, title in ORDER.items()
    } | {UNPLAYED_TITLE: [fixture for fixture in numbered if fixture.goes_unplayed]}
    groups = []
    for title, own in by_title.items():
        first = own if everything else own[:AT_ONCE]
        cards = [_card(runs[fixture.stage_id], fixture, several=several) for fixture in first]
        groups.append(Group(title, len(own), cards))
    return [group for group in groups if group.cards]


def _card(run: Run, fixture: Fixture, *, several: bool) -> Card:
    """With the stage in its words where several are looked at."""
    return run_card(run, (fixture.round, fixture.position), of=run.stage.name if several else "")


def _listed(shown: Shown, everything: Sequence[Fixture], able: Mapping[int, int]) -> list[Fixture]:
    if shown.round is not None:
        return list(shown.round.fixtures)
    now = [
        fixture
        for fixture in everything
        if fixture.status in NOW_TITLES and (fixture.status != Fixture.Status.READY or fixture.pk in able)
    ]
    return sorted(now, key=lambda fixture: able.get(fixture.pk, 0))  # who waits longest first; the rest as it was


def _wanting(fixtures: Iterable[Fixture], able: Mapping[int, int]) -> int:
    """How many could be played now but lack a table or a Juez."""
    return sum(fixture.pk in able and (fixture.table_id is None or fixture.juez_id is None) for fixture in fixtures)


def _tell_assigned(request: MemberRequest, done: AutoAssignment) -> None:
    messages.success(request, f"Se asignó mesa y Juez a {counted(len(done.assigned), 'partida', 'partidas')}.")
    if done.left:
        messages.warning(
            request,
            f"{'Queda 1' if len(done.left) == 1 else f'Quedan {len(done.left)}'} sin asignar: no hay más mesas o jueces libres por ahora.",
        )
    for sentence in done.unkept[:MOST_TOLD]:
        messages.warning(request, sentence)
    if len(done.unkept) > MOST_TOLD:
        messages.warning(request, f"Y {len(done.unkept) - MOST_TOLD} más: mire el informe de neutralidad.")


def _posted(request: MemberRequest, name: str) -> int | None:
    """A small number that was sent, or nothing."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 5 else None


def _desk_url(championship: Championship, stage: int | None, number: int | None) -> str:
    asked = "" if number is None else f"?etapa={stage or 1}&ronda={number}"
    return f"{reverse('brackets:fixtures', args=[championship.slug])}{asked}"


def _row_url(request: MemberRequest, fixture: Fixture) -> str:
    """Back to the list that was looked at: of what is to be done now, or of one round."""
    number = None if request.POST.get("desde") == "ahora" else fixture.round
    return f"{_desk_url(request.championship, fixture.stage.number, number)}#partida-{fixture.number}"
