"""The zapateros (12): who lost a chica with fewer points than the reglamento asks for, to whom and when; who of them most, who made them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Prefetch

from brackets.models import Championship, Fixture, Pareja, Player
from brackets.selectors.voided import Voided, voided_in
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


def zapateros_of(championship: Championship, fixtures: Iterable[Fixture], voided: Voided) -> list[Zapatero]:
    """Of these partidas with a final result that counts, in their order."""
    found = []
    for fixture in fixtures:
        a, b, at = fixture.pareja_a, fixture.pareja_b, fixture.decided_at
        if not fixture.zapaterias or fixture.status != Fixture.Status.FINAL or a is None or b is None or at is None:
            continue
        if voided.has(fixture):
            continue
        for chica, (made_by, points) in enumerate(zip(fixture.zapaterias, fixture.chicas, strict=True), start=1):
            if made_by:
                winner, loser = (a, b) if made_by == "A" else (b, a)
                few, many = sorted(points)
                found.append(Zapatero(fixture, chica, championship.play_days.of(at), loser, winner, (many, few)))
    return found


def zapateros_in(championship: Championship) -> list[Zapatero]:
    """All of a championship, the latest first: four queries, five where a pareja is voided. The players come without their cédulas."""
    players = Player.objects.all()
    final = (
        Fixture.objects.filter(stage__championship=championship, stage__status="published", status=Fixture.Status.FINAL)
        .exclude(zapaterias=[])
        .select_related("pareja_a", "pareja_b", "table", "stage")
    )
    listed = final.prefetch_related(Prefetch("pareja_a__players", players), Prefetch("pareja_b__players", players))
    return zapateros_of(championship, listed.order_by("decided_at", "number", "pk"), voided_in([championship.pk]))[::-1]


def great_of(zapateros: Sequence[Zapatero]) -> Zapatero | None:
    """The gran zapatero of these: with the fewest points, and among equals the last, who keeps it until another earns it."""
    return min(zapateros, key=lambda each: (each.few, *(-value for value in _turn(each))), default=None)


def makers_of(zapateros: Iterable[Zapatero]) -> list[tuple[Pareja, int]]:
    """Who made the most zapateros, with how many."""
    return Counter(each.winner for each in zapateros).most_common(3)


def in_turn(zapateros: Iterable[Zapatero]) -> list[Zapatero]:
    """In the order in which they learned it."""
    return sorted(zapateros, key=_turn)


def _turn(each: Zapatero) -> tuple[float, int, int]:
    at = each.fixture.decided_at
    return at.timestamp() if at else 0.0, each.fixture.pk, each.chica
