"""The convocatoria at the desk: one obvious next step, and a W.O. whose act opens by itself."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from brackets.models import CallUp, Championship, Fixture, Role, Stage
from brackets.services.callups import callup_present
from brackets.services.fixtures import fixture_assign, fixture_call
from brackets.services.players import player_substitute
from brackets.services.presence import pareja_check_in
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8, tables=4, jueces=2)


@pytest.fixture
def championship(stage: Stage) -> Championship:
    return stage.championship


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship, Role.Kind.CONTROL)


def called(stage: Stage, number: int = 1, *, minutes: int = 0) -> Fixture:
    who = {"user": director_of(stage.championship), "now": timezone.now() - timedelta(minutes=minutes)}
    fixture, table = stage.fixtures.get(number=number), stage.championship.tables.get(number=number)
    return fixture_call(fixture=fixture_assign(fixture=fixture, table=table, juez=None, **who), **who)


def post(desk: Client, view: str, fixture: Fixture, **sent: object) -> str:
    answer = desk.post(url(view, fixture.stage.championship, fixture.pk), sent, follow=True)
    return str(answer.content.decode())


def test_the_row_of_the_desk_has_the_next_call_and_makes_it(
    desk: Client, stage: Stage, championship: Championship
) -> None:
    fixture = called(stage, minutes=2)

    before = desk.get(url("fixtures", championship)).content.decode()
    after = post(desk, "fixture_callup", fixture, hacer="llamada-2", desde="ahora")

    assert "Segunda llamada" in before
    assert "W.O. desde" in before
    assert "2.ª llamada" in after
    assert CallUp.objects.filter(number=2).count() == 1


def test_the_row_of_the_desk_says_whose_arrival_its_button_notes(
    desk: Client, stage: Stage, championship: Championship
) -> None:
    fixture = called(stage)
    post(desk, "fixture_callup", fixture, hacer="presentes-AB")

    page = desk.get(url("fixtures", championship)).content.decode()

    assert 'value="identificada-A"' in page
    assert f'name="rivales" value="{fixture.pareja_a.number}-{fixture.pareja_b.number}"' in page


def test_a_double_tap_is_told_and_changes_nothing(desk: Client, stage: Stage) -> None:
    fixture = called(stage)

    assert "hace menos de un minuto" in post(desk, "fixture_callup", fixture, hacer="llamada-2")
    assert "ya estaba anotado" in post(desk, "fixture_callup", fixture, hacer="presente-A") + post(
        desk, "fixture_callup", fixture, hacer="presente-A"
    )
    assert "No se entendió" in post(desk, "fixture_callup", fixture, hacer="cualquier-cosa")


def test_the_last_step_is_undone_on_the_page(desk: Client, stage: Stage) -> None:
    fixture = called(stage)
    post(desk, "fixture_callup", fixture, hacer="presente-A-1")
    last = CallUp.objects.latest("pk")

    page = post(desk, "fixture_callup_undo", fixture, evento=last.pk)

    assert "se deshizo lo último" in page
    assert "(anulado)" in page


def test_a_walkover_opens_its_act_once(desk: Client, stage: Stage, championship: Championship) -> None:
    fixture = called(stage, minutes=30)
    post(desk, "fixture_callup", fixture, hacer="presente-A")

    asked = post(desk, "fixture_walkover", fixture, ausente="B")
    assert not CallUp.objects.filter(kind="ausencia")
    page = post(desk, "fixture_walkover", fixture, ausente="B", confirmar="si")
    again = desk.get(url("fixture", championship, fixture.pk)).content.decode()
    act = f"/c/{championship.slug}/panel/partidas/{fixture.pk}/acta-wo.pdf"

    assert f'http-equiv="refresh" content="1; url={act}"' in page
    assert "Declarar el W.O." in asked
    assert 'http-equiv="refresh"' not in again
    assert act in again
    assert "Acta de W.O." in desk.get(f"/c/{championship.slug}/panel/imprimir/").content.decode()
    pdf = desk.get(act)
    assert pdf["Content-Type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF")


def test_without_a_walkover_there_is_no_act(desk: Client, stage: Stage, championship: Championship) -> None:
    fixture = called(stage)

    assert desk.get(f"/c/{championship.slug}/panel/partidas/{fixture.pk}/acta-wo.pdf").status_code == 404


@pytest.mark.parametrize(("how", "winner"), [("walkover", "A"), ("double-no-show", "")])
def test_an_absence_recorded_without_a_convocatoria_has_its_act_too(
    desk: Client, stage: Stage, championship: Championship, how: str, winner: str
) -> None:
    fixture = stage.fixtures.get(number=3)
    sent = {"how": how, "winner": winner, "reason": "Avisaron que no vienen", "confirmar": "si"}
    act = f"/c/{championship.slug}/panel/partidas/{fixture.pk}/acta-wo.pdf"

    page = desk.post(url("fixture", championship, fixture.pk), sent, follow=True).content.decode()

    assert page.count(act) == 1
    assert desk.get(act).content.startswith(b"%PDF")
    assert "Acta de W.O." in desk.get(f"/c/{championship.slug}/panel/imprimir/").content.decode()


def test_the_form_of_results_keeps_to_the_hour_too(desk: Client, stage: Stage, championship: Championship) -> None:
    fixture = called(stage)

    answer = desk.post(url("fixture", championship, fixture.pk), {"how": "walkover", "winner": "A", "reason": ""})

    assert answer.status_code == 422
    assert "es posible desde las" in answer.content.decode()


def test_who_came_without_the_partner_is_told_the_rule(desk: Client, stage: Stage) -> None:
    fixture = called(stage)

    page = post(desk, "fixture_callup", fixture, hacer="presente-B-2")

    assert "nueva inscripción y otro compañero" in page


def test_the_desk_asks_no_more_for_more_that_are_called(desk: Client, stage: Stage, championship: Championship) -> None:

    counts = []
    for number in (1, 2, 3):
        fixture = called(stage, number)
        callup_present(fixture=fixture, side="A", position=None, user=director_of(championship), now=timezone.now())
        with CaptureQueriesContext(connection) as queries:
            desk.get(url("fixtures", championship))
        counts.append(len(queries))

    assert counts[0] == counts[2]


def test_who_checked_in_today_is_offered_as_arrived_and_nothing_is_noted_by_itself(
    desk: Client, stage: Stage, championship: Championship
) -> None:
    fixture = called(stage, minutes=2)
    who = {"user": director_of(championship), "now": timezone.now()}
    pareja_check_in(pareja=fixture.pareja_a, **who)
    number = fixture.pareja_a.number
    one = desk.get(url("fixtures", championship)).content.decode()
    assert f"Ya consta en el salón {number}: anotar su llegada" in one
    assert not CallUp.objects.filter(kind=CallUp.Kind.PRESENT).exists()

    pareja_check_in(pareja=fixture.pareja_b, **who)
    both = f"Ya constan en el salón {number} y {fixture.pareja_b.number}: anotar su llegada"
    page = desk.get(url("fixture", championship, fixture.pk)).content.decode()
    assert both in page
    assert "Segunda llamada" in page
    assert both in desk.get(f"/c/{championship.slug}/panel/control/").content.decode()

    after = post(desk, "fixture_callup", fixture, hacer="presentes-AB")

    assert CallUp.objects.filter(kind=CallUp.Kind.PRESENT).count() == 2
    assert "anotar su llegada" not in after
    assert f"llegó completa la {number}; llegó completa la {fixture.pareja_b.number}." in after
    assert "Identificada la" in after
    assert "ya estaba anotado" in post(desk, "fixture_callup", fixture, hacer="presentes-AB")
    assert "Diga de cuál" in post(desk, "fixture_callup", fixture, hacer="presentes-")


def test_once_a_walkover_may_be_declared_that_comes_before_who_checked_in(desk: Client, stage: Stage) -> None:
    fixture = called(stage, minutes=40)
    pareja_check_in(pareja=fixture.pareja_a, user=director_of(stage.championship), now=timezone.now())

    page = desk.get(url("fixtures", stage.championship)).content.decode()

    assert "Decidir el W.O." in page
    assert "anotar su llegada" not in page


def test_who_arrived_alone_is_named_though_another_plays_in_that_place_since(
    desk: Client, stage: Stage, championship: Championship
) -> None:
    fixture = called(stage, minutes=5)
    who = {"user": director_of(championship), "now": timezone.now() - timedelta(minutes=3)}
    first = fixture.pareja_a.players.get(position=1).name
    callup_present(fixture=fixture, side="A", position=1, **who)
    player_substitute(
        pareja=fixture.pareja_a, position=1, name="Sara Suplente", cedula="", reason="Se enfermó", on_purpose=True,
        user=who["user"], now=timezone.now(),
    )  # fmt: skip

    page = desk.get(url("fixture", championship, fixture.pk)).content.decode()

    assert f"Llegó solo {first}" in page
    assert f"Llegó {first}, de la {fixture.pareja_a.number}" in page
    assert "Llegó solo Sara" not in page
    assert "Llegó Sara" not in page
