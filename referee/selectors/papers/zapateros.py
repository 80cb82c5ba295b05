"""Who was beaten with fewer than ten points, and who of them most: the honours of article 12."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.presence import day_of
from referee.rules import Reglamento, reglamento_get


class Zapatero(NamedTuple):
    """`loser` had only so many points in a chica that `winner` closed; `chica` is its number in the partida."""

    fixture: Fixture
    chica: int
    day: date
    loser: Pareja
    winner: Pareja
    points: tuple[int, int]

    @property
    def few(self) -> int:
        return min(self.points)


def rules_of(championship: Championship) -> Reglamento:
    return reglamento_get(championship.reglamento, championship.rule_settings)


def zapateros_of(championship: Championship, fixtures: Iterable[Fixture]) -> list[Zapatero]:
    """Of these partidas with a final result, in their order; nobody where the reglamento knows no zapatería."""
    below = rules_of(championship).zapateria_threshold_below
    found = []
    for fixture in fixtures:
        if below is None or not fixture.zapateria or fixture.status != Fixture.Status.FINAL or not fixture.decided_at:
            continue
        for chica, (a, b) in enumerate(fixture.chicas, 1):
            if min(a, b) < below and a != b and fixture.pareja_a and fixture.pareja_b:
                loser, winner = (fixture.pareja_a, fixture.pareja_b) if a < b else (fixture.pareja_b, fixture.pareja_a)
                day = day_of(fixture.decided_at)
                found.append(Zapatero(fixture, chica, day, loser, winner, (max(a, b), min(a, b))))
    return found


def great_of(zapateros: Sequence[Zapatero]) -> Zapatero | None:
    """The gran zapatero of these: with the fewest points, and among equals the last, who keeps it until another earns it."""
    if not zapateros:
        return None
    few = min(each.few for each in zapateros)
    return max(
        (each for each in zapateros if each.few == few), key=lambda each: (each.fixture.decided_at, each.fixture.pk)
    )
