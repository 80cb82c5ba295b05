"""All protests at the tables of a championship, for the desk to read."""

from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render

from brackets.views.access import MemberRequest, championship_page
from referee.selectors.table_protests import (
    KINDS,
    OUTCOMES,
    Wanted,
    table_protests_of,
    table_protests_told,
    tables_and_jueces,
)

A_PAGE: Final = 50


@championship_page("calls.attend")
def table_protests(request: MemberRequest) -> HttpResponse:
    """The latest first, by kind, table, juez and outcome."""
    wanted = Wanted(
        kind=_one_of(request.GET.get("clase", ""), KINDS),
        table=_number(request.GET.get("mesa", "")),
        juez=_number(request.GET.get("juez", "")),
        outcome=_one_of(request.GET.get("resultado", ""), OUTCOMES),
    )
    rows = table_protests_of(request.championship, wanted).select_related("user")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("pagina"))
    tables, jueces = tables_and_jueces(request.championship)
    kept = {"clase": wanted.kind, "mesa": wanted.table, "juez": wanted.juez, "resultado": wanted.outcome}
    context = {
        "page": page,
        "told": table_protests_told(page.object_list),
        "wanted": wanted,
        "kinds": KINDS.items(),
        "outcomes": OUTCOMES.items(),
        "tables": tables,
        "jueces": jueces,
        "kept": urlencode({name: value for name, value in kept.items() if value}),
    }
    return render(request, "referee/table_protests.html", context)


def _one_of(asked: str, known: object) -> str:
    return asked if isinstance(known, dict) and asked in known else ""


def _number(asked: str) -> int | None:
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
