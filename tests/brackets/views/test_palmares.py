"""What outlives a championship: its podium, its editions, its address. And its jueces, where they are public."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, PodiumPlace
from brackets.services.championships import championship_close, championship_update
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_record
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, UserFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


def ended(name: str = "Copa Unión", edition: int = 1, *, close: bool = True) -> Championship:
    """Won by whoever sits on side A of the final."""
    stage = published_stage(4, championship=ChampionshipFactory(name=name, edition=edition))
    director = director_of(stage.championship)
    for number in (1, 2, 3):
        fixture_record(
            fixture=stage.fixtures.get(number=number), how="played", winner="A", chicas=[[40, 22], [16, 40], [40, 38]],
            zapateria=False, user=director, now=NOW, reason="",
        )  # fmt: skip
    return championship_close(championship=stage.championship, user=director, now=NOW) if close else stage.championship


def test_closing_writes_the_podium_down() -> None:
    championship = ended()

    final = championship.stages.get().fixtures.get(number=3)
    places = [(each.place, each.pareja_id, each.fixture_id) for each in championship.podium.all()]
    assert places[:2] == [(1, final.winner_id, final.pk), (2, final.pareja_b_id, None)]
    assert [place for place, _, _ in places[2:]] == [3, 3]  # nobody played for it


def test_a_final_that_a_departure_decided_says_who_left(client: Client) -> None:
    stage = published_stage(4)
    director = director_of(stage.championship)
    for number in (1, 2):
        fixture_record(
            fixture=stage.fixtures.get(number=number), how="played", winner="A", chicas=[[40, 22], [40, 16]],
            zapateria=False, user=director, now=NOW, reason="",
        )  # fmt: skip
    gone = stage.fixtures.get(number=3).pareja_b
    pareja_leave(pareja=gone, reason="Viaje", user=director, now=NOW)
    championship_close(championship=stage.championship, user=director, now=NOW)

    page = client.get(url("palmares", stage.championship)).content.decode()

    assert f"Nadie: salió el {gone.number}" in page
    assert "—" not in page.partition("Final:")[2].partition("</p>")[0]


def test_closing_again_writes_nothing_twice() -> None:
    championship = ended()

    championship_close(championship=championship, user=director_of(championship), now=NOW)

    assert PodiumPlace.objects.count() == 4


def test_the_editions_of_one_name_stand_together_however_it_is_spelled(client: Client) -> None:
    first, second = ended("Copa Unión", 1), ended("COPA  UNION", 2)
    ended("Otra Copa", 3)

    page = client.get(url("palmares", first))

    assert {each.championship for each in page.context["editions"]} == {first, second}
    assert "40, 16, 40" in page.content.decode()  # the final, chica by chica


def test_what_is_won_but_not_closed_is_told_too(client: Client) -> None:
    championship = ended(close=False)

    edition = client.get(url("palmares", championship)).context["editions"][0]

    assert edition.places[0][0] == 1
    assert edition.final is not None


def test_a_championship_that_ended_keeps_all_its_pages_under_its_address(client: Client) -> None:
    championship = ended()
    slug = championship.slug
    again = ChampionshipFactory.build(name=championship.name)

    for name in ("championship", "schedule", "results", "standings", "parejas_public", "palmares", "draw_public"):
        assert client.get(url(name, championship)).status_code == 200, name
    assert again.slug != slug
    assert "Terminado" in client.get(url("championship", championship)).content.decode()


def test_an_address_never_changes_nor_is_given_twice() -> None:
    championship = ChampionshipFactory(name="Copa Sol", slug="copa-sol")

    changed = championship_update(championship=championship, user=director_of(championship), now=NOW, name="Copa Luna")

    assert changed.slug == "copa-sol"
    with pytest.raises(TypeError):
        championship_update(championship=championship, user=director_of(championship), now=NOW, slug="otra")


def test_the_front_door_lists_what_is_open_and_then_what_ended_with_its_champion(client: Client) -> None:
    over = ended()
    open_one = ChampionshipFactory(name="Copa Abierta")

    page = client.get("/")

    html = page.content.decode()
    assert page.context["championships"] == [open_one]
    assert page.context["ended"] == [over]
    assert html.index("Copa Abierta") < html.index("Terminados")
    assert over.podium.get(place=1).pareja.title in html


@pytest.mark.parametrize("count", [1, 3])
def test_the_queries_of_the_front_door_do_not_grow_with_what_ended(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        ended(f"Copa {number}")

    with django_assert_num_queries(3):
        client.get("/")


def test_the_queries_of_the_palmares_do_not_grow_with_the_editions(client: Client) -> None:
    first = ended("Copa Unión", 1)
    with CaptureQueriesContext(connection) as of_one:
        client.get(url("palmares", first))
    ended("Copa Unión", 2)
    ended("Copa Unión", 3)

    with CaptureQueriesContext(connection) as of_three:
        page = client.get(url("palmares", first))

    assert [each.final is not None for each in page.context["editions"]] == [True] * 3
    assert len(of_three) == len(of_one)


def test_the_names_of_jueces_are_read_only_where_the_organiser_lets_them(client: Client) -> None:
    championship = ChampionshipFactory()
    juez = RoleFactory(championship=championship, user=UserFactory(username="jz", display_name="Zoila Juez")).user

    before = client.get(url("jueces_public", championship))
    championship_update(championship=championship, user=director_of(championship), now=NOW, jueces_public=True)
    after = client.get(url("jueces_public", championship)).content.decode()

    assert before.status_code == 404
    assert "Zoila Juez" in after
    assert juez.username not in after.replace("Zoila Juez", "")
    assert "Jueces" in client.get(url("championship", championship)).content.decode()
