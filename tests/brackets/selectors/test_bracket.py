"""Reading a bracket in a known number of queries."""

import pytest

from brackets.models import Role
from brackets.selectors.bracket import bracket_view, fixtures_for_juez, fixtures_of, round_name
from brackets.services.accounts import role_revoke
from brackets.services.fixtures import fixture_assign, fixture_record, fixture_start, fixtures_assign_auto
from tests.factories.brackets import NOW, director_of, drawn_stage, published_stage

pytestmark = pytest.mark.django_db


def win(stage, number: int) -> None:
    fixture_record(
        fixture=stage.fixtures.get(number=number), how="played", winner="A", chicas=[[40, 0]], zapateria=True,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip


def test_rounds_come_in_order_with_their_names_and_fixtures_from_top_to_bottom() -> None:
    rounds = bracket_view(published_stage(6))

    assert [(each.number, each.name, len(each.fixtures)) for each in rounds] == [
        (1, "Cuartos de final", 4),
        (2, "Semifinal", 2),
        (3, "Final", 1),
    ]
    assert [fixture.position for fixture in rounds[0].fixtures] == [0, 1, 2, 3]
    assert sum(fixture.how == "bye" for fixture in rounds[0].fixtures) == 2


@pytest.mark.parametrize("parejas", [2, 3, 8, 40])
def test_a_bracket_with_all_its_names_takes_three_queries(parejas: int, django_assert_num_queries) -> None:
    stage = published_stage(parejas, tables=parejas, jueces=parejas)
    fixtures_assign_auto(stage=stage, round=1, user=director_of(stage.championship), now=NOW)
    win(stage, 1)

    with django_assert_num_queries(3):
        shown = [
            (
                str(fixture),
                fixture.pareja_a and fixture.pareja_a.title,
                fixture.pareja_b and fixture.pareja_b.title,
                fixture.winner and fixture.winner.club,
                fixture.table and fixture.table.number,
                fixture.juez and str(fixture.juez),
                round_name(fixture.stage, fixture.round),
            )
            for each in bracket_view(stage)
            for fixture in each.fixtures
        ]

    assert len(shown) == len(stage.slots) - 1
    assert any(row[3] is not None for row in shown)


def test_the_players_of_a_bracket_come_without_their_cedulas() -> None:
    fixture = bracket_view(published_stage(2))[0].fixtures[0]

    assert all("cedula" in player.get_deferred_fields() for player in fixture.pareja_a.players.all())


def test_the_fixtures_of_a_championship_are_those_to_be_played_once_published() -> None:
    assert [fixture.number for fixture in fixtures_of(published_stage(6).championship)] == [1, 2, 3, 4, 5]
    assert list(fixtures_of(drawn_stage(6).championship)) == []


def test_a_juez_finds_his_fixtures_what_is_under_way_first() -> None:
    stage = published_stage(8, jueces=2)
    championship, director = stage.championship, director_of(stage.championship)
    juez, other = (role.user for role in championship.roles.filter(kind=Role.Kind.JUEZ).order_by("pk"))
    for number, user in ((1, juez), (2, juez), (3, juez), (4, other), (5, juez)):
        fixture_assign(fixture=stage.fixtures.get(number=number), table=None, juez=user, user=director, now=NOW)
    win(stage, 1)
    fixture_start(fixture=stage.fixtures.get(number=3), now=NOW)

    assert [fixture.number for fixture in fixtures_for_juez(juez)] == [3, 2, 1]


@pytest.mark.parametrize("lost", ["role", "championship", "stage"])
def test_a_juez_finds_nothing_where_he_is_none_or_nothing_is_played(lost: str) -> None:
    stage = published_stage(2, jueces=1)
    championship, director = stage.championship, director_of(stage.championship)
    juez = championship.roles.get(kind=Role.Kind.JUEZ).user
    fixture_assign(fixture=stage.fixtures.get(), table=None, juez=juez, user=director, now=NOW)
    win(stage, 1)
    assert fixtures_for_juez(juez).count() == 1

    if lost == "role":
        role_revoke(championship=championship, user=juez, kind="juez", by=director, now=NOW)
    elif lost == "championship":
        type(championship).objects.update(status="closed")
    else:
        type(stage).objects.update(status="drawn")

    assert fixtures_for_juez(juez).count() == 0


def test_a_juez_reads_his_fixtures_in_one_query(django_assert_num_queries) -> None:
    stage = published_stage(8, tables=4, jueces=1)
    juez = stage.championship.roles.get(kind=Role.Kind.JUEZ).user
    for number in (1, 2, 3):
        fixture_assign(
            fixture=stage.fixtures.get(number=number), table=stage.championship.tables.get(number=number), juez=juez,
            user=director_of(stage.championship), now=NOW,
        )  # fmt: skip

    with django_assert_num_queries(1):
        assert [fixture.table.number for fixture in fixtures_for_juez(juez)] == [1, 2, 3]
