"""No parameter of an address holds a NUL: nobody types one, and PostgreSQL takes none."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

NUL: Final = "%00"


class NulMiddleware:
    """Leaves it out of the query before anybody reads it; what else was asked for stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        while NUL in (query := request.META.get("QUERY_STRING", "")):  # taken out of `%%0000`, one is left
            request.META["QUERY_STRING"] = query.replace(NUL, "")
        return self.get_response(request)
