"""The neutrality report, with and without names."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from brackets.selectors.hall import hall_of
from brackets.selectors.neutrality import Neutrality
from brackets.views.access import MemberRequest, championship_page


@championship_page("floor.edit")
def neutrality(request: MemberRequest) -> HttpResponse:
    report = Neutrality(hall_of(request.championship, timezone.now()), named=request.GET.get("nombres") != "no")
    rows = [(line, report.sides(line.fixture)) for line in report.lines]
    return render(request, "brackets/neutrality.html", {"report": report, "rows": rows})
