"""Pages for everybody made small for a telephone; none that holds something to be guessed at (BREACH)."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

WRITTEN: Final = ("text/html", "image/svg+xml", "text/calendar", "application/json")


class CompressionMiddleware(GZipMiddleware):
    """With gzip what is written for who has no session and was never given a form's token, in this answer or before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        secret = settings.SESSION_COOKIE_NAME in request.COOKIES or "CSRF_COOKIE" in request.META
        if secret or response.streaming or not response.get("Content-Type", "").startswith(WRITTEN):
            return response
        return super().process_response(request, response)
