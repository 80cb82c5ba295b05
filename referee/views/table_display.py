"""One table for the monitor beside it, and for the video mixer: pages that keep themselves up to date, and the JSON."""

import hashlib
import json
from typing import Final

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.http import quote_etag

from brackets.models import Fixture, Table
from brackets.views.access import ChampionshipRequest, championship_page
from referee.models import Screen
from referee.selectors.screens.table import fixture_at, fixture_shown
from referee.views.overlay_json import overlay_data
from referee.views.screen_scene import Place, Told, scene_mark, scene_of
from referee.views.table_pages import mesa_of

Kind = Screen.Kind
SEE: Final = "championship.see"
MARK: Final = "marca"


@championship_page(SEE)
def table_display(request: ChampionshipRequest, number: int) -> HttpResponse:
    """Follows whatever is played there."""
    return _page(request, _at(request, Kind.TABLE, number), "table_display_state", number)


@championship_page(SEE)
def table_display_state(request: ChampionshipRequest, number: int) -> HttpResponse:
    return _state(request, _at(request, Kind.TABLE, number))


@championship_page(SEE)
def table_overlay(request: ChampionshipRequest, number: int) -> HttpResponse:
    return _page(request, _at(request, Kind.OVERLAY, number), "table_overlay_state", number)


@championship_page(SEE)
def table_overlay_state(request: ChampionshipRequest, number: int) -> HttpResponse:
    return _state(request, _at(request, Kind.OVERLAY, number))


@championship_page(SEE)
def table_overlay_json(request: ChampionshipRequest, number: int) -> HttpResponse:
    get_object_or_404(Table, championship=request.championship, number=number)
    return _json(request, fixture_at(request.championship, number))


@championship_page(SEE)
def partida_overlay(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    return _page(request, _of(request, fixture_id), "partida_overlay_state", fixture_id)


@championship_page(SEE)
def partida_overlay_state(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    return _state(request, _of(request, fixture_id))


@championship_page(SEE)
def partida_overlay_json(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    fixture = fixture_shown(request.championship, fixture_id)
    if fixture is None:
        raise Http404
    return _json(request, fixture)


def _json(request: ChampionshipRequest, fixture: Fixture | None) -> HttpResponse:
    """Anybody's page may read it; the same answer is not sent twice."""
    mesa = mesa_of(fixture) if fixture else None
    body = json.dumps(overlay_data(request.championship, fixture, mesa), ensure_ascii=False)
    tag = quote_etag(hashlib.sha256(body.encode()).hexdigest()[:16])
    whole = HttpResponse(body, content_type="application/json", headers={"ETag": tag})
    answer = get_conditional_response(request, tag, response=whole) or whole
    answer["Cache-Control"], answer["Access-Control-Allow-Origin"] = "no-cache", "*"
    return answer


def _at(request: ChampionshipRequest, kind: str, number: int) -> Told:
    get_object_or_404(Table, championship=request.championship, number=number)
    return Told([kind], table_number=number, light="claro" in request.GET)


def _of(request: ChampionshipRequest, fixture_id: int) -> Told:
    if fixture_shown(request.championship, fixture_id) is None:
        raise Http404
    return Told([Kind.OVERLAY], fixture_id=fixture_id)


def _page(request: ChampionshipRequest, told: Told, state: str, number: int) -> HttpResponse:
    mark = scene_mark(request.championship, told, Place(), now=timezone.now())
    scene = scene_of(request, request.championship, told, Place(), now=timezone.now())
    address = reverse(f"referee:{state}", args=[request.championship.slug, number])
    answer = render(request, "referee/screens/screen.html", {"scene": scene, "mark": mark, "state": address})
    add_never_cache_headers(answer)
    return answer


def _state(request: ChampionshipRequest, told: Told) -> HttpResponse:
    mark, answer = scene_mark(request.championship, told, Place(), now=timezone.now()), HttpResponse(status=204)
    if request.GET.get(MARK) != mark:
        scene = scene_of(request, request.championship, told, Place(), now=timezone.now())
        answer = JsonResponse(scene.as_json(mark))
    add_never_cache_headers(answer)
    return answer
