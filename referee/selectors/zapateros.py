"""The zapateros (12): who lost a mesa by a zapatería, to whom, at which table and when."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch, Q
from django.utils.timezone import localdate

from brackets.models import Championship, Fixture, Pareja, Player


@dataclass(frozen=True, slots=True)
class Zapateria:
    """One of them: the `zapatero`, who lost, and whoever made it one, with the chica of the fewest points."""

    fixture: Fixture
    zapatero: Pareja
    rival: Pareja
    score: tuple[int, int]

    @property
    def day(self) -> date | None:
        return localdate(self.fixture.decided_at) if self.fixture.decided_at else None


def zapaterias_of(championship: Championship) -> list[Zapateria]:
    """All whose result is final, the latest first: three queries. The players come without their cédulas."""
    players = Player.objects.defer("cedula")
    final = Fixture.objects.filter(
        Q(winner__isnull=False),
        stage__championship=championship,
        stage__status="published",
        status=Fixture.Status.FINAL,
        zapateria=True,
    ).select_related("pareja_a", "pareja_b", "winner", "table", "stage")
    listed = final.prefetch_related(Prefetch("pareja_a__players", players), Prefetch("pareja_b__players", players))
    return [found for fixture in listed.order_by("-decided_at", "-number") if (found := _zapateria(fixture))]


def great_zapatero(found: Sequence[Zapateria]) -> Zapateria | None:
    """The «gran zapatero»: with the fewest points, and of those who had as few, the latest (ours: no text says it)."""
    return min(found, key=lambda each: each.score[0], default=None)


def makers(found: Sequence[Zapateria]) -> list[tuple[Pareja, int]]:
    """Who made the most zapateros, with how many."""
    counted = Counter(each.rival.pk for each in found)
    parejas = {each.rival.pk: each.rival for each in found}
    return [(parejas[key], count) for key, count in counted.most_common(3)]


def _zapateria(fixture: Fixture) -> Zapateria | None:
    a, b = fixture.pareja_a, fixture.pareja_b
    if a is None or b is None or not fixture.chicas:
        return None
    zapatero, rival, side = (b, a, 1) if fixture.winner_id == a.pk else (a, b, 0)
    lost = [(chica[side], chica[1 - side]) for chica in fixture.chicas if chica[side] < chica[1 - side]]
    return Zapateria(fixture, zapatero, rival, min(lost)) if lost else None
