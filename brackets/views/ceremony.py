"""The draw revealed one by one on a projector."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone

from brackets.models import DrawReveal, Stage
from brackets.selectors.draw_lines import Group, Named, groups_of, parejas_by_number
from brackets.services.draw_seen import seen_of
from brackets.services.errors import BracketError
from brackets.services.reveals import draw_reveal
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.draw import seen, stage_number, stage_of

LAST: Final = 10_000
"""Behind all seeds."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """One pareja: where it comes, and at which step, from 1."""

    step: int
    pareja: Named
    place: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A meeting or a series, filled step by step."""

    title: str
    reveals: tuple[Reveal, ...]


@championship_page("draw.see")
def draw_ceremony(request: MemberRequest) -> HttpResponse:
    """Drawn or published; nobody without the right sees it before it is published."""
    stage = stage_of(request, stage_number(request))
    if stage is None or stage.status == Stage.Status.PLANNED:
        raise Http404
    groups = groups_of(stage, parejas_by_number(stage))
    shown = shown_of(groups, {entrant["number"]: entrant["seed"] for entrant in stage.entrants})
    context = {
        "stage": stage,
        "seen": seen_of(stage),
        "shown": shown,
        "total": sum(len(group.reveals) for group in shown),
        "followed": DrawReveal.objects.filter(stage=stage, draw_number=stage.draw_number).exists(),
    }
    return render(request, "brackets/draw_ceremony.html", context)


@championship_page("draw.publish", WRITE)
def draw_ceremony_step(request: MemberRequest) -> HttpResponse:
    """The screens of the hall show as many as the page of the ceremony does; publishing them is up to who may publish."""
    stage = stage_of(request, stage_number(request))
    step = request.POST.get("paso", "")
    if stage is None or not (step.isdecimal() and len(step) < 6):
        raise Http404
    try:
        draw_reveal(stage=stage, seen=seen(request), step=int(step), user=request.user, now=timezone.now())
    except BracketError as refused:
        return JsonResponse({"ok": False, "words": refused.message}, status=refused.http_status)
    return JsonResponse({"ok": True})


def shown_of(groups: Sequence[Group], seeds: dict[int, int | None]) -> list[Shown]:
    """The seeds first, best first; then the others from the first line to the last."""
    standing = [(line.number, line.pareja.number) for group in groups for line in group.lines if line.pareja]
    standing.sort(key=lambda each: (seeds.get(each[1]) or LAST, each[0]))
    step = {line: number for number, (line, _) in enumerate(standing, start=1)}
    return [
        Shown(
            group.title,
            tuple(
                Reveal(step[line.number], line.pareja, group.title) for line in group.lines if line.pareja is not None
            ),
        )
        for group in groups
    ]
