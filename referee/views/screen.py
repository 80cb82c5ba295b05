"""The page of a screen: its code until the desk takes it, then what the desk says. Its address never changes."""

from typing import Final
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brackets.selectors.site_address import site_address
from referee.models import Screen
from referee.selectors.screens.found import screen_by_token
from referee.services.screens import screen_announce, screen_asks
from referee.views.screen_scene import Place, Scene, place_from, scene_mark, scene_of, told_by

COOKIE: Final = "__Host-pantalla" if settings.ENCRYPTED else "pantalla"
YEARS: Final = 5 * 365 * 24 * 3600
MARK: Final = "marca"
PLACE: Final = "lugar"


@never_cache
@require_safe
def screen(request: HttpRequest) -> HttpResponse:
    """A browser that comes for the first time becomes a screen that waits for its registration; its secret is a cookie."""
    now, token = timezone.now(), ""
    there = screen_by_token(request.COOKIES.get(COOKIE, ""))
    if there is None and request.method == "GET":
        there, token = screen_announce(now=now)
    if there is None:
        return HttpResponse()
    screen_asks(screen=there, now=now)
    mark, scene = _state(request, there, Place())
    answer = render(
        request, "referee/screens/screen.html", {"scene": scene, "mark": mark, "state": reverse("referee:screen_state")}
    )
    if token:
        answer.set_cookie(COOKIE, token, max_age=YEARS, secure=settings.ENCRYPTED, httponly=True, samesite="Lax")
    return answer


@never_cache
@require_safe
def screen_state(request: HttpRequest) -> HttpResponse:
    """What to show now: 204 where it is what the page has; 410 where it is no screen any more and has to begin anew."""
    there = screen_by_token(request.COOKIES.get(COOKIE, ""))
    if there is None:
        return JsonResponse({"over": True}, status=410)
    screen_asks(screen=there, now=timezone.now())
    place = place_from(request.GET.get(PLACE, ""))
    if request.GET.get(MARK) == _mark(there, place):
        return HttpResponse(status=204)
    mark, scene = _state(request, there, place)
    return JsonResponse(scene.as_json(mark))


def _mark(there: Screen, place: Place) -> str:
    """Of a screen that waits, its code; else the version of what it was told and whatever that shows."""
    if there.championship is None:
        return f"codigo-{there.code}"
    shown = scene_mark(there.championship, told_by(there), place, now=timezone.now())
    return f"{there.pk}.{there.version}-{shown}-{place}"


def _state(request: HttpRequest, there: Screen, place: Place) -> tuple[str, Scene]:
    """The mark is read first: what changes in between is shown at the next look."""
    if there.championship is None:
        return _mark(there, place), _code(request, there)
    mark = _mark(there, place)
    return mark, scene_of(request, there.championship, told_by(there), place, now=timezone.now())


def _code(request: HttpRequest, there: Screen) -> Scene:
    address = f"{site_address()}{reverse('referee:screen_enrol')}"
    drawn = segno.make(f"{address}?{urlencode({'codigo': there.code})}", error="m", micro=False)
    context = {
        "first": there.code[:3],
        "second": there.code[3:],
        "spelled": ", ".join(there.code),
        "address": address,
        "qr": mark_safe(drawn.svg_inline(border=4, light="#fff", omitsize=True)),  # noqa: S308 (our own drawing)
    }
    html = render_to_string("referee/screens/code.html", context, request)
    return Scene(html, "wall wall--code", Place(), Place(), 12)
