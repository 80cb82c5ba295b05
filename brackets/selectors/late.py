"""The places that a draw left open, as people choose among them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from brackets.draw.formats import Series, Swiss
from brackets.draw.late import open_places
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.stages import entered_of, format_of, late_of, rules_of, sources_of
from brackets.selectors.wording import counted, said

NO_PLACE: Final = "No queda ningún lugar libre: no hay pases libres, ni series incompletas, ni rondas por emparejar."


@dataclass(frozen=True, slots=True)
class Place:
    """`number` as `brackets.draw.late.Late.place` counts."""

    number: int
    label: str


def places_of(stage: Stage, gone: Collection[int] = ()) -> tuple[Place, ...]:
    """Where one more could enter a published stage of those inscribed; no query, with the championship at hand.

    `gone`: who is no rival there, because it has left or is leaving.
    """
    if any(rule.kind != "inscritas" for rule in rules_of(stage)):
        return ()
    numbers = open_places(format_of(stage), stage.slots, late_of(stage), len(stage.pairings))
    return tuple(Place(number, _label(stage, number, gone)) for number in numbers)


def own_place(stage: Stage, number: int) -> int | None:
    """The place, as above, of the series that this pareja is in; None outside of series."""
    if not isinstance(format_of(stage), Series):
        return None
    there = entered_of(stage)
    lines = enumerate(there.structure.groups)
    return next((place for place, group in lines if any(there.slots[line] == number for line in group)), None)


def enterable_stage(championship: Championship) -> Stage | None:
    """The published stage that a late pareja could enter, if it has a place."""
    return enterable_among(_published(championship))


def enterable_among(published: Collection[Stage]) -> Stage | None:
    """The same, of all published stages of a championship."""
    return next((stage for stage in published if places_of(stage) and not entered_from(stage, published)), None)


def why_nobody_enters(championship: Championship) -> str:
    """In words, where no published stage is `enterable_stage`."""
    published = _published(championship)
    ended = ((stage, entered_from(stage, published)) for stage in published if places_of(stage))
    return next((entered_no_more(stage, later) for stage, later in ended if later), NO_PLACE)


def entered_from(stage: Stage, published: Iterable[Stage]) -> Stage | None:
    """Of these published stages of its championship one that took parejas from it: then nobody enters it any more."""
    return next((each for each in published if stage.number in sources_of(each)), None)


def entered_no_more(stage: Stage, later: Stage) -> str:
    return f"«{later}» ya está publicada: en «{stage}» ya no entra nadie."


def _published(championship: Championship) -> list[Stage]:
    return list(championship.stages.filter(status=Stage.Status.PUBLISHED).select_related("championship"))


def late_stage(pareja: Pareja, stages: Iterable[Stage]) -> Stage | None:
    """Of the `stages` of its championship the published one that this pareja entered after its draw."""
    published = (each for each in stages if each.status == Stage.Status.PUBLISHED)
    return next((each for each in published if any(late.pareja == pareja.number for late in late_of(each))), None)


def _label(stage: Stage, number: int, gone: Collection[int]) -> str:
    form = format_of(stage)
    if isinstance(form, Swiss):
        return f"desde la ronda {number}"
    there = entered_of(stage)
    if isinstance(form, Series):
        forms = said(stage.championship.players_per_pareja, "pareja,parejas").split(",")
        members = counted(len(there.structure.groups[number]), *forms)
        return (
            f"en la serie {number + 1} ({members})" if len(there.structure.groups) > 1 else f"en la serie ({members})"
        )
    rival = there.slots[number ^ 1]
    if rival is None:
        return f"en el lugar {number + 1}"
    return f"en el lugar {number + 1}, {'sin rival' if rival in gone else f'contra el {rival}'}"
