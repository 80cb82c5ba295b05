"""Documents at once: `/panel/papeles/<kind>.<ending>`, as PDF, as a page, as a spreadsheet."""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Final
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.forms.days import DayField
from brackets.selectors.site_address import site_address
from brackets.views.access import MemberRequest, championship_page
from brackets.views.exporting import exported
from referee.printing.papers import KINDS, Asked, Kind, Where, kind_papers, kind_write, named_on
from referee.selectors.prints.selection import FIELDS
from referee.spreadsheets.papers import papers_csv, papers_xlsx
from referee.views.credentials import numbers_in
from referee.views.planillas import pdf_response

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV: Final = "text/csv; charset=utf-8"
Answer = Callable[[MemberRequest, Kind, Asked, str], HttpResponse]


class WhereForm(forms.Form):
    """What of the championship is asked for, as an address says it."""

    etapa = forms.IntegerField(min_value=1, max_value=999, required=False)
    ronda = forms.IntegerField(min_value=1, max_value=999, required=False)
    dia = DayField(input_formats=["%Y-%m-%d"], required=False)
    mesa = forms.IntegerField(min_value=1, max_value=9999, required=False)
    juez = forms.IntegerField(min_value=1, required=False)
    pareja = forms.IntegerField(min_value=1, max_value=99999, required=False)
    partida = forms.IntegerField(min_value=1, required=False)
    apelacion = forms.IntegerField(min_value=1, required=False)
    todos = forms.IntegerField(min_value=1, max_value=1, required=False)
    numeros = forms.CharField(max_length=500, required=False)

    def clean_numeros(self) -> tuple[int, ...]:
        try:
            return tuple(sorted(numbers_in(self.cleaned_data["numeros"]) or ()))
        except ValueError as error:
            raise forms.ValidationError("Escriba números y tramos separados por comas: 1-40, 52, 60.") from error

    @property
    def where(self) -> Where:
        told = self.cleaned_data
        return Where(
            stage=told["etapa"],
            round=told["ronda"],
            day=told["dia"],
            table=told["mesa"],
            juez=told["juez"],
            pareja=told["pareja"],
            partida=told["partida"],
            appeal=told["apelacion"],
            everybody=told["todos"],
            numbers=told["numeros"],
        )


def where_query(where: Where) -> str:
    """The same as part of an address.

    >>> where_query(Where(stage=1, day=date(2026, 11, 28), numbers=(1, 2)))
    'etapa=1&dia=2026-11-28&numeros=1%2C2'
    """
    told = {word: getattr(where, name) for name, word in FIELDS.items() if getattr(where, name) is not None}
    if where.numbers:
        told["numeros"] = ",".join(map(str, where.numbers))
    return urlencode(told)


@never_cache
@championship_page("panel.see")
def paper(request: MemberRequest, kind: str, ending: str) -> HttpResponse:
    """One document, for whoever may do what its kind asks for; 404 for a kind or a format there is none of."""
    found = KINDS.get(kind)
    if found is None or ending not in found.formats:
        raise Http404
    if found.action not in request.allowed:
        raise PermissionDenied
    form = WhereForm(request.GET)
    if not form.is_valid():
        return render(request, "referee/papers/refused.html", {"form": form, "kind": found}, status=422)
    asked = Asked(request.championship, timezone.now(), site_address(), form.where)
    name = f"{found.key}-{request.championship.slug}"
    if ending != "html":
        named = named_on(found, asked)
        exported(request, f"«{found.name}», en {ending.upper()}", len(named.people), named.fields)
    return ANSWERS[ending](request, found, asked, name)


def _pdf(request: MemberRequest, kind: Kind, asked: Asked, name: str) -> HttpResponse:
    file = BytesIO()
    kind_write(file, kind, asked, _size(request))
    return pdf_response(file.getvalue(), name)


def _html(request: MemberRequest, kind: Kind, asked: Asked, _name: str) -> HttpResponse:
    """The document as a page; a form of its own is shown where the same stands already."""
    if kind.shown is not None:
        return redirect(kind.shown(asked))
    context = {"kind": kind, "papers": list(kind_papers(kind, asked)), "query": where_query(asked.where)}
    return render(request, "referee/papers/paper.html", context)


def _xlsx(_request: MemberRequest, kind: Kind, asked: Asked, name: str) -> HttpResponse:
    return _file(papers_xlsx(kind_papers(kind, asked)), f"{name}.xlsx", XLSX)


def _csv(_request: MemberRequest, kind: Kind, asked: Asked, name: str) -> HttpResponse:
    return _file(papers_csv(kind_papers(kind, asked)), f"{name}.csv", CSV)


ANSWERS: Final[Mapping[str, Answer]] = {"pdf": _pdf, "html": _html, "xlsx": _xlsx, "csv": _csv}


def _size(request: HttpRequest) -> str:
    return request.GET.get("papel", "a4").lower()


def _file(content: bytes, name: str, type_: str) -> HttpResponse:
    return HttpResponse(content, content_type=type_, headers={"Content-Disposition": f'attachment; filename="{name}"'})
