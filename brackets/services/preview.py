"""What an action would change, told before it is confirmed: the action itself, done and rolled back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db import transaction

from brackets.models import Championship, Fixture, Stage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change:
    """A fixture as it is and as it would be; `after` is None where it would no longer be there."""

    before: Fixture
    after: Fixture | None

    @property
    def words(self) -> str:
        """Who meets whom there from then on."""
        if self.after is None:
            return "deja de estar emparejada"
        sides = [
            f"el {pareja.number}" if pareja else "nadie" if nobody else "por definir"
            for pareja, nobody in (
                (self.after.pareja_a, self.after.nobody_a),
                (self.after.pareja_b, self.after.nobody_b),
            )
        ]
        passes = f"; pasa el {self.after.winner.number}" if self.after.winner and not self.before.winner else ""
        return f"{sides[0]} contra {sides[1]}{passes}"


@dataclass(frozen=True, slots=True)
class Preview(Generic[T]):
    """What `action` would answer, and the fixtures that would change."""

    result: T
    changes: tuple[Change, ...]


def preview(championship: Championship, action: Callable[[], T]) -> Preview[T]:
    """Do it, look, and undo it. What the action refuses, it refuses here with the same words."""
    with transaction.atomic():
        before = _fixtures(championship)
        result = action()
        after = _fixtures(championship)
        transaction.set_rollback(True)
    changes = [
        Change(fixture, after.get(key)) for key, fixture in before.items() if _seen(fixture) != _seen(after.get(key))
    ]
    return Preview(result, tuple(changes))


def _fixtures(championship: Championship) -> dict[int, Fixture]:
    published = Fixture.objects.filter(stage__championship=championship, stage__status=Stage.Status.PUBLISHED)
    related = published.select_related("stage", "pareja_a", "pareja_b", "winner")
    return {fixture.pk: fixture for fixture in related.order_by("stage__number", "round", "position")}


def _seen(fixture: Fixture | None) -> tuple[object, ...] | None:
    if fixture is None:
        return None
    return (
        fixture.pareja_a_id,
        fixture.pareja_b_id,
        fixture.nobody_a,
        fixture.nobody_b,
        fixture.status,
        fixture.winner_id,
    )
