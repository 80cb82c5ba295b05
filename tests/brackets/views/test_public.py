import re
from datetime import timedelta
from itertools import product
from time import sleep

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Pareja, Stage
from brackets.selectors.wording import said
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_record, fixture_start
from cuarenta_torneo.english import in_english
from tests.brackets.services.carried import KNOCK_OUT
from tests.brackets.services.test_formats import Night
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    TableFactory,
    director_of,
    drawn_stage,
    invented_cedula,
    personal_set,
    published_stage,
)

pytestmark = pytest.mark.django_db


def win(stage: Stage, number: int, winner: str = "A") -> Fixture:
    recorded = fixture_record(
        fixture=stage.fixtures.get(number=number), how="played", winner=winner, chicas=[[40, 22], [40, 8]],
        zapateria=False, user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip
    return recorded.fixture


def call(stage: Stage, number: int) -> Fixture:
    director = director_of(stage.championship)
    table = TableFactory(championship=stage.championship, number=number)
    fixture = fixture_assign(fixture=stage.fixtures.get(number=number), table=table, juez=None, user=director, now=NOW)
    return fixture_call(fixture=fixture, user=director, now=NOW)


def numbers(client: Client, championship: Championship, part: str) -> list[int]:
    return [card.fixture.number for card in client.get(url("championship", championship)).context[part]]


def on_the_floor(client: Client, championship: Championship, part: str) -> list[int]:
    """Those on the cards that are followed live, of the list that begins with this state."""
    shown = client.get(url("championship", championship)).text.split(f'data-floor="{part}')[1].split("</section>")[0]
    return [int(number) for number in re.findall(r'data-fill="number">(\d+)<', shown)]


def test_its_parts_are_those_of_the_page_and_the_same_to_everybody_for_two_seconds(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    stage = published_stage(8)
    address = url("championship", stage.championship)
    with time_machine.travel(NOW, tick=False) as clock:
        whole = client.get(address).text
        first = client.get(address, {"solo": "partes"}).text
        win(stage, 4)
        with django_assert_max_num_queries(2):
            assert client.get(address, {"solo": "partes"}).text == first
        clock.shift(2.1)
        if settings.REDIS_URL:
            sleep(2.1)  # whose clock is its own
        then = client.get(address, {"solo": "partes"}).text

    parts = [each.split("data-renewed>") for each in (whole, first, then)]
    assert len({len(each) for each in parts}) == 1
    assert "<main" not in first
    assert 'id="proximas"' in first
    assert 'id="resultados"' not in first
    assert 'id="resultados"' in then
    assert "Partida 4" in then
    other = client.get(address, {"solo": "partes", "etapa": "1", "parte": "2"})
    assert 'id="resultados"' in other.text


def test_the_parts_of_one_whose_draw_is_not_published_are_as_many_and_say_so(client: Client) -> None:
    hidden, shown = drawn_stage(4).championship, published_stage(4).championship
    there = [client.get(url("championship", each), {"solo": "partes", "etapa": "²"}).text for each in (hidden, shown)]

    assert "El sorteo todavía no está publicado" in there[0]
    assert [each.count("data-renewed") for each in there] == [6, 6]


def test_before_the_draw_it_says_what_there_will_be(client: Client) -> None:
    championship = drawn_stage(4).championship

    page = client.get(url("championship", championship)).content.decode()

    assert "El sorteo todavía no está publicado" in page
    assert "Partida 1" not in page


def test_it_shows_who_is_called_who_plays_and_what_comes_next(client: Client) -> None:
    stage = published_stage(8)
    call(stage, 2)
    fixture_start(fixture=call(stage, 3), now=NOW)
    win(stage, 4)

    shown = {part: numbers(client, stage.championship, part) for part in ("ready", "results")}
    floor = {part: on_the_floor(client, stage.championship, part) for part in ("called", "live")}

    assert shown == {"ready": [1], "results": [4]}
    assert floor == {"called": [2], "live": [3]}


def test_of_many_to_come_only_the_next_are_listed(client: Client) -> None:
    stage = published_stage(32)

    answer = client.get(url("championship", stage.championship))

    assert len(answer.context["ready"]) == 12
    assert "Y 4 más" in answer.content.decode()


def test_the_champion_is_named_once_the_final_is_decided(client: Client) -> None:
    stage = published_stage(2)
    before = client.get(url("championship", stage.championship)).context["champion"]

    final = win(stage, 1)

    page = client.get(url("championship", stage.championship))
    assert before is None
    assert page.context["champion"] == final.winner
    assert "Pareja campeona" in page.content.decode()


def test_scores_and_the_winner_are_told_in_words_too(client: Client) -> None:
    stage = published_stage(2)
    win(stage, 1)

    page = client.get(url("championship", stage.championship)).content.decode()

    assert "(gana)" in page
    assert '<span class="won">40</span>' in page


def test_no_page_shows_a_cedula(client: Client) -> None:
    cedula = invented_cedula(9)
    stage = published_stage(2, player_1__cedula="")
    player = stage.fixtures.get().pareja_a.players.first()
    personal_set([player], cedula=cedula)

    pages = [client.get(url(name, stage.championship)).content.decode() for name in ("championship", "parejas_public")]

    assert not any(cedula in page for page in pages)


def test_where_each_pareja_stands(client: Client) -> None:
    stage = published_stage(3)
    first = win(stage, 1)
    beaten = first.pareja_b

    standing = client.get(url("parejas_public", stage.championship)).context["standing"]
    words = {stand.pareja.pk: (stand.words, stand.card.fixture.number) for stand in standing}

    assert words[first.winner_id] == ("Sigue en juego", 2)
    assert words[beaten.pk] == ("Eliminada", 1)
    assert sorted(words.values()) == [("Eliminada", 1), ("Sigue en juego", 2), ("Sigue en juego", 2)]


def test_the_champion_stands_as_such(client: Client) -> None:
    stage = published_stage(2)
    winner = win(stage, 1).winner

    standing = client.get(url("parejas_public", stage.championship), {"buscar": winner.number}).context["standing"]

    assert [stand.words for stand in standing] == ["Campeona"]


def test_a_withdrawn_pareja_is_not_listed(client: Client) -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship, status="withdrawn", name="Los Idos")

    assert "Los Idos" not in client.get(url("parejas_public", championship)).content.decode()


@pytest.mark.parametrize(("expelled", "told"), [(False, "Retirada"), (True, "Expulsada")])
def test_who_played_and_left_is_listed_and_found(client: Client, *, expelled: bool, told: str) -> None:
    stage = published_stage(4)
    leaver = win(stage, 1).winner
    user = director_of(stage.championship)
    pareja_leave(pareja=leaver, user=user, now=NOW + timedelta(hours=1), reason="Se fue", expelled=expelled)

    answer = client.get(url("parejas_public", stage.championship), {"buscar": leaver.players.all()[0].name})

    assert [(stand.pareja, stand.words) for stand in answer.context["standing"]] == [
        (leaver, f"{told} tras ganar la partida 1")
    ]
    assert f"{told} tras ganar la partida 1</a>" in answer.content.decode()


@pytest.mark.parametrize(("side", "told"), [("A", "ganar"), ("B", "perder")])
def test_of_who_left_it_is_told_after_what(client: Client, side: str, told: str) -> None:
    stage = published_stage(4)
    leaver = win(stage, 1, side).pareja_a
    pareja_leave(
        pareja=leaver, user=director_of(stage.championship), now=NOW, reason="Se fue", expelled=False, played=False
    )

    (stand,) = client.get(url("parejas_public", stage.championship), {"buscar": leaver.number}).context["standing"]

    assert stand.words == f"Retirada tras {told} la partida 1"


@pytest.mark.parametrize("players", [1, 2])
def test_of_everybody_who_left_it_is_told_in_english_too(client: Client, players: int) -> None:
    night = Night(16, KNOCK_OUT, players=players)
    fixtures = list(night.publish().fixtures.filter(round=1).select_related("pareja_a").order_by("number"))
    endings = [{}, {"winner": "A"}, {"winner": "B"}, {"how": "double-no-show", "winner": None, "chicas": []}]
    for fixture, (expelled, ending) in zip(fixtures, product((False, True), endings), strict=True):
        if ending:
            night.record(fixture, **ending)
        pareja_leave(
            pareja=fixture.pareja_a, user=night.director, now=NOW, reason="Se fue", expelled=expelled, played=False
        )

    page = client.get(url("parejas_public", night.championship), {"idioma": "en"}, follow=True).text

    for status in ("Withdrew", "Expelled"):
        for after in ("winning match", "losing match", "match"):
            assert re.search(rf">{status} after {after} \d+<", page), (status, after)
    assert not re.search(r"Retirad[ao]|Expulsad[ao]", page)


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(("status", "told"), [("withdrawn", "Withdrawn"), ("expelled", "Expelled")])
def test_so_it_is_of_who_left_and_had_no_result(status: str, told: str, players: int) -> None:
    assert in_english(said(players, Pareja.Status(status).label)) == told


def test_a_champion_who_goes_home_is_told_as_champion_and_as_withdrawn(client: Client) -> None:
    stage = published_stage(2)
    winner = win(stage, 1).winner
    pareja_leave(pareja=winner, user=director_of(stage.championship), now=NOW, reason="Se fue")

    standing = client.get(url("parejas_public", stage.championship)).context["standing"]

    told = {stand.pareja.pk: (stand.words, stand.left) for stand in standing}
    assert told.pop(winner.pk) == ("Campeona", "Retirada")
    assert list(told.values()) == [("2.º puesto", "")]


def test_the_longest_names_stand_in_it_whole(client: Client) -> None:
    name = "María Inmaculada de las Mercedes Chiluiza-Barragán Villavice"
    stage = published_stage(2, player_1__name=name)

    assert len(name) == 60
    assert name in client.get(url("championship", stage.championship)).content.decode()


@pytest.mark.parametrize("parejas", [10, 150])
def test_its_queries_do_not_grow(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, parejas: int
) -> None:
    championship = published_stage(parejas).championship

    for name, queries in (("championship", 13), ("parejas_public", 6)):
        cache.clear()
        with django_assert_num_queries(queries):
            client.get(url(name, championship))


def test_a_director_finds_the_way_to_his_panel(sits_at: Sits, client: Client) -> None:
    championship = published_stage(2).championship
    panel = url("panel", championship)

    assert panel not in client.get(url("championship", championship)).content.decode()
    assert panel in sits_at(championship).get(url("championship", championship)).content.decode()
