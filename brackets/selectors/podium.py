"""Who stands on the podium, and the editions of one championship: those of the same name."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch

from brackets.models import Championship, Fixture, Pareja, Player, PodiumPlace
from brackets.selectors.championships import public_championships
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.spelling import name_key

PLACES: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Reached:
    """A place of the podium; `fixture` is the final, of who won it."""

    place: int
    pareja: Pareja
    fixture: Fixture | None


def podium_reached(championship: Championship) -> list[Reached]:
    """As the last stage left it: four queries."""
    return podium_in(course_of(championship))


def podium_in(course: Course) -> list[Reached]:
    """Nobody as long as there is no champion; two thirds where no match was played for it."""
    champion = course.champion
    if champion is None:
        return []
    run = course.runs[-1]
    others = [
        Reached(each.place, course.parejas[each.pareja], None)
        for each in run.ranking.overall
        if each.place in PLACES[1:] and each.pareja not in run.ranking.left_out and each.pareja != champion.number
    ]
    others.sort(key=lambda each: (each.place, each.pareja.number))
    return [Reached(1, champion, final_of(run, champion)), *others]


def final_of(run: Run, champion: Pareja) -> Fixture | None:
    """The match that made it champion; none where a table did."""
    won = [fixture for fixture in run.fixtures if fixture.winner_id == champion.pk and fixture.number]
    return max(won, key=lambda fixture: fixture.round) if won and not run.has_table else None


def podiums(championships: Iterable[Championship], *, finals: bool = False) -> Mapping[int, list[PodiumPlace]]:
    """By championship, of those that have ended: two queries for any number, four with the players of the `finals`.

    The players come without their cédulas.
    """
    found: defaultdict[int, list[PodiumPlace]] = defaultdict(list)
    places = PodiumPlace.objects.filter(championship__in=[each.pk for each in championships])
    sides = ("pareja", "fixture__pareja_a", "fixture__pareja_b")
    shown = sides if finals else sides[:1]
    players = [Prefetch(f"{side}__players", Player.objects.defer("cedula")) for side in shown]
    for place in places.select_related(*sides, "fixture__stage").prefetch_related(*players):
        found[place.championship_id].append(place)
    return found


def editions_of(championship: Championship) -> list[Championship]:
    """The public championships of its name, however that is spelled, the latest first, itself among them: one query."""
    key = name_key(championship.name)
    return [each for each in public_championships() if name_key(each.name) == key]


def edition_names(editions: Sequence[Championship]) -> list[tuple[Championship, str]]:
    """Each with a name of its own: where two have the same, with the year, and with the day where they are of one year too."""
    names = Counter(map(str, editions))
    years = Counter((str(each), each.starts_on.year) for each in editions)

    def named(each: Championship) -> str:
        if names[str(each)] == 1:
            return str(each)
        only = years[str(each), each.starts_on.year] == 1
        return f"{each} ({each.starts_on:{'%Y' if only else '%d/%m/%Y'}})"

    return [(each, named(each)) for each in editions]
