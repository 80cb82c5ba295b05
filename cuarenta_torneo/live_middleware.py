"""Where the stream is found from a page, and that the page may connect to it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]


class LiveMiddleware:
    """Sets `request.live_stream`: its address up to `/vivo/`, or nothing where there is no stream."""

    def __init__(self, get_response: Handler) -> None:
        self._next = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked: Any = request
        asked.live_stream = stream_of(request)
        answer = self._next(request)
        if asked.live_stream.startswith("http") and not hasattr(answer, "_csp_update"):
            told: Any = answer
            origin = asked.live_stream.removesuffix("/vivo/")
            told._csp_update = {"connect-src": [SELF, origin]}  # noqa: SLF001 (as the decorators of django-csp do)
        return answer


def stream_of(request: HttpRequest) -> str:
    """By `LIVE_URL`; else on the port that `bin/serve` gave it, at the name under which the page was asked for."""
    if settings.LIVE_URL:
        return f"{settings.LIVE_URL.rstrip('/')}/vivo/"
    if not settings.LIVE_PORT:
        return ""
    parts = urlsplit(f"//{request.get_host()}")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{request.scheme}://{host}:{settings.LIVE_PORT}/vivo/"
