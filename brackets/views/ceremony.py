"""The draw revealed one by one on a projector."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render

from brackets.models import Pareja, Stage
from brackets.selectors.draw_lines import Group, groups_of, parejas_by_number
from brackets.views.access import MemberRequest, championship_page
from brackets.views.draw import stage_number, stage_of

LAST: Final = 10_000
"""Behind all seeds."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """One pareja: where it comes, and at which step, from 1."""

    step: int
    pareja: Pareja
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
    context = {"stage": stage, "shown": shown, "total": sum(len(group.reveals) for group in shown)}
    return render(request, "brackets/draw_ceremony.html", context)


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
