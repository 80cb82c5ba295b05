"""The state of the mesas for whoever asks again and again: what a board shows that no stream reaches."""

from collections.abc import Sequence

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.http import parse_etags

from brackets.selectors.access import is_public
from brackets.views.access import ChampionshipRequest, championship_page
from referee.selectors.live import LiveMesa, floor_live, latest_version, live_of, live_since
from referee.selectors.live.state import board_json


@championship_page("championship.see")
def live(request: ChampionshipRequest) -> HttpResponse:
    """All mesas on the floor; with `?desde=N`, those that changed after version N."""
    if fresh := _not_modified(request):
        return fresh
    since = request.GET.get("desde", "")
    answer = live_since(request.championship, int(since)) if _is_number(since) else floor_live(request.championship)
    return _answer(request, *answer)


@championship_page("championship.see")
def live_partida(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    """One partida, wherever it stands."""
    if fresh := _not_modified(request):
        return fresh
    version = latest_version()
    found = live_of([fixture_id], version=version).get(fixture_id)
    if found is None or found.championship != request.championship.slug:
        raise Http404
    return _answer(request, version, [found])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _not_modified(request: ChampionshipRequest) -> HttpResponse | None:
    """304 while nothing has changed anywhere: two queries, whatever the floor."""
    etag = _etag(latest_version())
    if etag not in parse_etags(request.headers.get("If-None-Match", "")):
        return None
    return _headed(request, HttpResponse(status=304), etag)


def _etag(version: int) -> str:
    return f'W/"v{version}"'


def _answer(request: ChampionshipRequest, version: int, mesas: Sequence[LiveMesa]) -> HttpResponse:
    return _headed(request, JsonResponse(board_json(version, list(mesas))), _etag(version))


def _headed(request: ChampionshipRequest, answer: HttpResponse, etag: str) -> HttpResponse:
    """Anybody's copy will do for a second; nobody's, of a championship that is not public yet."""
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, max-age=1" if is_public(request.championship) else "private, no-cache"
    return answer
