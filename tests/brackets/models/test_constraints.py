"""What the database itself refuses, whatever the code does."""

from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from brackets.models import Championship, Fixture, Pareja, Player, Role, Stage, StageEvent, Table
from brackets.services.vault import cedulas_hold
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    FixtureFactory,
    ParejaFactory,
    PlayerFactory,
    RoleFactory,
    StageFactory,
    TableFactory,
    UserFactory,
    invented_cedula,
    personal_set,
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
    personal_set(first.players.filter(position=1), cedula=invented_cedula(1))
    take = second.players.filter(position=2)

    refused("personal_cedula_once", lambda: personal_set(take, cedula=invented_cedula(1)))

    refused("player_holds_as_it_is_active", lambda: first.players.update(active=False))
    cedulas_hold(first.players.all(), active=False)
    personal_set(take, cedula=invented_cedula(1))
    assert take.get().cedula == invented_cedula(1)


def test_an_account_has_no_address() -> None:
    refused("user_has_no_email", lambda: UserFactory(email="juez@ejemplo.ec"))


def test_what_is_enciphered_of_a_person_is_what_may_be_kept_of_him() -> None:
    pareja = ParejaFactory(player_1__email="uno@ejemplo.ec")
    player, other = pareja.players.order_by("position")
    gone = pareja.players.filter(pk=player.pk)

    refused("player_without_consent_has_no_contact", lambda: gone.update(consent_withdrawn_at=NOW))
    refused("player_erased_is_a_name", lambda: gone.update(erased_at=NOW))
    personal_set([player], email="")
    gone.update(consent_withdrawn_at=NOW)
    refused("personal_contact_is_consented_to", lambda: personal_set([gone.get()], phone="0990000001"))
    gone.update(erased_at=NOW)
    refused("personal_is_of_nobody_erased", lambda: personal_set([gone.get()], cedula=invented_cedula(2)))
    other.active = False
    refused("personal_is_held_as_active", lambda: personal_set([other], cedula=invented_cedula(2)))


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


NAMED = {"inscritas": [{"jugadores": [{"nombre": "Rosa Luna", "sal": "5f", "huella": "6c"}]}]}
ERASED = {"inscritas": [{"jugadores": [{"huella": "6c"}]}]}
DRAWN, PUBLISHED = {"status": "drawn", "published_at": None}, {"status": "published", "published_at": NOW}


def stage_with(**given: object) -> QuerySet[Stage]:
    made = StageFactory(**{"drawn_record": NAMED, "drawn_digest": "a1"} | given)
    return Stage.objects.filter(pk=made.pk)


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (PUBLISHED, {"drawn_digest": "b2"}),
        (PUBLISHED, {"drawn_digest": ""}),
        (PUBLISHED, {"drawn_digest": "b2", "drawn_record": ERASED}),
        (PUBLISHED, {"drawn_digest": "b2", **DRAWN}),
        (DRAWN, {"drawn_digest": "b2", **PUBLISHED}),
        (PUBLISHED, {"drawn_record": {**NAMED, "acta": "sorteo"}}),
        (PUBLISHED, {"drawn_record": {}}),
        (PUBLISHED, {"drawn_record": []}),
        (PUBLISHED, {"drawn_record": {"inscritas": []}}),
        (PUBLISHED, {"drawn_record": {"inscritas": [{"jugadores": []}]}}),
        (PUBLISHED, {"drawn_record": {"inscritas": [{"jugadores": [{"nombre": "Rosa Luna", "sal": "5f"}]}]}}),
        (PUBLISHED, {"drawn_record": {"inscritas": [{"jugadores": [{"nombre": "R", "sal": "5f", "huella": "6c"}]}]}}),
        (PUBLISHED, {"drawn_record": {"inscritas": [{"jugadores": [{"huella": "6"}]}]}}),
        (DRAWN, {"drawn_record": {}}),
        (
            DRAWN,
            {"drawn_record": {"inscritas": [{"jugadores": [{"nombre": "Rosa Lima", "sal": "5f", "huella": "6c"}]}]}},
        ),
        ({"status": "drawn", "drawn_record": {}, "drawn_digest": ""}, {"drawn_record": NAMED}),
    ],
)
def test_what_a_draw_was_stays_as_it_was_drawn(before: dict[str, object], change: dict[str, object]) -> None:
    stage = stage_with(**before)

    refused("stage_draw_is_frozen", lambda: stage.update(**change))


@pytest.mark.parametrize(
    ("before", "change"),
    [
        (PUBLISHED, {"drawn_record": ERASED}),
        (PUBLISHED, DRAWN),
        (PUBLISHED, {"drawn_digest": "", "drawn_record": {}, "status": "planned", "published_at": None}),
        (DRAWN, {"drawn_digest": "b2", "drawn_record": {**NAMED, "acta": "sorteo"}}),
        (DRAWN, PUBLISHED),
    ],
)
def test_a_name_may_be_erased_and_a_stage_drawn_anew(before: dict[str, object], change: dict[str, object]) -> None:
    assert stage_with(**before).update(**change) == 1


def event_of(championship: Championship, **given: Any) -> StageEvent:
    row = {"stage": 1, "seq": 1, "kind": "departure", "action": "prueba", "pareja": 1, "at": NOW} | given
    return StageEvent.objects.create(championship=championship, **row)


@pytest.mark.parametrize(
    ("constraint", "given"),
    [
        ("stage_event_seq_once", {"seq": 2}),
        ("stage_event_seq_from_one", {"seq": 0}),
        ("stage_event_comes_later", {"corrects": 3}),
        ("stage_event_comes_later", {"corrects": 4}),
        ("stage_event_comes_later", {"after": 3}),
        ("stage_event_has_one_place", {"corrects": 1, "after": 1}),
        ("stage_event_kind_is_known", {"kind": "renuncia"}),
        ("stage_event_has_pareja", {"pareja": None}),
        ("stage_event_has_pareja", {"kind": "late-entry", "pareja": None}),
        ("stage_event_has_pareja", {"kind": "substitution", "pareja": None}),
        ("stage_event_has_pareja", {"kind": "reformed", "pareja": None}),
        ("stage_event_result_has_match", {"kind": "result"}),
        ("stage_event_refers_to_one_before", {"corrects": 0}),
        ("stage_event_refers_to_one_before", {"seq": 4, "corrects": 3}),
        ("stage_event_refers_to_one_before", {"seq": 4, "after": 3}),
        ("stage_event_refers_to_one_before", {"stage": 2, "corrects": 1}),
        ("stage_event_refers_to_one_before", {"stage": 2, "after": 2}),
    ],
)
def test_an_event_that_makes_no_sense(constraint: str, given: dict[str, Any]) -> None:
    championship = ChampionshipFactory()
    event_of(championship)
    event_of(championship, seq=2)
    event_of(ChampionshipFactory(), stage=2)

    refused(constraint, lambda: event_of(championship, **{"seq": 3} | given))


@pytest.mark.parametrize(
    "given",
    [
        {"after": 0},
        {"after": 1},
        {"corrects": 1},
        {"stage": 2, "seq": 1},
        {"kind": "override", "pareja": None},
        *({"kind": each, "round": 1, "position": 0} for each in StageEvent.Kind.values),
    ],
)
def test_an_event_that_comes_after_another(given: dict[str, Any]) -> None:
    first = event_of(ChampionshipFactory())

    assert event_of(first.championship, **{"seq": 2} | given).pk


@pytest.mark.parametrize(
    ("constraint", "given"),
    [
        ("fixture_place_once", {"position": 30_000}),
        ("fixture_number_once", {"number": 30_000}),
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
    FixtureFactory(stage=fixture.stage, position=30_000, number=30_000)

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
