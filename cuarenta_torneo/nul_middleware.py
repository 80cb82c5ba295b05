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
        if NUL in (query := request.META.get("QUERY_STRING", "")):
            request.META["QUERY_STRING"] = without_nul(query)
        return self.get_response(request)


def without_nul(query: str) -> str:
    """
    >>> without_nul("q=a%00b%%0000")
    'q=ab'
    """
    kept: list[str] = []
    for char in query:
        kept.append(char)
        if kept[-3:] == [*NUL]:  # taken out of `%%0000`, one more is there
            del kept[-3:]
    return "".join(kept)
