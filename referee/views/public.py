"""What anyone may follow that needs the log: a pareja's page, the statistics, the zapateros."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from brackets.models import Championship, Pareja
from brackets.selectors.course import course_of
from brackets.selectors.departures import entries_undone
from brackets.selectors.known_hours import begun_at, hours_known
from brackets.selectors.podium import edition_names, editions_of
from brackets.selectors.site_address import site_address
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.llave import page_number
from brackets.views.paging import pages_of
from brackets.views.sharing import Shared
from referee.printing.statistics_charts import PLOTS, plot_svg, stretches
from referee.selectors.statistics import Counted, Figures, by_championship, by_pareja, counted_of, figures_of, longest
from referee.selectors.zapateros import great_of, makers_of, zapateros_in
from referee.views.own import next_of, own_cards, results_of, standing_of

SEE: Final = "championship.see"


@championship_page(SEE)
def pareja(request: ChampionshipRequest, number: int) -> HttpResponse:
    """What it has still to play with the hours, what it has played, where it stands, what it did at the tables."""
    found = get_object_or_404(Pareja.objects.filter(championship=request.championship), number=number)
    course = course_of(request.championship)
    its = course.parejas[number]
    cards = own_cards(course, found)
    own = [each for each in counted_of([request.championship]) if its.pk in each.sides]
    context = {
        "pareja": its,
        "undone": entries_undone([found]),
        "next": next_of(cards),
        "hours": hours_known(course, request.championship, now=timezone.now()),
        "results": [{**each, "began": begun_at(each["card"].fixture)} for each in results_of(cards)],
        "standing": standing_of(course, found),
        "figures": by_pareja(own).get(its.pk),
        "lines": lines_of(by_pareja(own).get(its.pk)),
        "webcal": webcal_of(request, number),
        "shared": Shared(
            f"{number} · {its.title}",
            str(request.championship),
            reverse("referee:pareja_picture", args=[request.championship.slug, number]),
        ),
    }
    return render(request, "referee/pareja.html", context)


def webcal_of(request: ChampionshipRequest, number: int) -> str:
    """The address by which a telephone subscribes to the calendar and asks anew by itself."""
    path = reverse("referee:pareja_calendar", args=[request.championship.slug, number])
    return f"webcal://{site_address().partition('://')[2]}{path}"


@dataclass(frozen=True, slots=True)
class Row:
    """A pareja with what it did."""

    pareja: Pareja
    figures: Figures


@championship_page(SEE)
def statistics(request: ChampionshipRequest) -> HttpResponse:
    """Of the championship, of each pareja, and beside those of the other editions."""
    editions = editions_of(request.championship)
    counted = counted_of(editions)
    own = [each for each in counted if each.championship == request.championship.pk]
    rows = rows_of(request.championship, own, request.GET.get("orden", ""))
    pages = pages_of(len(rows), page_number(request))
    slowest, deepest = longest(own)
    figures, totals = figures_of(own), by_championship(counted)
    context = {
        "figures": figures,
        "lines": lines_of(figures),
        "slowest": slowest,
        "deepest": deepest,
        "orders": ORDERS,
        "order": request.GET.get("orden", "") if request.GET.get("orden", "") in ORDERS else "caidas",
        "rows": rows[pages.rows],
        "pages": pages,
        "first": pages.rows.start,
        "editions": [(each, name, totals[each.pk]) for each, name in edition_names(editions) if each.pk in totals],
        "plots": [(name, title) for name, title in PLOTS.items() if _is_told(name, figures, totals.values())],
        "stretches": stretches([each.minutes for each in own if each.minutes]),
        "kept": f"orden={request.GET['orden']}" if request.GET.get("orden") in ORDERS else "",
    }
    return render(request, "referee/statistics.html", context)


@championship_page(SEE)
def statistics_plot(request: ChampionshipRequest, plot: str) -> HttpResponse:
    """One of the plots, as a picture without a script."""
    if plot not in PLOTS:
        raise Http404
    counted = counted_of(editions_of(request.championship) if plot == "ediciones" else [request.championship])
    drawn = plot_svg(plot, _data_of(plot, request.championship, counted))
    return HttpResponse(drawn, content_type="image/svg+xml", headers={"Cache-Control": "max-age=60"})


@championship_page(SEE)
def zapateros(request: ChampionshipRequest) -> HttpResponse:
    """Of each day the latest first, the «gran zapatero», and who made them."""
    found = zapateros_in(request.championship)
    pages = pages_of(len(found), page_number(request))
    days = [(day, list(each)) for day, each in groupby(found[pages.rows], key=lambda each: each.day)]
    context = {
        "days": days,
        "pages": pages,
        "count": len(found),
        "great": great_of(found),
        "makers": makers_of(found),
    }
    return render(request, "referee/zapateros.html", context)


MOST_PLOTTED: Final = 8
ORDERS: Final = {
    "caidas": "Caídas",
    "limpias": "Limpias",
    "rondas": "Rondas",
    "zapaterias": "Zapaterías",
    "promedio": "Puntos por data",
    "ganadas": "Mesas ganadas",
}


def rows_of(championship: Championship, counted: Iterable[Counted], order: str) -> list[Row]:
    """Who has played, most first: two queries."""
    figures = by_pareja(counted)
    parejas = Pareja.objects.filter(championship=championship).prefetch_related("players")
    rows = [Row(each, figures[each.pk]) for each in parejas if each.pk in figures]
    return sorted(rows, key=lambda row: (-_value(row.figures, order), row.pareja.number))


def _is_told(plot: str, figures: Figures, editions: Iterable[Figures]) -> bool:
    """Whether it has anything to show: of what nobody logged there is nothing to draw."""
    match plot:
        case "minutos":
            return bool(figures.minutes)
        case "ediciones":
            return sum(bool(each.logged) for each in editions) > 1
        case _:
            return bool(figures.logged)


def _value(figures: Figures, order: str) -> float:
    """Of what is counted of logs, who has none comes after who has a nought."""
    if order not in ("zapaterias", "ganadas") and not figures.logged:
        return -1.0
    match order:
        case "limpias" | "rondas":
            return figures.done[order]
        case "zapaterias":
            return figures.zapaterias
        case "promedio":
            return figures.per_data or 0.0
        case "ganadas":
            return figures.won
        case _:
            return figures.done["caidas"]


def _short(edition: Championship, name: str) -> str:
    """What tells it from the others, who have the same name: its number, or its year."""
    return name.removeprefix(edition.name).strip(" ()") or str(edition.starts_on.year)


def lines_of(figures: Figures | None) -> list[tuple[str, str]]:
    """The same in words and numbers, for a list of definitions; what cannot be told of no log is left out."""
    if figures is None or not figures.mesas:
        return []
    lines: list[tuple[str, Any]] = [
        ("Mesas jugadas", figures.mesas),
        ("Chicas", figures.chicas),
    ]
    if figures.logged:
        lines += [
            ("Caídas", figures.done["caidas"]),
            ("Limpias", figures.done["limpias"]),
            ("Caídas y limpias", figures.done["caidas_limpias"]),
            ("Rondas", figures.done["rondas"]),
            ("Rondas dobles", figures.done["dobles"]),
            ("Puntos por data", _decimal(figures.per_data)),
            ("Datas por chica", _decimal(figures.datas_per_chica)),
            ("Jugadas por data", _decimal(figures.jugadas_per_data)),
        ]
    lines += [("Minutos por mesa", _decimal(figures.average_minutes, 0))]
    return [(label, str(value)) for label, value in lines if value is not None]


def _decimal(value: float | None, places: int = 1) -> str | None:
    return None if value is None else f"{value:.{places}f}".replace(".", ",")


def _data_of(plot: str, championship: Championship, counted: list[Counted]) -> Any:
    if plot == "minutos":
        return [each.minutes for each in counted if each.minutes]
    if plot == "ediciones":
        totals = by_championship(counted)
        named = reversed(edition_names(editions_of(championship)))
        logged = [(each, name) for each, name in named if each.pk in totals and totals[each.pk].logged]
        return [(_short(each, name), totals[each.pk]) for each, name in logged]
    rows = [row for row in rows_of(championship, counted, "caidas") if row.figures.logged]
    return [(str(row.pareja.number), row.figures) for row in rows[:MOST_PLOTTED]]
