"""Who may do what in a championship, as the code has it."""

from django.http import HttpResponse
from django.shortcuts import render

from brackets.selectors.functions import action_lines, grant_lines, kinds
from brackets.views.access import MemberRequest, championship_page


@championship_page("panel.see")
def functions(request: MemberRequest) -> HttpResponse:
    context = {"kinds": kinds(), "actions": action_lines(), "grants": grant_lines()}
    return render(request, "brackets/functions.html", context)
