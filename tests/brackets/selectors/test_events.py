"""The partidas of a stage are what its events come to, in every column that follows from them."""

from typing import Any, Final

import pytest

from brackets.models import Fixture
from brackets.selectors.events import OF_ITSELF, disagreements
from tests.brackets.services.test_formats import SERIES, Night

pytestmark = pytest.mark.django_db

KEY: Final = {"id", "stage", "round", "position"}
OTHERWISE: Final[dict[str, Any]] = {
    "number": 99,
    "status": "provisional",
    "pareja_a": None,
    "pareja_b": None,
    "nobody_a": True,
    "nobody_b": True,
    "winner": None,
    "how": "walkover",
    "chicas": [[40, 0]],
    "by_zapateria": True,
    "zapaterias": ["", "A"],
    "caidas": [9, 0],
    "order": 7,
}
"""For each column that follows from the events, another value than that of a partida that was played."""


def test_each_column_follows_from_the_events_or_is_of_the_partida_itself() -> None:
    columns = {field.name for field in Fixture._meta.concrete_fields}

    assert columns == KEY | OF_ITSELF | OTHERWISE.keys()
    assert not OF_ITSELF & OTHERWISE.keys()


@pytest.mark.parametrize("column", OTHERWISE)
def test_another_value_than_that_of_the_events_is_named(column: str) -> None:
    night = Night.played(4, SERIES)
    fixture = night.stage(1).fixtures.order_by("number").last()
    assert fixture is not None
    assert not disagreements(night.stage(1))
    changes = {column: OTHERWISE[column]}
    if column == "by_zapateria":  # one that ended it was made
        changes["zapaterias"] = OTHERWISE["zapaterias"]
    elif column == "winner":
        changes = {"winner": fixture.pareja_b if fixture.winner == fixture.pareja_a else fixture.pareja_a}
    elif column[-2:] in ("_a", "_b"):  # who plays in it wins it
        own, other = f"pareja_{column[-1]}", "pareja_b" if column.endswith("_a") else "pareja_a"
        changes = {own: None, column: OTHERWISE[column], "winner": getattr(fixture, other)}
    Fixture.objects.filter(pk=fixture.pk).update(**changes)

    assert disagreements(night.stage(1))
