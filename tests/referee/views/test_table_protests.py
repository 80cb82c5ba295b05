"""Protests at the table: all of them, with table, juez, outcome and hour, whatever became of them."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Role
from tests.factories.brackets import RoleFactory, published_stage
from tests.factories.referee import SORTEO, Keeper, keepers, kept_mesa

pytestmark = pytest.mark.django_db
QUERIES = 12


def page_of(championship: Championship, asked: str = "") -> str:
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    answer = client.get(reverse("referee:table_protests", args=[championship.slug]) + asked)
    assert answer.status_code == 200
    page = answer.content.decode()
    return page.split("<tbody>")[1].split("</tbody>")[0] if "<tbody>" in page else ""


@pytest.fixture
def kept() -> Keeper:
    return kept_mesa(
        SORTEO, "caida A2", "juego-y-veo B2 procede 2", "juego-y-veo A no-procede", "mal-pedido B", "mal-reparto"
    )


def test_each_is_told_with_its_table_juez_outcome_and_jugada(kept: Keeper) -> None:
    page = page_of(kept.championship)
    assert page.count("<tr>") == 4
    assert "jugada 2: Caída" in page
    assert f"{kept.fixture.pk}/#jugada-3" in page
    assert page.count(str(kept.juez)) == 4
    assert "No procede" in page
    assert "Mesa 1" in page
    dealer = kept.players("A")[0]
    assert f"Mal reparto de A1 {dealer}" in page


def test_an_annulled_one_stays_and_says_so(kept: Keeper) -> None:
    kept.record('anula 5 "no era"')
    page = page_of(kept.championship)
    assert page.count("<tr>") == 4
    assert "por la jugada 7" in page
    assert page_of(kept.championship, "?resultado=anulada").count("<tr>") == 1


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("?clase=juego-y-veo", 2),
        ("?clase=mal-reparto", 1),
        ("?resultado=no-procede", 1),
        ("?resultado=procede", 3),
        ("?resultado=anulada", 0),
        ("?mesa=1", 4),
        ("?mesa=2", 0),
        ("?juez=0", 0),
        ("?clase=otra&mesa=x", 4),
    ],
)
def test_one_sees_those_that_one_asks_for(kept: Keeper, asked: str, rows: int) -> None:
    assert page_of(kept.championship, asked).count("<tr>") == rows


def test_who_left_or_was_sent_away_is_no_protest() -> None:
    kept = kept_mesa(SORTEO, 'abandono A "se fueron"')
    assert page_of(kept.championship) == ""


def test_nothing_of_another_championship(kept: Keeper) -> None:
    other = kept_mesa(SORTEO)
    assert page_of(other.championship) == ""
    assert page_of(kept.championship)


@pytest.mark.parametrize("mesas", [1, 3, 8])
def test_the_queries_do_not_grow_with_the_mesas(mesas: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    championship = published_stage(16).championship
    for each in keepers(list(Fixture.objects.filter(status=Fixture.Status.READY).select_related("stage")[:mesas])):
        each.open()
        each.record(SORTEO, "mal-pedido A", "mal-reparto")
    client = Client()
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.CONTROL).user)
    with django_assert_num_queries(QUERIES):
        client.get(reverse("referee:table_protests", args=[championship.slug]))
