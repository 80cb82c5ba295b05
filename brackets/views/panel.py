"""The Director's and the desk's own page: the one next step, how far everything is, what was done last."""

from typing import Final

from django.http import HttpResponse
from django.shortcuts import render

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.championships import Progress, audit_list, championship_progress
from brackets.selectors.late import enterable_among
from brackets.views.access import MemberRequest, championship_page
from brackets.views.steps import steps_of

LATEST: Final = 10


@championship_page("panel.see")
def panel(request: MemberRequest) -> HttpResponse:
    progress = championship_progress(request.championship)
    steps = steps_of(request.championship, progress)
    ended = request.championship.is_closed
    context = {
        "progress": progress,
        "steps": steps,
        "next": None if ended else next((step for step in steps if not step.done), None),
        "counts": [(status, progress.fixtures.get(status, 0)) for status in Fixture.Status],
        "happens": _happens(request, progress),
        "audit": audit_list(request.championship)[:LATEST] if "audit.see" in request.allowed else (),
    }
    return render(request, "brackets/panel.html", context)


def _happens(request: MemberRequest, progress: Progress) -> dict[str, object]:
    """What a Director may need in the middle of it, once a draw is published; nothing for others."""
    published = [stage for stage in progress.stages if stage.status == Stage.Status.PUBLISHED]
    open_now = request.championship.status == Championship.Status.OPEN
    if not (published and open_now and {"results.correct", "draw.publish"} <= request.allowed):
        return {}
    return {"stages": published, "enterable": enterable_among(published)}
