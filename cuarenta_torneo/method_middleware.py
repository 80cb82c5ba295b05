"""Who opens the address of a button by hand is told so on a page, instead of before a white one."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers


class MethodMiddleware:
    """Gives each 405 without a body one of our pages, which leads to where its button is; status and `Allow` stay."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        is_empty = isinstance(answer, HttpResponse) and not answer.content
        if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not is_empty or not request.accepts("text/html"):
            return answer
        address, words = way_back(request)
        page = render(request, "405.html", {"address": address, "words": words}, status=answer.status_code)
        page["Allow"] = answer["Allow"]
        add_never_cache_headers(page)
        return page


def way_back(request: HttpRequest) -> tuple[str, str]:
    """A page above the address, by the address alone: whether what it names exists is not asked."""
    match = request.resolver_match
    named = match.kwargs if match else {}
    if "token" in named and request.path_info.startswith("/p/"):
        return reverse("referee:own", args=[named["token"]]), "Ir a la página privada"
    if "slug" in named:
        if "/panel/" in request.path_info:
            return reverse("brackets:panel", args=[named["slug"]]), "Ir al panel"
        return reverse("brackets:championship", args=[named["slug"]]), "Ir al campeonato"
    return reverse("brackets:home"), "Ir a los campeonatos"
