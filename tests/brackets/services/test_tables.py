"""How many tables there are."""

import pytest

from brackets.models import AuditEntry
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_assign
from brackets.services.tables import tables_set
from tests.factories.brackets import NOW, ChampionshipFactory, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


def numbers(championship, count: int) -> list[int]:
    tables = tables_set(championship=championship, count=count, by=director_of(championship), now=NOW)
    return [table.number for table in tables]


def test_tables_are_added_and_taken_away_at_the_end() -> None:
    championship = ChampionshipFactory()

    assert numbers(championship, 3) == [1, 2, 3]
    kept = championship.tables.get(number=2)
    assert numbers(championship, 2) == [1, 2]
    assert numbers(championship, 4) == [1, 2, 3, 4]
    assert championship.tables.get(number=2) == kept


def test_gaps_are_filled() -> None:
    championship = ChampionshipFactory()
    TableFactory(championship=championship, number=7)

    assert numbers(championship, 2) == [1, 2]


def test_the_same_number_again_does_nothing() -> None:
    championship = ChampionshipFactory()
    numbers(championship, 3)
    numbers(championship, 3)

    assert AuditEntry.objects.count() == 1


def test_a_table_given_to_a_fixture_stays() -> None:
    stage = published_stage(2, tables=2)
    fixture_assign(
        fixture=stage.fixtures.get(), table=stage.championship.tables.get(number=2), juez=None,
        user=director_of(stage.championship), now=NOW,
    )  # fmt: skip

    with pytest.raises(BracketError, match="Mesa 2 está asignada a la partida 1") as refused:
        numbers(stage.championship, 1)

    assert refused.value.code == "mesa-usada"
    assert stage.championship.tables.count() == 2


@pytest.mark.parametrize("count", [-1, 501])
def test_there_are_from_none_to_500(count: int) -> None:
    with pytest.raises(InvalidValue):
        numbers(ChampionshipFactory(), count)


def test_after_the_end_tables_stay() -> None:
    with pytest.raises(BracketError):
        numbers(ChampionshipFactory(status="closed"), 3)
