"""Credentials of the players and slips with the private addresses, to be printed and cut."""

import re
from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from brackets.models import Pareja
from brackets.selectors.site_address import site_address
from brackets.views.access import MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.printing import credentials as printing
from referee.selectors.credentials import credentials_of, event_of, parejas_to_print, slips_of
from referee.views.planillas import pdf_response

RANGE: Final = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?", re.ASCII)
LONGEST: Final = 500


def numbers_in(text: str) -> set[int] | None:
    """The numbers of a list with ranges; None for none, ValueError for anything else.

    >>> sorted(numbers_in("1-3, 52 60"))
    [1, 2, 3, 52, 60]
    >>> numbers_in(" ") is None
    True
    """
    if not text.strip():
        return None
    if len(text) > LONGEST:
        raise ValueError(text)
    parts = re.split(r"[,;\s]+", re.sub(r"\s*-\s*", "-", text).strip(" ,;"))
    ranges = [RANGE.fullmatch(part) for part in parts]
    if not all(ranges):
        raise ValueError(text)
    found: set[int] = set()
    reached = -1
    for first, last in sorted((int(each[1]), int(each[2] or each[1])) for each in ranges if each):
        found.update(range(max(first, reached + 1), last + 1))  # each number once, however often it was asked for
        reached = max(reached, last)
    return found


@championship_page("presence.edit")
def credentials(request: MemberRequest) -> HttpResponse:
    """Which ones to print: all of them, or those of some numbers."""
    active = request.championship.parejas.filter(status=Pareja.Status.ACTIVE).count()
    context = {"active": active, "numbers": request.GET.get("numeros", "")}
    return render(request, "referee/credentials.html", context)


@never_cache
@championship_page("presence.edit")
def credentials_pdf(request: MemberRequest) -> HttpResponse:
    """The credentials of the players of `?numeros=`, or of all."""

    def made(parejas: list[Pareja]) -> bytes:
        cards = credentials_of(request.championship, parejas, site_address())
        exported(request, "las credenciales", len(cards), ("nombre", "nombre de la pareja", "club"))
        return printing.credentials_pdf(event_of(request.championship), cards) if cards else b""

    return _printed(request, made, "credenciales")


@never_cache
@championship_page("presence.edit")
def own_links_pdf(request: MemberRequest) -> HttpResponse:
    """The slips with their private addresses, likewise."""

    def made(parejas: list[Pareja]) -> bytes:
        slips = slips_of(request.championship, parejas, site_address())
        people = sum(len(pareja.players.all()) for pareja in parejas)
        exported(request, "los enlaces privados", people, ("nombre", "dirección de su página privada"))
        return printing.slips_pdf(event_of(request.championship), slips) if slips else b""

    return _printed(request, made, "enlaces")


def _printed(request: MemberRequest, made: Callable[[list[Pareja]], bytes], name: str) -> HttpResponse:
    try:
        numbers = numbers_in(request.GET.get("numeros", ""))
    except ValueError:
        messages.error(request, "Escriba números y tramos separados por comas: 1-40, 52, 60.")
        return redirect("referee:credentials", request.championship.slug)
    if pdf := made(parejas_to_print(request.championship, numbers)):
        return pdf_response(pdf, f"{name}-{request.championship.slug}")
    messages.error(request, "No hay nada que imprimir con esos números: revise cuáles están inscritos.")
    return redirect("referee:credentials", request.championship.slug)
