"""The state of the mesas, with the last checkpoint, for whoever asks again and again: what a board shows that no stream reaches."""

from dataclasses import replace

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.http import parse_etags

from brackets.selectors.access import is_public
from brackets.views.access import ChampionshipRequest, championship_page
from referee.selectors.live import LiveAnswer, latest_version, live_of, live_since
from referee.selectors.tree.heads import Head, tree_head


@championship_page("championship.see")
def live(request: ChampionshipRequest) -> HttpResponse:
    """All mesas on the floor; with `?desde=N`, those that changed after version N."""
    head = tree_head(request.championship)
    if fresh := _not_modified(request, head):
        return fresh
    since = request.GET.get("desde", "")
    return _answer(request, live_since(request.championship, int(since) if _is_number(since) else 0), head)


@championship_page("championship.see")
def live_partida(request: ChampionshipRequest, fixture_id: int) -> HttpResponse:
    """One partida, wherever it stands."""
    head = tree_head(request.championship)
    if fresh := _not_modified(request, head):
        return fresh
    version = latest_version()
    found = live_of([fixture_id], version=version).get(fixture_id)
    if found is None or found.championship != request.championship.slug:
        raise Http404
    return _answer(request, LiveAnswer(version, [found]), head)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _not_modified(request: ChampionshipRequest, head: Head | None) -> HttpResponse | None:
    """304 while nothing has changed anywhere: three queries, whatever the floor."""
    etag = _etag(latest_version(), head)
    if etag not in parse_etags(request.headers.get("If-None-Match", "")):
        return None
    return _headed(request, HttpResponse(status=304), etag)


def _etag(version: int, head: Head | None) -> str:
    return f'W/"v{version}.{head.mark if head else 0}"'


def _answer(request: ChampionshipRequest, answer: LiveAnswer, head: Head | None) -> HttpResponse:
    told = replace(answer, head=head).as_json()
    return _headed(request, JsonResponse(told), _etag(answer.version, head))


def _headed(request: ChampionshipRequest, answer: HttpResponse, etag: str) -> HttpResponse:
    """Anybody's copy will do for a second; nobody's, of a championship that is not public yet."""
    answer["ETag"] = etag
    answer["Cache-Control"] = "public, max-age=1" if is_public(request.championship) else "private, no-cache"
    return answer
