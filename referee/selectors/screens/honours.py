"""Whom a championship honours at its end: the champion, who came next, and the zapateros (12)."""

from dataclasses import dataclass

from brackets.models import Pareja
from brackets.selectors.course import Course
from brackets.selectors.podium import PLACES, podium_in
from referee.selectors.zapateros import in_turn, zapateros_of


@dataclass(frozen=True, slots=True)
class Honours:
    """`champion` None: nobody is yet. `zapateros` in the order in which they learned it."""

    champion: Pareja | None
    second: tuple[Pareja, ...]
    third: tuple[Pareja, ...]
    zapateros: tuple[Pareja, ...]


def honours_of(course: Course) -> Honours:
    """Of results that stand; no query beyond those of the course."""
    podium = podium_in(course)
    first, second, third = (tuple(each.pareja for each in podium if each.place == place) for place in PLACES)
    return Honours(first[0] if first else None, second, third, _zapateros(course))


def _zapateros(course: Course) -> tuple[Pareja, ...]:
    """Who lost a chica by a zapatería, each once."""
    if not course.runs:
        return ()
    found = zapateros_of(course.runs[0].stage.championship, course.in_order_of_play, course.voided)
    return tuple(dict.fromkeys(each.loser for each in in_turn(found)))
