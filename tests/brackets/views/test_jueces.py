"""The jueces and the tables of the hall, and giving to another what somebody had."""

import pytest
import time_machine
from django.test import Client

from brackets.models import AuditEntry, JuezProfile, Stage
from brackets.services.fixtures import fixture_call, fixture_start, fixtures_assign_auto
from tests.brackets.services.test_drafts import belongs
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import NOW, RoleFactory, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(4, tables=2, jueces=3)


@pytest.fixture
def desk(sits_at: Sits, stage: Stage) -> Client:
    return sits_at(stage.championship, "control")


def test_what_a_juez_belongs_to_and_his_hours_are_kept(desk: Client, stage: Stage) -> None:
    juez = stage.championship.roles.filter(kind="juez").first().user
    sent = {
        "club": "Sol",
        "family": "Ñauta",
        "available_from": "2026-11-28T18:30",
        "available_until": "2026-11-28T23:00",
    }

    desk.post(url("juez", stage.championship, juez.pk), sent)

    profile = JuezProfile.objects.get(user=juez)
    assert (profile.club, profile.family) == ("Sol", "Ñauta")
    assert 'value="2026-11-28T18:30"' in desk.get(url("juez", stage.championship, juez.pk)).content.decode()
    refused = desk.post(url("juez", stage.championship, juez.pk), sent | {"available_until": "2026-11-28T18:00"})
    assert refused.status_code == 422
    assert refused.context["form"].errors["available_until"]


def test_letters_of_his_club_that_no_paper_prints_are_asked_about(desk: Client, stage: Stage) -> None:
    juez = stage.championship.roles.filter(kind="juez").first().user
    address, sent = url("juez", stage.championship, juez.pk), {"club": "Sol 李"}

    asked = desk.post(address, sent)
    assert asked.status_code == 422
    assert "«李» (U+674E)" in asked.context["form"].errors["club"][0]
    assert 'name="told"' in asked.content.decode()
    assert desk.post(address, sent | {"told": asked.context["form"].seal}).status_code == 302
    assert JuezProfile.objects.get(user=juez).club == "Sol 李"


def test_who_goes_in_the_middle_of_a_mesa_leaves_it_to_whoever_breaks_least(desk: Client, stage: Stage) -> None:
    championship, director = stage.championship, director_of(stage.championship)
    fixtures_assign_auto(championship=championship, user=director, now=NOW)
    fixture = stage.fixtures.get(number=1)
    fixture_call(fixture=fixture, user=director, now=NOW)
    fixture_start(fixture=fixture, now=NOW)
    fixture.refresh_from_db()
    gone = fixture.juez
    spare = championship.roles.get(kind="juez", user__fixtures__isnull=True).user
    tied = RoleFactory(championship=championship).user
    belongs(stage, tied, "Sol")
    fixture.pareja_a.club = "Sol"
    fixture.pareja_a.save()

    page = desk.post(url("juez_presence", championship, gone.pk), {"a": "fuera"}, follow=True)
    assert "Désela a otro" in page.content.decode()
    [(_, able)] = page.context["takeovers"]
    assert [one.user for one in able] == [spare]

    desk.post(url("juez_takeover", championship, gone.pk), {"partida": fixture.pk, "juez": spare.pk})
    fixture.refresh_from_db()
    assert (fixture.juez, fixture.status) == (spare, "in-play")
    assert "Dar a otro" not in desk.get(url("jueces", championship)).content.decode()


@pytest.mark.parametrize("body", [{}, {"partida": "x", "juez": "1"}])
def test_a_takeover_of_nothing_is_told(desk: Client, stage: Stage, body: dict) -> None:
    juez = stage.championship.roles.filter(kind="juez").first().user

    assert (
        "Elija quién"
        in desk.post(url("juez_takeover", stage.championship, juez.pk), body, follow=True).content.decode()
    )


def test_a_pause_is_one_touch_and_so_is_its_end(desk: Client, stage: Stage) -> None:
    juez = stage.championship.roles.filter(kind="juez").first().user

    assert (
        "En pausa desde"
        in desk.post(url("juez_presence", stage.championship, juez.pk), {"a": "pausa"}, follow=True).content.decode()
    )
    assert (
        "En pausa desde"
        not in desk.post(url("juez_presence", stage.championship, juez.pk), {"a": "aqui"}, follow=True).content.decode()
    )
    assert (
        "Diga si está" in desk.post(url("juez_presence", stage.championship, juez.pk), {}, follow=True).content.decode()
    )


def test_a_table_is_paused_and_has_hours(desk: Client, stage: Stage) -> None:
    assert (
        "En pausa desde"
        in desk.post(url("table_paused", stage.championship, 1), {"a": "pausa"}, follow=True).content.decode()
    )
    assert (
        "En pausa desde"
        not in desk.post(url("table_paused", stage.championship, 1), {"a": "uso"}, follow=True).content.decode()
    )

    desk.post(url("table_hours", stage.championship, 2), {"available_until": "2020-01-01T10:00"})
    assert "Hasta las 10:00" in desk.get(url("tables", stage.championship)).content.decode()


@pytest.mark.parametrize(
    ("now", "until", "told"),
    [
        ("2026-11-28 14:00", "14:30", "en pausa hasta el sábado 28, a las 14:30"),
        ("2026-11-28 20:00", "09:00", "en pausa hasta el domingo 29, a las 09:00"),
        ("2026-11-28 23:55", "00:15", "en pausa hasta el sábado 28, a las 00:15"),
        ("2026-11-29 00:05", "23:50", "en pausa hasta el domingo 29, a las 23:50"),
        ("2026-11-29 02:00", "19:00", "en pausa hasta el domingo 29, a las 19:00"),
    ],
)
def test_pause_lasts_until_the_coming_hour(desk: Client, stage: Stage, now: str, until: str, told: str) -> None:
    with time_machine.travel(f"{now}-05:00", tick=False):
        answer = desk.post(url("table_paused", stage.championship, 1), {"a": "pausa", "until": until}, follow=True)

    page = answer.content.decode()
    assert f"La Mesa 1 está {told}." in page
    assert f"En pausa hasta las {until}" in page
    assert f"Puso la Mesa 1 {told}." in AuditEntry.objects.values_list("sentence", flat=True)


def test_pause_without_an_hour_that_can_be_read_is_refused(desk: Client, stage: Stage) -> None:
    answer = desk.post(url("table_paused", stage.championship, 1), {"a": "pausa", "until": "tarde"}, follow=True)

    assert "no cambió: escriba la hora" in answer.content.decode()
    assert stage.championship.tables.get(number=1).paused_since is None


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("page", ["jueces", "tables", "neutrality"])
def test_their_queries_do_not_grow(
    desk: Client, stage: Stage, page: str, count: int, django_assert_max_num_queries
) -> None:
    RoleFactory.create_batch(count, championship=stage.championship)
    TableFactory.create_batch(count, championship=stage.championship)
    fixtures_assign_auto(championship=stage.championship, user=director_of(stage.championship), now=NOW)

    with django_assert_max_num_queries(14):
        desk.get(url(page, stage.championship))
