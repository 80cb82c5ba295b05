"""The record of what was done: searched on its page, and taken away whole."""

from collections.abc import Iterable
from typing import Final, cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render

from brackets.forms.audit import AuditForm
from brackets.models import AuditEntry, Player
from brackets.selectors.audit import audit_actions, audit_people, audit_search, audit_whole, changes_of
from brackets.spreadsheets.audit_file import audit_csv, audit_jsonl
from brackets.views.access import ChampionshipRequest, MemberRequest, championship_page
from brackets.views.exporting import exported

A_PAGE: Final = 50
FIELDS: Final = ("cuenta", "nombre", "qué hizo", "hora", "dirección de red")


@championship_page("audit.see")
def log(request: MemberRequest) -> HttpResponse:
    """What was done and is looked for, the latest first, page by page."""
    championship = request.championship
    form = AuditForm(request.GET, people=audit_people(championship), actions=audit_actions(championship))
    found = audit_search(championship, form.wanted())
    page = Paginator(found, A_PAGE).get_page(request.GET.get("pagina"))
    context = {
        "form": form,
        "entries": page,
        "rows": [(entry, changes_of(entry.data)) for entry in page],
        "query": _without_page(request),
        "filtered": any(request.GET.get(name) for name in form.fields),
    }
    return render(request, "brackets/log.html", context)


@championship_page("audit.see")
def log_jsonl(request: ChampionshipRequest) -> HttpResponse:
    entries = audit_whole(request.championship, before=_noted(request, "JSON por líneas"))
    return _file(request, audit_jsonl(request.championship, entries), "application/x-ndjson", "jsonl")


@championship_page("audit.see")
def log_csv(request: ChampionshipRequest) -> HttpResponse:
    entries = audit_whole(request.championship, before=_noted(request, "CSV"))
    return _file(request, audit_csv(entries), "text/csv; charset=utf-8", "csv")


def _noted(request: ChampionshipRequest, ending: str) -> AuditEntry | None:
    """The entry of this download, which is in the next file. The record names accounts, and of the players at most all."""
    players = Player.objects.filter(championship=request.championship).count()
    people = players + len(audit_people(request.championship))
    return exported(request, f"el registro, en {ending}", people, FIELDS)


def _file(request: ChampionshipRequest, lines: Iterable[str], content_type: str, ending: str) -> HttpResponse:
    name = f"registro-{request.championship.slug}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return cast("HttpResponse", StreamingHttpResponse(lines, content_type=content_type, headers=headers))


def _without_page(request: HttpRequest) -> str:
    query = request.GET.copy()
    query.pop("pagina", None)
    return query.urlencode()
