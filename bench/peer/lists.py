"""The peer of the pages: a template that lists rows and nothing else, with no session, no rights and no styles."""

from collections.abc import Callable
from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template

from brackets.models import Championship, Fixture, Pareja

ROW: Final = "<li>{{ row.number }} {{ row.get_status_display }} {{ row.table }} {{ row.juez }} {{ row.pareja_a }} {{ row.pareja_b }}</li>"
FIXTURES: Final = Template(f"<html><body><ul>{{% for row in rows %}}{ROW}{{% endfor %}}</ul></body></html>")
PAREJAS: Final = Template(
    "<html><body><ul>{% for row in rows %}<li>{{ row.number }} {{ row.title }} {{ row.club }}</li>{% endfor %}</ul></body></html>"
)


def page(template: Template, rows: QuerySet[Fixture] | QuerySet[Pareja]) -> HttpResponse:
    return HttpResponse(template.render(Context({"rows": rows})))


def fixtures(championship: Championship) -> QuerySet[Fixture]:
    found = Fixture.objects.filter(stage__championship=championship)
    return found.select_related("table", "juez", "pareja_a", "pareja_b")


def at_tables(_request: HttpRequest, slug: str) -> HttpResponse:
    """The rows of the control page: what is in play."""
    return page(FIXTURES, fixtures(Championship.objects.get(slug=slug)).filter(status="in-play"))


def to_do(_request: HttpRequest, slug: str) -> HttpResponse:
    """The rows of the desk's partidas: what is in play or can be played."""
    return page(FIXTURES, fixtures(Championship.objects.get(slug=slug)).filter(status__in=("in-play", "ready")))


def every_fixture(_request: HttpRequest, slug: str) -> HttpResponse:
    """The rows of the public page: the whole bracket."""
    return page(FIXTURES, fixtures(Championship.objects.get(slug=slug)))


def parejas(_request: HttpRequest, slug: str) -> HttpResponse:
    return page(PAREJAS, Championship.objects.get(slug=slug).parejas.prefetch_related("players"))


LISTS: Final[dict[str, Callable[[HttpRequest, str], HttpResponse]]] = {
    "control": at_tables, "partidas": to_do, "parejas": parejas, "horas": every_fixture,
    "publica": every_fixture,
}  # fmt: skip
