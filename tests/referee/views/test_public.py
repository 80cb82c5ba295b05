"""What anyone may follow that needs the log: parejas and zapateros."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.models import Fixture, Player
from tests.factories.brackets import NOW, ChampionshipFactory, invented_cedula, personal_set, published_stage
from tests.referee.views.public_pages import sealed, url

pytestmark = pytest.mark.django_db


def test_many_zapateros_come_in_pages(client: Client) -> None:
    stage = published_stage(256)
    ready = list(Fixture.objects.filter(stage=stage, round=1, status="ready").select_related("pareja_a"))
    for fixture in ready:
        fixture.status, fixture.how, fixture.winner_id = "final", "played", fixture.pareja_a_id
        fixture.chicas, fixture.zapaterias, fixture.decided_at = [[40, 4]], ["A"], NOW
        fixture.by_zapateria = True
    Fixture.objects.bulk_update(
        ready, ["status", "how", "winner", "chicas", "by_zapateria", "zapaterias", "decided_at"]
    )

    pages = [client.get(url("zapateros", stage.championship) + f"?parte={number}").context for number in (1, 2, 3)]

    assert [sum(len(found) for _, found in page["days"]) for page in pages] == [60, 60, 8]
    assert {page["count"] for page in pages} == {128}


def test_zapateros_are_told_with_hour_rival_and_score(client: Client) -> None:
    kept = sealed()

    context = client.get(url("zapateros", kept.championship)).context

    assert context["great"].loser.pk == kept.fixture.pareja_b_id
    assert context["great"].points == (40, 2)
    assert [(pareja.pk, times) for pareja, times in context["makers"]] == [(kept.fixture.pareja_a_id, 1)]


def test_a_parejas_page_has_its_results_with_their_jugadas_and_nothing_private(client: Client) -> None:
    kept = sealed()
    cedula = invented_cedula(7)
    personal_set(Player.objects.filter(pareja=kept.fixture.pareja_a, position=1), cedula=cedula, phone="0991234567")
    pareja = kept.fixture.pareja_a

    page = client.get(url("pareja", kept.championship, pareja.number)).content.decode()

    assert url("partida", kept.championship, kept.fixture.pk) in page
    assert pareja.title in page
    assert not any(secret in page for secret in (cedula, "0991234567", "/p/"))
    assert client.get(url("pareja", kept.championship, 999)).status_code == 404


def test_of_single_players_no_page_speaks_of_parejas(client: Client) -> None:
    championship = published_stage(4, championship=ChampionshipFactory(players_per_pareja=1)).championship
    pages = [url("pareja", championship, 1), url("statistics", championship), url("zapateros", championship)]
    pages += [reverse(f"brackets:{name}", args=[championship.slug]) for name in ("schedule", "results", "palmares")]

    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        told = re.sub(r"<[^>]+>|http\S+", "", answer.content.decode())
        assert "areja" not in told, page


@pytest.mark.parametrize("parejas", [10, 80])
def test_queries_are_the_same_for_ten_and_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, parejas: int
) -> None:
    stage = published_stage(parejas)
    ready = list(Fixture.objects.filter(stage=stage, round=1, status="ready").select_related("pareja_a"))
    for fixture in ready:
        fixture.status, fixture.how, fixture.winner_id = "final", "played", fixture.pareja_a_id
        fixture.chicas, fixture.zapaterias, fixture.decided_at = [[40, 4]], ["A"], NOW
        fixture.by_zapateria = True
    Fixture.objects.bulk_update(
        ready, ["status", "how", "winner", "chicas", "by_zapateria", "zapaterias", "decided_at"]
    )
    args = {"pareja": [ready[0].pareja_a.number], "statistics_plot": ["parejas"]}

    for name, days, queries in (
        ("statistics", 9, 8),
        ("zapateros", 9, 6),
        ("pareja", 9, 16),
        ("pareja", 0, 20),  # its mesas of today besides
        ("picture", 9, 5),
        ("statistics_plot", 9, 6),
    ):
        cache.clear()
        with time_machine.travel(NOW + timedelta(days=days), tick=False), django_assert_num_queries(queries):
            assert client.get(url(name, stage.championship, *args.get(name, []))).status_code == 200
