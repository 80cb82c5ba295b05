"""Whom a championship honours at its end: the champion, who came next, and the zapateros (12)."""

from dataclasses import dataclass
from typing import Final

from brackets.models import Pareja
from brackets.selectors.course import Course
from referee.selectors.zapateros import in_turn, zapateros_of

PODIUM: Final = (2, 3)


@dataclass(frozen=True, slots=True)
class Honours:
    """`champion` None: nobody is yet. `zapateros` in the order in which they learned it."""

    champion: Pareja | None
    second: tuple[Pareja, ...]
    third: tuple[Pareja, ...]
    zapateros: tuple[Pareja, ...]


def honours_of(course: Course) -> Honours:
    """Of results that stand; no query beyond those of the course."""
    champion = course.champion
    last = course.runs[-1] if course.runs and champion else None
    placed: dict[int, list[Pareja]] = {place: [] for place in PODIUM}
    for each in last.ranking.overall if last else ():
        if each.place in placed and each.pareja not in (last.ranking.left_out if last else ()):
            placed[each.place].append(course.parejas[each.pareja])
    return Honours(champion, tuple(placed[2]), tuple(placed[3]), _zapateros(course))


def _zapateros(course: Course) -> tuple[Pareja, ...]:
    """Who lost a chica by a zapatería, each once."""
    if not course.runs:
        return ()
    found = zapateros_of(course.runs[0].stage.championship, course.in_order_of_play)
    return tuple(dict.fromkeys(each.loser for each in in_turn(found)))
