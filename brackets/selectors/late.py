"""The places that a draw left open, as people choose among them."""

from dataclasses import dataclass

from brackets.draw.formats import Series, Swiss
from brackets.draw.late import open_places
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.stages import Roster, drawn_of, format_of, late_of, roster_of, rules_of
from brackets.selectors.wording import said


@dataclass(frozen=True, slots=True)
class Place:
    """`number` as `brackets.draw.late.Late.place` counts."""

    number: int
    label: str


def places_of(stage: Stage) -> tuple[Place, ...]:
    """Where one more could enter a published stage of those inscribed; one query, with the championship at hand."""
    if any(rule.kind != "inscritas" for rule in rules_of(stage)):
        return ()
    roster = roster_of(stage.championship_id)
    numbers = open_places(format_of(stage), stage.slots, late_of(stage), len(stage.pairings))
    return tuple(Place(number, _label(stage, roster, number)) for number in numbers)


def enterable_stage(championship: Championship) -> Stage | None:
    """The published stage that a late pareja could enter, if it has a place."""
    published = championship.stages.filter(status=Stage.Status.PUBLISHED).select_related("championship")
    return next((stage for stage in published if places_of(stage)), None)


def late_stage(pareja: Pareja) -> Stage | None:
    """The stage that this pareja entered after its draw."""
    published = Stage.objects.filter(championship=pareja.championship_id, status=Stage.Status.PUBLISHED)
    return next((each for each in published if any(late.pareja == pareja.number for late in late_of(each))), None)


def _label(stage: Stage, roster: Roster, number: int) -> str:
    form = format_of(stage)
    if isinstance(form, Swiss):
        return f"desde la ronda {number}"
    drawn = drawn_of(stage, roster)
    if isinstance(form, Series):
        there = said(stage.championship.players_per_pareja, "{} parejas").format(len(drawn.structure.groups[number]))
        return f"en la serie {number + 1} ({there})" if len(drawn.structure.groups) > 1 else f"en la serie ({there})"
    rival = drawn.slots[number ^ 1]
    return f"en el lugar {number + 1}, contra el {rival}" if rival else f"en el lugar {number + 1}"
