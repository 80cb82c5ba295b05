"""The language of a visitor: Spanish, until he asks for English, and then English on what everybody may read."""

import json
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers

from cuarenta_torneo.english import board_in_english, page_in_english

ASKED: Final = "idioma"
"""The parameter of an address that asks for a language, `es` or `en`."""
COOKIE: Final = f"__Host-{ASKED}" if settings.ENCRYPTED else ASKED
"""The cookie that remembers it; with this prefix no other name of the same domain sets it."""
LANGUAGES: Final = ("es", "en")
FOLLOWED: Final = ("/vivo.json", "/overlay.json")
SAID: Final = ("text/html", "image/svg+xml")
SCREEN: Final = re.compile(r"/(?:pantalla|overlay)/estado")
YEAR: Final = 365 * 24 * 60 * 60
SPANISH_ONLY: Final = re.compile(
    r"/(?:cuenta|importar|nuevo|p|reglamentos|tablet)/|/c/[^/]+/(?:inscripcion|panel)/",
)
"""The desk works in Spanish, what a pareja signs and is told of its own is Spanish, and the tablet has its own two languages.

Matched where a path begins: a championship may be called `p` or `panel`.
"""


class LanguageMiddleware:
    """Sets `request.LANGUAGE_CODE`, and gives a page in English where that was asked for.

    What the browser prefers is not looked at: the hall reads Spanish whatever its telephones were set to.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if SPANISH_ONLY.match(request.path_info):
            return self.get_response(request)
        asked = request.GET.get(ASKED, "")
        language = asked if asked in LANGUAGES else request.COOKIES.get(COOKIE, "")
        request.LANGUAGE_CODE = "en" if language == "en" else "es-ec"
        with translation.override(request.LANGUAGE_CODE):
            response = self.get_response(request)
        if request.path_info.endswith(FOLLOWED):
            if response.status_code == HTTPStatus.NOT_FOUND:
                return _told(response, language, remember=False)
            return _followed(response) if asked == "en" else response
        if SCREEN.search(request.path_info):
            return _shown(response) if language == "en" else response
        return _told(response, language, remember=asked in LANGUAGES)


def _followed(response: HttpResponseBase) -> HttpResponseBase:
    """What a board polls; in its address it says in which language, so that anybody's copy will do."""
    if isinstance(response, HttpResponse) and response.status_code == HTTPStatus.OK:
        response.content = json.dumps(board_in_english(json.loads(response.content))).encode()
    return response


def _shown(response: HttpResponseBase) -> HttpResponseBase:
    """The next picture of a screen: a piece of a page in JSON."""
    if isinstance(response, HttpResponse) and response.status_code == HTTPStatus.OK:
        told = json.loads(response.content)
        response.content = json.dumps(told | {"html": page_in_english(told["html"])}).encode()
    return response


def _told(response: HttpResponseBase, language: str, *, remember: bool) -> HttpResponseBase:
    if remember:
        response.set_cookie(
            COOKIE, language, max_age=YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE, httponly=True
        )
    if not isinstance(response, HttpResponse) or not response.get("Content-Type", "").startswith(SAID):
        return response
    patch_vary_headers(response, ("Cookie",))
    if language == "en":
        response.content = page_in_english(response.content.decode()).encode()
        response["Content-Language"] = "en"
    return response
