"""Reading a bracket in a known number of queries."""

import pytest

from brackets.selectors.bracket import bracket_view, fixtures_of, round_name, round_on_paper
from brackets.services.fixtures import fixture_record, fixtures_assign_auto
from tests.brackets.services.test_formats import FINAL, SERIES, Night
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
    fixtures_assign_auto(
        championship=stage.championship, stage=stage, round=1, user=director_of(stage.championship), now=NOW
    )
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
                round_name(fixture),
            )
            for each in bracket_view(stage)
            for fixture in each.fixtures
        ]

    assert len(shown) == len(stage.slots) - 1
    assert any(row[3] is not None for row in shown)


def test_a_round_is_told_apart_from_those_of_other_stages_and_on_paper_comes_before_its_stage() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    first, final = night.stage(1).fixtures.order_by("number").first(), night.stage(2).fixtures.get()

    assert (round_name(first), round_on_paper(first)) == ("Series: serie 1, ronda 1", "Serie 1, ronda 1 · Series")
    assert (round_name(final), round_on_paper(final)) == ("Final", "Final")
    assert round_name(published_stage(2).fixtures.get()) == "Final"


def test_the_players_of_a_bracket_come_without_their_cedulas() -> None:
    fixture = bracket_view(published_stage(2))[0].fixtures[0]

    assert all("personal" not in player._state.fields_cache for player in fixture.pareja_a.players.all())


def test_the_fixtures_of_a_championship_are_those_to_be_played_once_published() -> None:
    assert [fixture.number for fixture in fixtures_of(published_stage(6).championship)] == [1, 2, 3, 4, 5]
    assert list(fixtures_of(drawn_stage(6).championship)) == []
