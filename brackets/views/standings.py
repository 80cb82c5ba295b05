"""The table of each stage: the place of everybody, what decided it, and who would go on from it now."""

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render

from brackets.draw.treatment import Treatment
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.standings import (
    ahead_of,
    comparison_of,
    criteria_of,
    in_words,
    outside_of,
    share_of,
    tables_of,
    without_caidas,
)
from brackets.views.access import ChampionshipRequest, championship_page
from brackets.views.llave import page_number

CAIDAS: Final = "caidas"


@championship_page("championship.see")
def standings(request: ChampionshipRequest) -> HttpResponse:
    return _page(request, "brackets/championship_base.html")


@championship_page("panel.see")
def standings_desk(request: ChampionshipRequest) -> HttpResponse:
    return _page(request, "brackets/desk_base.html")


def _page(request: ChampionshipRequest, base: str) -> HttpResponse:
    course = course_of(request.championship)
    run = run_shown(course, request.GET.get("etapa", ""))
    share = share_of(len(run.ranking.groups) if run else 0, page_number(request))
    compares = run is not None and (not share.parts or "todas" in request.GET)
    players = request.championship.players_per_pareja
    context = {
        "base": base,
        "course": course,
        "run": run,
        "share": share,
        "tables": tables_of(course, run, share) if run and not (compares and share.parts) else (),
        "compared": comparison_of(course, run) if run and compares else None,
        "criteria": [in_words(criterion, players) for criterion in criteria_of(run)] if run else (),
        "ahead": ahead_of(course, players),
        "treatment": Treatment.from_data(run.stage.treatment) if run else None,
        "outside": outside_of(course, run) if run else (),
        "counts_caidas": run is not None and run.has_table and CAIDAS in run.stage.criteria,
        "without_caidas": without_caidas(run) if run else 0,
    }
    return render(request, "brackets/standings.html", context)


def run_shown(course: Course, asked: str) -> Run | None:
    """The published stage asked for, else the current one."""
    return next((run for run in course.runs if str(run.stage.number) == asked), course.current)
