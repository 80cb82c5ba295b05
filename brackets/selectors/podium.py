"""How far each pareja has come in a championship, its podium, and the editions of one championship: those of the same name.

Pages, papers, screens and files take who is champion, second and third from here, and the words for each pareja.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Prefetch

from brackets.models import UNPLAYED, Championship, Fixture, Pareja, Player, PodiumPlace
from brackets.selectors.championships import public_championships
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.spelling import name_key
from brackets.selectors.wording import said

PLACES: Final = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Reached:
    """A place of the podium; `fixture` is the final, of who won it."""

    place: int
    pareja: Pareja
    fixture: Fixture | None


class Where(NamedTuple):
    """How far a pareja has come, in words; `out`: they say that it is eliminated, `gone`: that it left or was expelled."""

    words: str = ""
    out: bool = False
    gone: bool = False


NOWHERE: Final = Where()


def podium_reached(championship: Championship) -> list[Reached]:
    """As the last stage left it: four queries."""
    return podium_in(course_of(championship))


def podium_in(course: Course) -> list[Reached]:
    """The settled places: the champion as soon as there is one, then parejas with nothing left to play.

    Two thirds where no match is played for the third place.
    """
    champion = course.champion
    if champion is None:
        return []
    run = course.runs[-1]
    others = [
        Reached(each.place, course.parejas[each.pareja], None)
        for each in run.ranking.overall
        if each.place in PLACES[1:]
        and each.pareja not in {*run.ranking.left_out, *run.still_in}
        and each.pareja != champion.number
    ]
    others.sort(key=lambda each: (each.place, each.pareja.number))
    return [Reached(1, champion, final_of(run, champion)), *others]


def whereabouts(course: Course, players: int) -> dict[int, Where]:
    """By number, how far each pareja has come over all stages, in the words of a championship of so many `players` a pareja."""
    found = {pareja: _in_stage(run, pareja, players) for run in course.runs for pareja in run.members}
    for stage, spots in course.ahead:
        for spot in spots:
            if spot.pareja is None or spot.stage is None or not (spot.settled or spot.stage in course.begun):
                continue
            entering = said(players, "Clasificada a «{}»") if spot.settled else said(players, "Hoy entraría en «{}»")
            found[spot.pareja] = Where(entering.format(stage.name))
    last = last_played(course)
    for number in found.keys() & course.roster.gone:
        found[number] = _gone(course.parejas[number], last.get(number), players)
    for reached in podium_in(course):
        first = reached.place == PLACES[0]
        found[reached.pareja.number] = Where(said(players, "Campeona") if first else f"{reached.place}.º puesto")
    return found


def _in_stage(run: Run, pareja: int, players: int) -> Where:
    """How far it has come in a stage: of one whose series has ended, its place there, since others may still decide what follows."""
    if pareja not in run.still_in:
        return Where(said(players, "Eliminada"), out=True)
    for number in run.ended_series if len(run.ranking.groups) > 1 else ():
        for each in run.ranking.groups[number]:
            if each.pareja == pareja:
                return Where(f"Terminó su serie: {each.place}.º puesto" if each.place else "Terminó su serie")
    return Where(said(players, "Sigue en juego"))


def _gone(pareja: Pareja, last: Fixture | None, players: int) -> Where:
    """That it left or was expelled, and after what."""
    status = said(players, pareja.get_status_display())
    if last is None:
        words = status
    elif last.winner_id is None:
        words = f"{status} tras la partida {last.number}"
    else:
        words = f"{status} tras {'ganar' if last.winner_id == pareja.pk else 'perder'} la partida {last.number}"
    return Where(words, gone=True)


def last_played(course: Course) -> dict[int, Fixture]:
    """By number of a pareja, the last of its partidas that has a firm result which counts."""
    found: dict[int, Fixture] = {}
    for fixture in course.in_order_of_play:
        counts = fixture.status == Fixture.Status.FINAL and fixture.how not in UNPLAYED
        if counts and not course.voided.has(fixture):
            found |= {side.number: fixture for side in (fixture.pareja_a, fixture.pareja_b) if side}
    return found


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
    players = [Prefetch(f"{side}__players", Player.objects.all()) for side in shown]
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
