"""The page of the hours: estimates, the plan, what is announced, and a planned hour for a round."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brackets.models import DayPlan, Fixture, Notice, Role, Stage
from brackets.services.fixtures import fixture_assign, fixture_call
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8, tables=2, jueces=2)


@pytest.fixture
def desk(sits_at: Sits, stage: Stage) -> Client:
    return sits_at(stage.championship, Role.Kind.CONTROL)


def placed(stage: Stage, number: int, table: int) -> Fixture:
    there = stage.championship.tables.get(number=table)
    who = {"user": director_of(stage.championship), "now": timezone.now()}
    return fixture_assign(fixture=stage.fixtures.get(number=number), table=there, juez=None, **who)


def shown(desk: Client, stage: Stage, asked: str = "") -> str:
    answer = desk.get(url("hours", stage.championship) + asked)
    assert answer.status_code == 200
    return answer.content.decode()


def post(desk: Client, there: Stage, view: str, /, **sent: object) -> str:
    answer = desk.post(url(view, there.championship), sent, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_what_is_at_a_table_apart_from_what_floats(desk: Client, stage: Stage) -> None:
    called = placed(stage, 1, 1)
    fixture_call(fixture=called, user=director_of(stage.championship), now=timezone.now())
    placed(stage, 2, 2)

    page = shown(desk, stage)

    by_table, floating = page.split("flotan: primero quien más espera")
    assert "Convocada" in by_table
    assert "Fija" in by_table
    for number in (3, 4, 5, 6, 7):
        assert f">{number}</a>" in floating
    assert "según lo simulado: hoy aún ninguna" in page


@pytest.mark.parametrize("more", [1, 4])
def test_more_tables_are_compared_with_the_day_as_it_is(desk: Client, stage: Stage, more: int) -> None:
    page = shown(desk, stage, f"?mas={more}")

    assert "lo sorteado terminaría a las" in page
    assert "min antes" in page
    assert "lo sorteado terminaría a las" not in shown(desk, stage, "?mas=999")


def test_the_plan_is_kept_and_shown(desk: Client, stage: Stage) -> None:
    assert "Sin plan" in shown(desk, stage)

    assert "Se guardó el plan del día: 7 partidas" in post(desk, stage, "hours_keep")

    assert len(DayPlan.objects.get().hours) == 7
    assert "contra el plan de las" in shown(desk, stage)


def test_what_is_fixed_is_announced_once_to_those_who_play_it(desk: Client, stage: Stage) -> None:
    fixture = placed(stage, 1, 1)

    assert "Se anunció mesa y hora de la partida 1." in post(desk, stage, "hours_tell")
    assert "No hay nada nuevo que anunciar" in post(desk, stage, "hours_tell")

    assert {each.pareja_id for each in Notice.objects.all()} == {fixture.pareja_a_id, fixture.pareja_b_id}
    assert Notice.objects.count() == 2
    assert "anunciada" in shown(desk, stage)


def test_how_many_stay_fixed_is_a_number_or_refused(desk: Client, stage: Stage) -> None:
    assert "Quedan fijas las próximas 3 partidas" in post(desk, stage, "hours_frozen", mesas="3")
    assert "Queda fija la próxima partida de cada mesa" in post(desk, stage, "hours_frozen", mesas="1")
    assert "Quedan fijas las próximas 3 partidas" in post(desk, stage, "hours_frozen", mesas="3")
    for wrong in ("99", "-1", "tres", ""):
        assert "Escriba un número de 0 a 9" in post(desk, stage, "hours_frozen", mesas=wrong)

    stage.championship.refresh_from_db()
    assert stage.championship.frozen_mesas == 3


def test_a_round_gets_its_hour_and_loses_it(desk: Client, stage: Stage) -> None:
    assert "Se guardó la hora prevista" in post(desk, stage, "hours_round", stage=1, round=2, hour="23:55")
    assert 'value="23:55"' in shown(desk, stage)

    assert "Nada cambió" in post(desk, stage, "hours_round", stage=1, round=2, hour="tarde")
    assert "Esa ronda no está en la etapa" in post(desk, stage, "hours_round", stage=1, round=9, hour="10:00")
    assert desk.post(url("hours_round", stage.championship), {"stage": 9, "round": 1}).status_code == 404

    post(desk, stage, "hours_round", stage=1, round=2, hour="")
    stage.refresh_from_db()
    assert stage.planned_hours == {}


def test_it_asks_as_little_with_many_mesas_as_with_few(sits_at: Sits) -> None:
    counts = []
    for parejas in (4, 16):
        stage = published_stage(parejas, tables=2, jueces=2)
        client = sits_at(stage.championship, Role.Kind.CONTROL)
        with CaptureQueriesContext(connection) as queries:
            shown(client, stage)
        counts.append(len(queries))

    assert counts[0] == counts[1]
