"""What anyone may follow: each stage, the results, what comes next, and where a pareja stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from brackets.models import UNPLAYED, Fixture, Pareja
from brackets.selectors.bracket import Part
from brackets.selectors.course import Course, Run, callable_now, course_of
from brackets.selectors.inscription import inscription_of
from brackets.selectors.known_hours import hours_known
from brackets.selectors.podium import NOWHERE, Where, last_played, whereabouts
from brackets.selectors.standings import Share, Table, ahead_of, share_of, tables_of
from brackets.selectors.wording import said
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card, run_cards
from brackets.views.llave import llave, page_number
from brackets.views.paging import pages_of
from brackets.views.parejas import matching
from brackets.views.standings import run_shown

SEE: Final = "championship.see"
LATEST: Final = 12
KEPT: Final = 2
STAGE_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Heat:
    """A round of a part of a stage, as cards."""

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a stage: its table, where it has one of its own, and its partidas round by round; `total` counts those that are played."""

    title: str
    anchor: str
    table: Table | None
    heats: tuple[Heat, ...]
    played: int
    total: int


@championship_page(SEE)
def championship(request: ChampionshipRequest) -> HttpResponse:
    """With `?solo=partes` what changes on it while it is open: the same to everybody for `KEPT` seconds.

    After a result a thousand telephones ask for it, from four seconds on (`renewal.js`): what is kept must be younger than that.
    """
    if request.GET.get("solo") != "partes":
        return render(request, "brackets/championship.html", _context(request))
    asked = request.GET.get("etapa", "")
    stage = asked if asked.isascii() and asked.isdigit() and len(asked) < STAGE_DIGITS else ""
    key = f"partes:{request.championship.pk}:{stage}:{page_number(request)}"
    parts = cache.get_or_set(key, lambda: _parts(request), KEPT)
    return HttpResponse(parts)


def _parts(request: ChampionshipRequest) -> str:
    return render_to_string("brackets/championship_parts.html", _context(request), request)


def _context(request: ChampionshipRequest) -> dict[str, object]:
    course = course_of(request.championship)
    run = run_shown(course, request.GET.get("etapa", ""))
    share = share_of(len(run.ranking.groups) if run and run.has_table else 0, page_number(request))
    cards = cards_by_stage(course)
    everything = [card for own in cards.values() for card in own.values()]
    ready = _next(course, everything)
    ended = sorted(
        (card for card in _in(everything, Fixture.Status.FINAL) if card.fixture.decided_at),
        key=lambda card: card.fixture.decided_at or 0,
        reverse=True,
    )
    return {
        "course": course,
        "run": run,
        "champion": course.champion,
        "ready": ready[:LATEST],
        "more_ready": len(ready) - LATEST,
        "hours": hours_known(course, request.championship, now=timezone.now()) if ready else {},
        "results": ended[:LATEST],
        "ended": len(ended),
        "llave": llave(run.rounds, page_number(request)) if run and run.is_plain else None,
        "share": share,
        "sections": sections_of(course, run, cards[run.stage.number], share) if run and not run.is_plain else (),
        "ahead": ahead_of(course, request.championship.players_per_pareja),
        "inscription": None if course.runs else inscription_of(request.championship),
    }


@championship_page(SEE)
def parejas_public(request: ChampionshipRequest) -> HttpResponse:
    """Who plays and who played, also those who left since."""
    words = request.GET.get("buscar", "").strip()
    course = course_of(request.championship)
    last = last_cards(course)
    found = whereabouts(course, request.championship.players_per_pareja)
    # Who left before any draw was never part of what the public followed.
    drawn = {number for run in course.runs for number in run.members}
    everyone = [
        pareja
        for number, pareja in sorted(course.parejas.items())
        if pareja.status == Pareja.Status.ACTIVE or pareja.pk in last or number in drawn
    ]
    shown = matching(everyone, words) if words else everyone
    pages = pages_of(len(shown), page_number(request))
    players, played = request.championship.players_per_pareja, last_played(course)
    standing = [
        _standing(each, last.get(each.pk), found.get(each.number, NOWHERE), played.get(each.number), players)
        for each in shown[pages.rows]
    ]
    context = {
        "words": words,
        "standing": standing,
        "pages": pages,
        "kept": urlencode({"buscar": words}) if words else "",
    }
    return render(request, "brackets/parejas_public.html", context)


@dataclass(frozen=True, slots=True)
class Standing:
    """A pareja, the last partida that is or was its own, and how far it has come.

    Of one that is gone, `after` is the last partida that it played, and `left` says that it is gone where `where` does not; the card of a
    mesa that it plays to its end is shown as of any other.
    """

    pareja: Pareja
    card: Card | None
    where: Where
    left: str = ""
    after: Fixture | None = None

    @property
    def words(self) -> str:
        return self.where.words

    @property
    def is_out_elsewhere(self) -> bool:
        """Whether it is out, and not by that last partida, which it won."""
        return self.where.out and self.card is not None and self.card.fixture.winner_id == self.pareja.pk

    @property
    def plays(self) -> bool:
        """Whether that partida is still to be played, or played and not signed."""
        return self.card is not None and self.card.fixture.status != Fixture.Status.FINAL

    @property
    def gone(self) -> bool:
        return self.pareja.status != Pareja.Status.ACTIVE


def _standing(pareja: Pareja, card: Card | None, where: Where, played: Fixture | None, players: int) -> Standing:
    if pareja.status == Pareja.Status.ACTIVE:
        return Standing(pareja, card, where)
    return Standing(pareja, card, where, "" if where.gone else said(players, pareja.get_status_display()), played)


def cards_by_stage(course: Course) -> dict[int, Mapping[tuple[int, int], Card]]:
    """The cards of each published stage, which tell its name where there are several."""
    several = len(course.stages) > 1
    return {run.stage.number: run_cards(run, of=run.stage.name if several else "") for run in course.runs}


def sections_of(course: Course, run: Run, cards: Mapping[tuple[int, int], Card], share: Share) -> tuple[Section, ...]:
    """The parts of a stage in their order; a series and a Swiss stage with their table."""
    tables = dict(zip(share.shown, tables_of(course, run, share), strict=True)) if run.has_table else {}
    if tables and not run.parts:  # a Swiss stage before its first round
        return (Section(run.stage.name, "seccion-1", tables[0], (), 0, 0),)
    shown = [part for part in run.parts if not tables or part.group in tables]
    return tuple(
        _section(part, f"seccion-{number}", tables.get(part.group), cards) for number, part in enumerate(shown, start=1)
    )


def _section(part: Part, anchor: str, table: Table | None, cards: Mapping[tuple[int, int], Card]) -> Section:
    there = [fixture for each in part.rounds for fixture in each.fixtures if fixture.number is not None]
    fixtures = [fixture for fixture in there if not fixture.goes_unplayed]
    heats = tuple(
        Heat(each.name, tuple(cards[fixture.round, fixture.position] for fixture in each.fixtures))
        for each in part.rounds
    )
    played = sum(fixture.status == Fixture.Status.FINAL for fixture in fixtures)
    return Section(part.title, anchor, table, heats, played, len(fixtures))


def last_cards(course: Course) -> dict[int, Card]:
    """By pareja, the partida in which it stands last: what it has to play, else what it played last."""
    found: dict[int, Card] = {}
    for run in course.runs:
        cards = run_cards(run)
        for fixture in run.fixtures:
            card = cards[fixture.round, fixture.position]
            for side in card.sides:
                if side.pareja and not _is_settled_before(found.get(side.pareja.pk), card):
                    found[side.pareja.pk] = card
    return found


def _is_settled_before(known: Card | None, card: Card) -> bool:
    """Whether `known`, of an earlier round of the same stage, is still to be played and so comes first."""
    if known is None or known.fixture.status == Fixture.Status.FINAL:
        return False
    return known.fixture.stage_id == card.fixture.stage_id


def _next(course: Course, cards: Iterable[Card]) -> list[Card]:
    """Those that wait to be called: first what can be played now, so that nobody stands there twice before all others do once."""
    able = {fixture.pk for fixture in callable_now(course.in_order_of_play)}
    return sorted(_in(cards, Fixture.Status.READY), key=lambda card: card.fixture.pk not in able)


def _in(cards: Iterable[Card], *statuses: str) -> list[Card]:
    """Those in one of these states, by table and then by number."""
    found = [card for card in cards if card.fixture.status in statuses and card.fixture.how not in UNPLAYED]
    return sorted(found, key=lambda card: (_table(card.fixture), card.fixture.number or 0))


def _table(fixture: Fixture) -> int:
    return fixture.table.number if fixture.table else 9999
