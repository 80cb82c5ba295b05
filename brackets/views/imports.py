"""Inscription from a spreadsheet in two steps, and what goes out as one."""

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.forms.parejas import ImportForm
from brackets.models import Player
from brackets.selectors.wording import counted, said
from brackets.services.imports import (
    ImportReport,
    Outcome,
    RowReport,
    import_parejas_apply,
    sheet_forget,
    sheet_keep,
    sheet_kept,
)
from brackets.services.imports import import_parejas_check as check
from brackets.spreadsheets.exporting import export_csv, export_heads, export_xlsx
from brackets.spreadsheets.reading import read_parejas
from brackets.spreadsheets.template import template_xlsx
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.exporting import exported
from brackets.views.parejas import tell_draw
from brackets.views.refusals import accepted, told

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TOLD: Final = 5
"""Rows that are told one by one after an import."""


@championship_page("parejas.edit", FORM, until_closed=True)
def import_upload(request: MemberRequest) -> HttpResponse:
    form = ImportForm(posted(request), request.FILES or None)
    if form.is_valid():
        with accepted(form):
            content = form.cleaned_data["file"].read()
            rows = read_parejas(content, players=request.championship.players_per_pareja)
            sheet_keep(request.championship, request.user, rows)
            return redirect("brackets:import_review", request.championship.slug)
    return render(request, "brackets/import_upload.html", {"form": form}, status=422 if form.errors else 200)


@championship_page("parejas.edit")
def import_review(request: MemberRequest) -> HttpResponse:
    rows = sheet_kept(request.championship, request.user)
    if rows is None:
        return _read_again(request)
    report = check(championship=request.championship, rows=rows)
    chosen = request.GET.get("ver", "")
    context = {
        "report": report,
        "counts": [(outcome, sum(row.outcome is outcome for row in report.rows)) for outcome in Outcome],
        "chosen": chosen,
        "rows": [row for row in report.rows if chosen in ("", "todas", row.outcome)],
        "useful": bool(report.added or report.changed),
    }
    return render(request, "brackets/import_review.html", context)


@championship_page("parejas.edit", WRITE)
def import_confirm(request: MemberRequest) -> HttpResponse:
    rows = sheet_kept(request.championship, request.user)
    if rows is None:
        return _read_again(request)
    with told(request):
        report = import_parejas_apply(
            championship=request.championship,
            rows=rows,
            user=request.user,
            now=timezone.now(),
            told=request.POST.get("told", ""),
        )
        sheet_forget(request.championship, request.user)
        messages.success(request, _sentence(report, request.championship.players_per_pareja))
        if report.refused:
            messages.warning(request, _refusals(report.refused))
        tell_draw(request)
        return redirect("brackets:parejas", request.championship.slug)
    return redirect("brackets:import_review", request.championship.slug)


@championship_page("parejas.edit")
def import_template(request: MemberRequest) -> HttpResponse:
    players = request.championship.players_per_pareja
    return _file(template_xlsx(players=players), XLSX, f"plantilla-{said(players, 'parejas')}.xlsx")


@championship_page("parejas.edit")
def parejas_xlsx(request: MemberRequest) -> HttpResponse:
    with_cedulas = "parejas.cedula" in request.allowed
    content = export_xlsx(request.championship, with_cedulas=with_cedulas)
    _noted(request, "XLSX", with_cedulas=with_cedulas)
    return _file(content, XLSX, f"{_those(request)}-{request.championship.slug}.xlsx")


@championship_page("parejas.edit")
def parejas_csv(request: MemberRequest) -> HttpResponse:
    with_cedulas = "parejas.cedula" in request.allowed
    content = export_csv(request.championship, with_cedulas=with_cedulas)
    _noted(request, "CSV", with_cedulas=with_cedulas)
    return _file(content, "text/csv; charset=utf-8", f"{_those(request)}-{request.championship.slug}.csv")


def _noted(request: MemberRequest, ending: str, *, with_cedulas: bool) -> None:
    people = Player.objects.filter(championship=request.championship).count()
    fields = export_heads(request.championship, with_cedulas=with_cedulas)
    exported(request, f"la hoja de {_those(request)}, en {ending}", people, fields)


def _read_again(request: MemberRequest) -> HttpResponse:
    messages.info(request, "El archivo revisado ya no está a mano. Súbalo otra vez.")
    return redirect("brackets:import_upload", request.championship.slug)


def _those(request: MemberRequest) -> str:
    return said(request.championship.players_per_pareja, "parejas")


def _sentence(report: ImportReport, players: int) -> str:
    added = counted(len(report.added), *said(players, "pareja nueva,parejas nuevas").split(","))
    changed = counted(len(report.changed), *said(players, "corregida,corregidas").split(","))
    return f"Importación hecha: {added}, {changed}, {len(report.unchanged)} sin cambios."


def _refusals(refused: tuple[RowReport, ...]) -> str:
    rows = " ".join(f"Fila {row.row}: {row.problems[0].message}" for row in refused[:TOLD])
    more = f" Y {len(refused) - TOLD} más." if len(refused) > TOLD else ""
    told = "No se importó 1 fila" if len(refused) == 1 else f"No se importaron {len(refused)} filas"
    return f"{told}. {rows}{more} Corrija la hoja y súbala de nuevo."


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=kind, headers=headers)
