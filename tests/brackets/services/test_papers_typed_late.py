"""Papers typed after a departure and before it in the order of effect: each keeps its place, however often it is taken back."""

from datetime import timedelta
from typing import Any

import pytest

from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.course import course_of
from brackets.selectors.events import disagreements
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_clear, fixture_record, fixture_restore
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def who(stage: Stage, hours: int = 0) -> dict[str, Any]:
    return {"user": director_of(stage.championship), "now": NOW + hours * HOUR}


def at(stage: Stage, round: int, position: int) -> Fixture:  # noqa: A002
    return stage.fixtures.select_related("stage", "pareja_a", "pareja_b").get(round=round, position=position)


def record(fixture: Fixture, hours: int = 0, decided: int | None = None) -> None:
    """Its first side won it."""
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 20], [40, 30]], zapateria=False, reason="prueba",
        decided_at=None if decided is None else NOW + decided * HOUR, **who(fixture.stage, hours),
    )  # fmt: skip


def leave(stage: Stage, pareja: Pareja | None, hours: int) -> None:
    assert pareja is not None
    pareja_leave(pareja=pareja, reason="Enfermedad", **who(stage, hours))


def taken_back_and_given_back(stage: Stage, *keys: tuple[int, int]) -> None:
    for key in keys:
        fixture_clear(fixture=at(stage, *key), reason="Por un fallo", **who(stage, 5))
    for key in reversed(keys):
        fixture_restore(fixture=at(stage, *key), **who(stage, 5))


def shown(stage: Stage) -> tuple[list[dict[str, Any]], object]:
    stage.refresh_from_db()
    assert disagreements(stage) == []
    return list(stage.fixtures.order_by("pk").values()), course_of(stage.championship).run(1).outcome.champion


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight in a knock-out; all mesas of the first round but one are played, and a semifinal."""
    stage = published_stage(8)
    for position in (1, 2, 3):
        record(at(stage, 1, position))
    record(at(stage, 2, 1))
    return stage


def test_of_two_that_follow_each_other_the_second_is_taken_back_and_given_back(stage: Stage) -> None:
    record(at(stage, 1, 0))
    leave(stage, at(stage, 1, 0).pareja_a, 3)
    record(at(stage, 2, 0), 4, decided=1)
    record(at(stage, 3, 0), 4, decided=2)
    before = shown(stage)

    taken_back_and_given_back(stage, (3, 0))

    assert shown(stage) == before


@pytest.mark.parametrize("keys", [((2, 0),), ((2, 0), (1, 0))])
def test_another_left_between_and_it_is_as_it_was(stage: Stage, keys: tuple[tuple[int, int], ...]) -> None:
    """The finalist left, then the other who won its two mesas before; both papers were typed at the end."""
    finalist, winner = at(stage, 2, 1).pareja_a, at(stage, 1, 0).pareja_a
    leave(stage, finalist, 1)
    leave(stage, winner, 4)
    record(at(stage, 1, 0), 5, decided=2)
    record(at(stage, 2, 0), 5, decided=3)
    before = shown(stage)
    assert winner is not None
    assert before[1] == winner.number

    taken_back_and_given_back(stage, *keys)

    assert shown(stage) == before
