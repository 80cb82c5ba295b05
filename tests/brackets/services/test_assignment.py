"""Tables and jueces, by hand and by themselves."""

import pytest

from brackets.models import AuditEntry, Fixture, Role, Table, User
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import (
    AutoAssignment,
    fixture_assign,
    fixture_call,
    fixture_record,
    fixture_start,
    fixtures_assign_auto,
)
from tests.factories.brackets import NOW, TableFactory, UserFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


def assign(fixture: Fixture, table: Table | None, juez: User | None) -> Fixture:
    return fixture_assign(
        fixture=fixture, table=table, juez=juez, user=director_of(fixture.stage.championship), now=NOW
    )


def auto(stage, round_: int = 1) -> AutoAssignment:
    return fixtures_assign_auto(
        championship=stage.championship, stage=stage, round=round_, user=director_of(stage.championship), now=NOW
    )


def walkover(fixture: Fixture) -> None:
    fixture_record(
        fixture=fixture, how="walkover", winner="A", chicas=[], zapateria=False,
        user=director_of(fixture.stage.championship), now=NOW, reason="",
    )  # fmt: skip


def test_a_fixture_gets_a_table_and_a_juez_and_gives_them_back() -> None:
    stage = published_stage(4, tables=1, jueces=1)
    table, juez = Table.objects.get(), stage.championship.roles.get(kind=Role.Kind.JUEZ).user
    fixture = stage.fixtures.get(number=1)

    assign(fixture, table, juez)
    fixture.refresh_from_db()
    assert (fixture.table, fixture.juez) == (table, juez)
    entries = AuditEntry.objects.count()

    assign(fixture, table, juez)
    assert AuditEntry.objects.count() == entries

    assert (assign(fixture, None, None).table, AuditEntry.objects.count()) == (None, entries + 1)


def test_only_tables_and_jueces_of_the_championship_are_given() -> None:
    stage = published_stage(4, jueces=1)
    fixture = stage.fixtures.get(number=1)

    with pytest.raises(InvalidValue) as refused:
        assign(fixture, TableFactory(), None)
    assert refused.value.field == "table"
    with pytest.raises(InvalidValue) as refused:
        assign(fixture, None, UserFactory())
    assert refused.value.field == "juez"


def test_under_way_it_moves_only_to_a_free_table_and_juez() -> None:
    stage = published_stage(4, tables=3, jueces=3)
    auto(stage)
    first, second = stage.fixtures.filter(round=1).order_by("number")
    for fixture in (first, second):
        fixture_call(fixture=fixture, user=director_of(stage.championship), now=NOW)
    fixture_start(fixture=first, now=NOW)
    spare = Table.objects.get(number=3)

    with pytest.raises(BracketError, match="partida 2") as refused:
        assign(first, second.table, first.juez)
    assert refused.value.code == "mesa-ocupada"
    with pytest.raises(BracketError) as refused:
        assign(first, first.table, second.juez)
    assert refused.value.code == "juez-ocupado"
    with pytest.raises(BracketError) as refused:
        assign(first, None, first.juez)
    assert refused.value.code == "falta-mesa"
    assert assign(first, spare, first.juez).table == spare


def test_what_is_over_keeps_its_table() -> None:
    stage = published_stage(4, tables=1)
    walkover(stage.fixtures.get(number=1))

    with pytest.raises(BracketError) as refused:
        assign(stage.fixtures.get(number=1), Table.objects.get(), None)

    assert refused.value.code == "partida-terminada"


@pytest.mark.parametrize(("tables", "jueces", "given"), [(8, 8, 4), (2, 8, 2), (8, 3, 3), (0, 8, 0)])
def test_as_many_as_tables_and_jueces_reach_are_assigned_and_the_rest_is_named(
    tables: int, jueces: int, given: int
) -> None:
    stage = published_stage(8, tables=tables, jueces=jueces)

    done = auto(stage)

    assert [fixture.number for fixture in done.assigned] == [1, 2, 3, 4][:given]
    assert [fixture.number for fixture in done.left] == [1, 2, 3, 4][given:]
    rows = stage.fixtures.filter(table__isnull=False, juez__isnull=False).order_by("number")
    assert [fixture.number for fixture in rows] == [1, 2, 3, 4][:given]
    assert len({fixture.table_id for fixture in rows}) == len({fixture.juez_id for fixture in rows}) == given


def test_assigning_again_does_nothing() -> None:
    stage = published_stage(4, tables=9, jueces=9)
    auto(stage)
    before, entries = list(stage.fixtures.values()), AuditEntry.objects.count()

    assert auto(stage) == AutoAssignment((), ())
    assert (list(stage.fixtures.values()), AuditEntry.objects.count()) == (before, entries)


def test_what_the_desk_has_chosen_stays_and_only_what_lacks_is_given() -> None:
    stage = published_stage(4, tables=2, jueces=2)
    chosen = stage.championship.tables.get(number=2)
    assign(stage.fixtures.get(number=1), chosen, None)

    auto(stage)

    first, second = stage.fixtures.filter(round=1).order_by("number")
    assert first.table == chosen
    assert first.juez not in (None, second.juez)
    assert second.table.number == 1


def test_what_others_still_use_is_not_given_and_byes_use_nothing() -> None:
    stage = published_stage(6, tables=3, jueces=3)
    auto(stage)
    for fixture in stage.fixtures.filter(round=1, number__isnull=False):
        walkover(fixture)
    fixture_start(fixture=stage.fixtures.get(number=3), now=NOW)
    assign(stage.fixtures.get(number=3), stage.championship.tables.get(number=1), None)

    done = auto(stage, 2)

    assert [fixture.number for fixture in done.assigned] == [4]
    assert done.assigned[0].table.number == 3  # the one that nobody has just left


def test_the_juez_with_the_fewest_fixtures_comes_first() -> None:
    stage = published_stage(8, tables=8, jueces=5)
    auto(stage)
    for fixture in stage.fixtures.filter(round=1):
        walkover(fixture)
    idle = stage.championship.roles.get(kind=Role.Kind.JUEZ, user__fixtures__isnull=True).user

    done = auto(stage, 2)

    assert done.assigned[0].juez == idle
    assert done.assigned[1].juez != idle


@pytest.mark.parametrize("parejas", [4, 16])
def test_assigning_takes_the_same_queries_for_any_size(parejas: int, django_assert_max_num_queries) -> None:
    stage = published_stage(parejas, tables=parejas, jueces=parejas)

    director = director_of(stage.championship)

    with django_assert_max_num_queries(14):
        fixtures_assign_auto(championship=stage.championship, stage=stage, round=1, user=director, now=NOW)
