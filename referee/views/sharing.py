"""What leaves the site with a shared link: the picture of its preview, and the calendar files."""

from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from django.core.cache import cache
from django.http import HttpResponse
from django.http.response import HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags, quote_etag

from brackets.models import Championship, Pareja
from brackets.selectors.access import is_public
from brackets.selectors.course import course_of
from brackets.selectors.known_hours import Known, hours_known
from brackets.selectors.podium import NOWHERE, podium_in, whereabouts
from brackets.selectors.sheet import sides_left_of
from brackets.selectors.site_address import site_address
from brackets.selectors.voided import is_voided
from brackets.selectors.wording import said
from brackets.templatetags.site import days
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.cards import Card, card_of
from brackets.views.results import fixture_or_404
from referee.printing.calendars import Event, calendar_file
from referee.printing.pictures import Picture, picture_png
from referee.selectors.live import estados_in
from referee.selectors.live.estado import UPCOMING
from referee.views.own import own_cards

SEE: Final = "championship.see"
KEPT_FOR: Final = 24 * 3600
DRAWING: Final = 1
"""Counts up whenever pictures come to be drawn in another way."""


@championship_page(SEE)
def picture(request: ChampionshipRequest) -> HttpResponse:
    """Of the championship; once it is won, of its champion."""
    championship = request.championship
    first = [each.pareja for each in podium_in(course_of(championship)) if each.place == 1]
    when = f"{days(championship.starts_on, championship.ends_on)} · {championship.place}"
    if first:
        won = said(championship.players_per_pareja, "Pareja campeona").upper()
        return _drawn(request, Picture(str(championship), ((first[0].title, ""),), when, won))
    return _drawn(request, Picture("Torneo de Cuarenta", ((str(championship), ""),), when))


@championship_page(SEE)
def partida_picture(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    """Who plays, and the chicas once they are decided: nothing of a mesa that is still played."""
    fixture = fixture_or_404(request, fixture_id)
    voided = is_voided(fixture)
    card, estado = (
        card_of(fixture, voided=voided, left=sides_left_of(fixture)),
        estados_in(request.championship).of(fixture, voided=voided),
    )
    lines = tuple(
        (_named(side.pareja, side.text), "  ".join(str(score.points) for score in side.scores)) for side in card.sides
    )
    kicker = f"Partida {fixture.number} · {request.championship}" if fixture.number else str(request.championship)
    state = "" if estado == UPCOMING else estado.label.upper()
    return _drawn(request, Picture(kicker, lines, request.championship.place, state))


@championship_page(SEE)
def pareja_picture(request: ChampionshipRequest, number: int) -> HttpResponse:
    course = course_of(request.championship)
    pareja = course.parejas.get(number) or get_object_or_404(Pareja, pk=None)
    players = request.championship.players_per_pareja
    words = whereabouts(course, players).get(number, NOWHERE).words
    kicker = f"{said(players, 'Pareja')} {number}"
    return _drawn(request, Picture(kicker, ((pareja.title, ""),), str(request.championship), words))


@championship_page(SEE)
def pareja_calendar(request: ChampionshipRequest, number: int) -> HttpResponse:
    """Its partidas with announced hours, and those that somebody saw begin; an estimate would keep changing.

    Without any hour, the days of the championship.
    """
    pareja = get_object_or_404(Pareja, championship=request.championship, number=number)
    course = course_of(request.championship)
    known = hours_known(course, request.championship, now=timezone.now())
    address = site_address() + reverse("referee:pareja", args=[request.championship.slug, number])
    cards = own_cards(course, pareja)
    events = [event for card in cards if (event := _event(request, card, known.get(card.fixture.pk), pareja, address))]
    name = f"{pareja.number} · {request.championship}"
    # A calendar without events is none (RFC 5545, 3.6): until a mesa has its hour, the days are there.
    return _calendar(request, name, events or _days(request), f"{request.championship.slug}-{number}")


@championship_page(SEE)
def championship_calendar(request: ChampionshipRequest) -> HttpResponse:
    """Its days, each as a whole."""
    return _calendar(request, str(request.championship), _days(request), request.championship.slug)


def _days(request: ChampionshipRequest) -> list[Event]:
    championship = request.championship
    address = site_address() + reverse("brackets:championship", args=[championship.slug])
    length = (championship.ends_on - championship.starts_on).days + 1
    all_days = [championship.starts_on + timedelta(days=n) for n in range(length)]
    return [
        Event(
            f"dia-{day:%Y%m%d}-{championship.pk}@{championship.slug}.cuarenta",
            str(championship), day, day + timedelta(days=1), championship.place, f"Horario y resultados: {address}", address,
        )
        for day in all_days
    ]  # fmt: skip


def _event(request: ChampionshipRequest, card: Card, known: Known | None, pareja: Pareja, address: str) -> Event | None:
    fixture = card.fixture
    begins = fixture.noted_at or (known.at if known and known.firm else None)
    if begins is None:
        return None
    rival = next((side for side in card.sides if side.pareja is None or side.pareja.pk != pareja.pk), card.b)
    ended = fixture.decided_at if fixture.decided_at and fixture.decided_at > begins else None
    where = f"{fixture.table}, {request.championship.place}" if fixture.table else request.championship.place
    return Event(
        f"partida-{fixture.pk}@{request.championship.slug}.cuarenta",
        f"Cuarenta: partida {fixture.number} contra {_named(rival.pareja, rival.text)}",
        begins, ended, where, f"{card.where}. {address}", address,
    )  # fmt: skip


def _calendar(request: ChampionshipRequest, name: str, events: list[Event], file: str) -> HttpResponse:
    changed = _changed(request.championship)
    version = max(0, int((changed - request.championship.created_at).total_seconds()))
    answer = HttpResponse(
        calendar_file(name, events, version=version, changed=changed),
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{file}.ics"'},
    )
    _keep(request, answer)
    return answer


def _changed(championship: Championship) -> datetime:
    """When anything was last done in it that is written down: every hour that is told or changed is."""
    latest = championship.audit.order_by("-at", "-id").values_list("at", flat=True).first()
    return (latest or championship.created_at).replace(microsecond=0)


def _named(pareja: Pareja | None, text: str) -> str:
    return f"{pareja.number} · {pareja.title}" if pareja else text


def _drawn(request: ChampionshipRequest, picture: Picture) -> HttpResponse:
    """The picture, drawn once for these words; 304 to whoever has it."""
    digest = blake2b(repr((DRAWING, picture)).encode(), digest_size=16).hexdigest()
    etag = quote_etag(digest)
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        png = cache.get_or_set(f"imagen:{digest}", lambda: picture_png(picture), KEPT_FOR)
        answer = HttpResponse(png, content_type="image/png")
    answer["ETag"] = etag
    _keep(request, answer, public=True)
    return answer


def _keep(request: ChampionshipRequest, answer: HttpResponse, **how: bool) -> None:
    """For a minute, on the way too where `public`; what is of a championship in preparation is nobody's to keep."""
    if is_public(request.championship):
        patch_cache_control(answer, max_age=60, **how)
    else:
        patch_cache_control(answer, private=True, no_store=True)
