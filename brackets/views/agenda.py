"""The schedule of a championship and its results, day by day."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from brackets.hours.play_days import PlayDays
from brackets.models import AT_A_TABLE, Fixture
from brackets.selectors.course import Course, course_of
from brackets.selectors.known_hours import Known, begun_at, hours_known
from brackets.selectors.to_play import OVER
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card
from brackets.views.llave import page_number
from brackets.views.paging import ROWS, pages_of
from brackets.views.public import cards_by_stage

SEE: Final = "championship.see"


@dataclass(frozen=True, slots=True)
class Slot:
    """A partida at its hour; `known` where it has still to begin. Of one that is over and that nobody saw begin it is when it `ended`."""

    card: Card
    at: datetime
    known: Known | None
    ended: bool = False


@championship_page(SEE)
def schedule(request: ChampionshipRequest) -> HttpResponse:
    """By the day: what was played when, what is expected when, and what nobody can say the hour of yet."""
    now, course = timezone.now(), course_of(request.championship)
    wanted = request.GET.get("pareja", "").strip()
    cards = [card for card in played_cards(course) if not wanted or _is_of(card, wanted)]
    play_days = request.championship.play_days
    days, without = slots_of(cards, hours_known(course, request.championship, now=now), play_days)
    today = play_days.of(now)
    day = day_shown(days, request.GET.get("dia", ""), today)
    rows = days.get(day, []) if day else []
    pages = pages_of(len(rows), page_number(request))
    context = {
        "course": course,
        "days": sorted(days),
        "day": day,
        "today": today,
        "rows": rows[pages.rows],
        "pages": pages,
        "without": without[:ROWS] if pages.number == pages.total else (),
        "without_more": max(0, len(without) - ROWS),
        "wanted": wanted,
        "kept": urlencode({"pareja": wanted}) if wanted else "",
        "here": urlencode({"dia": day or "", **({"pareja": wanted} if wanted else {})}),
    }
    return render(request, "brackets/schedule.html", context)


@championship_page(SEE)
def results(request: ChampionshipRequest) -> HttpResponse:
    """What has ended, day by day, the latest first."""
    now, course, play_days = timezone.now(), course_of(request.championship), request.championship.play_days
    days: defaultdict[date, list[Card]] = defaultdict(list)
    for card in played_cards(course):
        if card.fixture.status == Fixture.Status.FINAL and card.fixture.decided_at:
            days[play_days.of(card.fixture.decided_at)].append(card)
    day = day_shown(days, request.GET.get("dia", ""), play_days.of(now), last=True)
    shown = sorted(days[day], key=lambda card: card.fixture.decided_at or now, reverse=True) if day else []
    pages = pages_of(len(shown), page_number(request))
    context = {
        "days": sorted(days),
        "day": day,
        "cards": shown[pages.rows],
        "count": len(shown),
        "pages": pages,
        "here": urlencode({"dia": day or ""}),
    }
    return render(request, "brackets/results.html", context)


def played_cards(course: Course) -> list[Card]:
    """What is or will be played of all stages, in the order of play; nobody's passes are not."""
    return [
        card
        for own in cards_by_stage(course).values()
        for card in own.values()
        if card.fixture.number is not None and not card.fixture.goes_unplayed
    ]


def slots_of(
    cards: Sequence[Card], known: Mapping[int, Known], play_days: PlayDays
) -> tuple[dict[date, list[Slot]], list[Card]]:
    """By day of play in the order of the hours, then those without an hour to publish."""
    days: defaultdict[date, list[Slot]] = defaultdict(list)
    without = []
    for card in cards:
        slot = _slot(card, known.get(card.fixture.pk))
        if slot is None:
            without.append(card)
        else:
            days[play_days.of(slot.at)].append(slot)
    for rows in days.values():
        rows.sort(key=lambda slot: (slot.at, slot.card.fixture.number or 0))
    return dict(days), without


def day_shown(days: Mapping[date, object], asked: str, today: date, *, last: bool = False) -> date | None:
    """The day asked for, else today, else the next one there is, else the last one."""
    found = next((day for day in days if day.isoformat() == asked), None)
    if found or not days:
        return found
    ahead = [day for day in sorted(days) if day >= today]
    return ahead[0] if ahead and not last else max(days)


def _slot(card: Card, known: Known | None) -> Slot | None:
    begun = begun_at(card.fixture) if card.fixture.status in (*OVER, *AT_A_TABLE) else None
    if begun:
        return Slot(card, begun, None, ended=card.fixture.noted_at is None)
    return Slot(card, known.at, known) if known else None


def _is_of(card: Card, number: str) -> bool:
    return any(side.pareja and str(side.pareja.number) == number for side in card.sides)
