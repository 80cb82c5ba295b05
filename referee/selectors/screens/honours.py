"""Whom a championship honours at its end: the champion, who came next, and the zapateros (12)."""

from dataclasses import dataclass
from typing import Final

from brackets.models import Fixture, Pareja
from brackets.selectors.course import Course

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
    return Honours(champion, tuple(placed[2]), tuple(placed[3]), zapateros_of(course))


def zapateros_of(course: Course) -> tuple[Pareja, ...]:
    """Who lost a mesa by a zapatería, each once."""
    lost = [
        fixture
        for run in course.runs
        for fixture in run.fixtures
        if fixture.zapateria and fixture.winner_id and fixture.status == Fixture.Status.FINAL
    ]
    lost.sort(key=lambda fixture: (fixture.decided_at is None, fixture.decided_at))
    losers = (fixture.pareja_b if fixture.winner_id == fixture.pareja_a_id else fixture.pareja_a for fixture in lost)
    return tuple(dict.fromkeys(pareja for pareja in losers if pareja is not None))
