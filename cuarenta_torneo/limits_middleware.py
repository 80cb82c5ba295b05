"""How much anybody may write into an address, a cookie or a form: more than any page of ours asks for is not even read (ADR 53)."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import get_template

from cuarenta_torneo.serving.limits import API, ENCODED, FORM

ADDRESS: Final = 16 * 1024
"""Bytes of a query; the panel that asks for what it does not know yet names up to a thousand mesas."""
POLICY: Final = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
"""Of the page that says so, which no other policy reaches: it has no script and no form."""


class LimitsMiddleware:
    """Answers 414 or 413 before anything is parsed, which costs more than sending it did.

    A backslash stands in no cookie of ours, and Python before 3.11.10 takes as long as their square to read many.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        meta = request.META
        if len(meta.get("QUERY_STRING", "")) > ADDRESS:
            return _refused(
                request,
                414,
                "direccion-larga",
                "La dirección de esta página es demasiado larga. Ábrala otra vez desde el campeonato.",
            )
        sent = meta.get("CONTENT_LENGTH") or "0"
        if ENCODED in meta.get("CONTENT_TYPE", "").lower() and not (sent.isdecimal() and int(sent[:20]) <= FORM):
            return _refused(
                request,
                413,
                "formulario-largo",
                "Se escribió más de lo que cabe en esta página. Nada se guardó: vuelva atrás y acórtelo.",
            )
        if "\\" in meta.get("HTTP_COOKIE", ""):
            meta["HTTP_COOKIE"] = meta["HTTP_COOKIE"].replace("\\", "")
        return self.get_response(request)


def _refused(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    if request.path_info.startswith(API):
        answer = {"code": code, "message": message, "article": None}
        return JsonResponse(answer, status=status, headers=settings.API_HEADERS)
    page = get_template("too_long.html").render({"status": status, "message": message})
    return HttpResponse(page, status=status, headers={"Content-Security-Policy": POLICY})
