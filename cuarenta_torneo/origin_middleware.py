"""Says once for each request from where it comes, for the record of what it does."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from brackets.services.audit import Origin, Via, done_from
from brackets.services.clients import address_of


class OriginMiddleware:
    """The site, or a private page; of the API, the tablet is told where its token is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with done_from(Origin(_via(request.path_info), address_of(request.META))):
            return self.get_response(request)


def _via(path: str) -> str:
    if path.startswith("/api/"):
        return Via.TABLET
    return Via.OWN if path.startswith("/p/") else Via.SITE
