"""The hours of the day: what comes to each table and when, what more tables would change, and what people are told."""

from collections.abc import Iterable
from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.models import Fixture, Stage
from brackets.selectors.callups import day_and_hour
from brackets.selectors.course import Run, course_of
from brackets.selectors.hours import HoursOfDay, hours_of
from brackets.selectors.to_play import round_hour
from brackets.selectors.wording import counted, numbered
from brackets.services.hours import day_plan_keep, frozen_set, frozen_told, hours_announce, round_hour_set
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told

MORE = (1, 2, 4)
WAITING = (Fixture.Status.WAITING, Fixture.Status.READY)
SHOWN = 120
"""Mesas listed at once: the rest is far off and says little."""


class RoundHourForm(forms.Form):
    """A round of a stage, and the hour that is planned for it or none."""

    stage = forms.IntegerField(min_value=1, max_value=99)
    round = forms.IntegerField(min_value=1, max_value=99)
    hour = forms.TimeField(required=False)


@championship_page("floor.edit")
def hours(request: MemberRequest) -> HttpResponse:
    """`?mas=2`: beside it, the same day with so many tables and jueces more."""
    now, championship = timezone.now(), request.championship
    course = course_of(championship)
    day = hours_of(course, championship, now=now)
    more = next((each for each in MORE if str(each) == request.GET.get("mas", "")), 0)
    other = hours_of(course, championship, now=now, more_tables=more) if more else None
    gain = round((day.end.middle - other.end.middle).total_seconds() / 60) if other and other.end and day.end else 0
    context = {
        "day": day,
        "floating": [
            (each, _moved(each.start.middle, each.fixture.pk, other)) for each in day.mesas if not each.frozen
        ][:SHOWN],
        "left_out": max(0, sum(not each.frozen for each in day.mesas) - SHOWN),
        "tables": [(number, mesas) for number, mesas in day.by_table if number is not None],
        "more": more,
        "choices": MORE,
        "other": other,
        "gain": gain,
        "rounds": _rounds(course.runs),
        "frozen": championship.frozen_mesas,
    }
    return render(request, "brackets/hours.html", context)


@championship_page("floor.edit", WRITE)
def hours_keep(request: MemberRequest) -> HttpResponse:
    with told(request):
        plan = day_plan_keep(championship=request.championship, user=request.user, now=timezone.now())
        messages.success(
            request, f"Se guardó el plan del día: {counted(len(plan.hours), 'partida', 'partidas')} con su hora."
        )
    return redirect("brackets:hours", request.championship.slug)


@championship_page("floor.edit", WRITE)
def hours_tell(request: MemberRequest) -> HttpResponse:
    with told(request):
        fixtures = hours_announce(championship=request.championship, user=request.user, now=timezone.now())
        if fixtures:
            numbers = (each.number for each in fixtures)
            told_of = numbered(
                numbers, "Se anunció mesa y hora de la partida {}.", "Se anunció mesa y hora de las partidas {}."
            )
            messages.success(request, told_of)
        else:
            messages.info(request, "No hay nada nuevo que anunciar: no cambió nada.")
    return redirect("brackets:hours", request.championship.slug)


@championship_page("floor.edit", WRITE)
def hours_frozen(request: MemberRequest) -> HttpResponse:
    sent = request.POST.get("mesas", "")
    with told(request):
        many = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else -1
        frozen_set(championship=request.championship, mesas=many, user=request.user, now=timezone.now())
        messages.success(request, frozen_told(many))
    return redirect("brackets:hours", request.championship.slug)


@championship_page("floor.edit", WRITE)
def hours_round(request: MemberRequest) -> HttpResponse:
    form = RoundHourForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Elija la ronda y escriba una hora, como 14:30. Nada cambió.")
        return redirect("brackets:hours", request.championship.slug)
    sent = form.cleaned_data
    stage = get_object_or_404(Stage.objects.filter(championship=request.championship), number=sent["stage"])
    with told(request):
        at = round_hour_set(stage=stage, round=sent["round"], typed=sent["hour"], user=request.user, now=timezone.now())
        told_at = f": {day_and_hour(at, request.championship.play_days)}" if at else ""
        messages.success(request, f"Se guardó la hora prevista de la ronda{told_at}.")
    return redirect("brackets:hours", request.championship.slug)


def _moved(start: datetime, pk: int, other: HoursOfDay | None) -> int | None:
    """Minutes that this mesa would begin earlier."""
    there = other.by_fixture.get(pk) if other else None
    return None if there is None else round((start - there.start.middle).total_seconds() / 60)


def _rounds(runs: Iterable[Run]) -> list[dict[str, object]]:
    """Those with something left to play, with the hour that is planned for them."""
    return [
        {"stage": run.stage, "round": each, "hour": round_hour(each.fixtures[0])}
        for run in runs
        for each in run.rounds
        if any(fixture.number and fixture.status in WAITING for fixture in each.fixtures)
    ]
