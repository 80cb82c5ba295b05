"""What the database itself refuses, whatever the code does."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from brackets.models import Championship, Fixture, Pareja, Player, Role, Stage, Table
from tests.factories.brackets import (
    ChampionshipFactory,
    FixtureFactory,
    ParejaFactory,
    PlayerFactory,
    RoleFactory,
    StageFactory,
    TableFactory,
    invented_cedula,
)

pytestmark = pytest.mark.django_db


def refused(constraint: str, change) -> None:
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        change()
    # SQLite names a CHECK, and the columns of a UNIQUE.
    assert constraint in str(error.value) or "UNIQUE" in str(error.value)


@pytest.mark.parametrize(
    ("constraint", "given"),
    [
        ("championship_ends_after_it_starts", {"ends_on": date(2026, 11, 1)}),
        ("championship_open_has_appeal_time", {"appeal_minutes": None}),
        ("championship_open_has_appeal_time", {"appeal_minutes": 0}),
        ("championship_of_one_or_two", {"players_per_pareja": 3}),
        ("championship_keeps_its_players", {"players_per_pareja": 1}),
    ],
)
def test_a_championship_that_makes_no_sense(constraint: str, given: dict[str, Any]) -> None:
    championship = ChampionshipFactory()

    refused(constraint, lambda: Championship.objects.filter(pk=championship.pk).update(**given))


@pytest.mark.parametrize(
    ("constraint", "given"),
    [
        ("pareja_number_once", {"number": 1}),
        ("pareja_seed_once", {"seed": 1}),
        ("pareja_representative_is_a_player", {"representative": 3}),
        ("pareja_number_from_one", {"number": 0}),
        ("pareja_seed_from_one", {"seed": 0}),
    ],
)
def test_a_pareja_that_makes_no_sense(constraint: str, given: dict[str, Any]) -> None:
    first = ParejaFactory(number=1, seed=1)
    second = ParejaFactory(championship=first.championship, number=2)

    refused(constraint, lambda: Pareja.objects.filter(pk=second.pk).update(**given))


def test_the_seed_of_a_withdrawn_pareja_is_free() -> None:
    first = ParejaFactory(number=1, seed=1, status="withdrawn")

    assert ParejaFactory(championship=first.championship, number=2, seed=1).seed == 1


def test_a_person_in_two_parejas() -> None:
    championship = ChampionshipFactory()
    first, second = ParejaFactory.create_batch(2, championship=championship)
    first.players.filter(position=1).update(cedula=invented_cedula(1))
    take = second.players.filter(position=2)

    refused("player_cedula_once", lambda: take.update(cedula=invented_cedula(1)))

    first.players.update(active=False)
    assert take.update(cedula=invented_cedula(1)) == 1


def test_a_third_player() -> None:
    pareja = ParejaFactory()

    refused("player_position_1_or_2", lambda: PlayerFactory(pareja=pareja, position=3))
    refused("player_position_once", lambda: PlayerFactory(pareja=pareja, position=2))
    assert Player.objects.count() == 2


def test_the_same_role_table_or_stage_twice() -> None:
    role, table, stage = RoleFactory(), TableFactory(number=1), StageFactory()

    refused("role_once", lambda: RoleFactory(championship=role.championship, user=role.user))
    refused("table_number_once", lambda: TableFactory(championship=table.championship, number=1))
    refused("stage_number_once", lambda: StageFactory(championship=stage.championship))
    assert (Role.objects.count(), Table.objects.count()) == (1, 1)


def test_a_published_stage_without_its_hour() -> None:
    stage = StageFactory()

    refused("stage_published_has_hour", lambda: Stage.objects.filter(pk=stage.pk).update(published_at=None))


@pytest.mark.parametrize(
    ("constraint", "given"),
    [
        ("fixture_place_once", {"position": 50}),
        ("fixture_number_once", {"number": 50}),
        ("fixture_nobody_is_no_pareja", {"nobody_a": True}),
        ("fixture_nobody_is_no_pareja", {"nobody_b": True}),
        ("fixture_two_parejas_to_play", {"pareja_b": None}),
        ("fixture_called_to_a_table", {"status": "called"}),
        ("fixture_decided_says_how", {"status": "final"}),
        ("fixture_decided_says_how", {"status": "provisional"}),
        ("fixture_decided_says_how", {"how": "played"}),
    ],
)
def test_a_fixture_that_makes_no_sense(constraint: str, given: dict[str, Any]) -> None:
    fixture = FixtureFactory()
    FixtureFactory(stage=fixture.stage, position=50, number=50)

    refused(constraint, lambda: Fixture.objects.filter(pk=fixture.pk).update(**given))


def test_a_winner_who_does_not_play_or_of_a_fixture_nobody_came_to() -> None:
    fixture, other = FixtureFactory(), ParejaFactory()
    rows = Fixture.objects.filter(pk=fixture.pk)

    refused("fixture_winner_plays_in_it", lambda: rows.update(status="final", how="played", winner=other))
    refused(
        "fixture_winner_plays_in_it",
        lambda: rows.update(status="final", how="pass", winner=other, pareja_a=None, nobody_a=True),
    )
    refused(
        "fixture_nobody_wins_absent",
        lambda: rows.update(status="final", how="double-no-show", winner=fixture.pareja_a),
    )
    assert rows.update(status="final", how="played", winner=fixture.pareja_a) == 1


@pytest.mark.parametrize("status", ["called", "in-play"])
@pytest.mark.parametrize("same", ["table", "juez"])
def test_two_fixtures_under_way_at_one_table_or_with_one_juez(status: str, same: str) -> None:
    first, other = TableFactory.create_batch(2)
    juez, rival = (RoleFactory().user for _ in range(2))
    FixtureFactory(status="in-play", table=first, juez=juez)
    second = FixtureFactory(table=first if same == "table" else other, juez=juez if same == "juez" else rival)

    refused("fixture_one_a", lambda: Fixture.objects.filter(pk=second.pk).update(status=status))


def test_how_many_play_is_free_in_preparation_until_somebody_is_registered() -> None:
    draft = ChampionshipFactory(status="draft")
    same = Championship.objects.filter(pk=draft.pk)

    assert same.update(players_per_pareja=1) == 1

    ParejaFactory(championship=Championship.objects.get(pk=draft.pk))
    refused("championship_keeps_its_players", lambda: same.update(players_per_pareja=2))
    assert same.update(players_per_pareja=1, place="Otro coliseo") == 1


def test_a_single_player_signs_for_himself_and_has_no_partner() -> None:
    single = ParejaFactory(championship=ChampionshipFactory(players_per_pareja=1))

    assert single.players.count() == 1
    refused("pareja_representative_plays", lambda: Pareja.objects.filter(pk=single.pk).update(representative=2))
    refused("pareja_representative_plays", lambda: ParejaFactory(championship=single.championship, representative=2))
    refused("player_within_the_pareja", lambda: PlayerFactory(pareja=single, position=2))
    refused("player_within_the_pareja", lambda: single.players.update(position=2))
