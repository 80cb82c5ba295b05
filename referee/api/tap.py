"""The tap of a Juez without the framework around it: the one request that a hall makes all evening.

The rest of the site does not know of it. Whatever is not as it nearly always is, goes to Django as if nothing had
happened: its view makes the same jugada of it, or says why not.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Any, cast
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware
from django.utils import timezone

from brackets.services.audit import Origin, Via, done_from
from brackets.services.clients import address_of
from referee.api.bodies import JUGADAS
from referee.api.english import asks_for_english
from referee.api.payloads import recorded_answer
from referee.api.tablet import BODY_LIMIT, KEYWORD, MINIMAL
from referee.services.log import tap_record

Environ = dict[str, Any]
Start = Callable[..., Any]
Application = Callable[[Environ, Start], Iterable[bytes]]
Headers = tuple[tuple[str, str], ...]

_PATH = re.compile(r"/api/v1/mesas/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/jugadas")
_CREDENTIALS = f"{KEYWORD} "
_ENCODER = msgspec.json.Encoder()


class TapApplication:
    """WSGI: jugadas that are recorded at once are answered here, everything else by `site`."""

    def __init__(self, site: Application) -> None:
        self._site = site

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        mesa = _PATH.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "POST" else None
        headers = _headers_of(environ) if mesa else None
        if mesa is None or headers is None:
            return self._site(environ, start_response)
        sent = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        answer = _answer(UUID(mesa[1]), environ, sent)
        if answer is None:
            return self._site({**environ, "wsgi.input": BytesIO(sent)}, start_response)
        start_response("200 OK", [*headers, ("Content-Length", str(len(answer)))])
        return [answer]


def _answer(mesa_id: UUID, environ: Environ, sent: bytes) -> bytes | None:
    """What the tablet is told once its jugadas are in the log; None, and nothing is recorded, where Django must look."""
    try:
        body = JUGADAS.decode(sent)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    with done_from(Origin(Via.TABLET, address_of(environ))):
        recorded = tap_record(
            token=environ["HTTP_AUTHORIZATION"].removeprefix(_CREDENTIALS),
            mesa_id=mesa_id,
            lease_epoch=body.lease_epoch,
            base_seq=body.base_seq,
            jugadas=body.jugadas,
            now=timezone.now(),
        )
    if recorded is None:
        return None
    return _ENCODER.encode(recorded_answer(recorded, body, minimal=_is_minimal(environ)))


def _headers_of(environ: Environ) -> Headers | None:
    """The headers of an answer, if the request has the usual form of a tablet's and Django would let it in."""
    if not (
        environ.get("CONTENT_TYPE") == "application/json"
        and environ.get("CONTENT_LENGTH", "").isdecimal()
        and int(environ["CONTENT_LENGTH"]) <= BODY_LIMIT
        and environ.get("HTTP_AUTHORIZATION", "").startswith(_CREDENTIALS)
        and (MINIMAL in environ.get("HTTP_PREFER", "") or not asks_for_english(environ.get("HTTP_ACCEPT_LANGUAGE", "")))
    ):
        return None
    return _let_in(environ["wsgi.url_scheme"], environ.get("HTTP_HOST", ""), environ.get(_proxy(), ""))


def _is_minimal(environ: Environ) -> bool:
    """Whether the tablet wants no words, but only what the server alone knows."""
    return MINIMAL in environ.get("HTTP_PREFER", "")


def _proxy() -> str:
    """The header in which a trusted proxy says how a request came, or none."""
    trusted: tuple[str, str] | None = settings.SECURE_PROXY_SSL_HEADER
    return trusted[0] if trusted else ""


@lru_cache(maxsize=256)
def _let_in(scheme: str, host: str, proxied: str) -> Headers | None:
    """What Django's own middleware puts on an answer to such a request; None where it answers something else."""
    request = _Request(scheme)
    request.META = {"HTTP_HOST": host, _proxy(): proxied}

    def answer(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(content_type="application/json", headers=settings.API_HEADERS)

    try:
        request.get_host()
        response = cast("HttpResponse", SecurityMiddleware(XFrameOptionsMiddleware(answer))(request))
    except DisallowedHost:
        return None
    return tuple(response.headers.items()) if response.status_code == HTTPStatus.OK else None


class _Request(HttpRequest):
    """A request of which only its origin is known."""

    def __init__(self, scheme: str) -> None:
        super().__init__()
        self._arrived_by = scheme

    def _get_scheme(self) -> str:
        return self._arrived_by
