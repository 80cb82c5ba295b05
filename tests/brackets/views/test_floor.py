import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture, Role, Stage
from brackets.selectors.team import jueces
from brackets.services.fixtures import fixture_start
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import NOW, RoleFactory, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(8, tables=3, jueces=2)


@pytest.fixture
def championship(stage: Stage) -> Championship:
    return stage.championship


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship, Role.Kind.CONTROL)


def place(desk: Client, fixture: Fixture, **sent: object) -> str:
    answer = desk.post(url("fixture_place", fixture.stage.championship, fixture.pk), sent, follow=True)
    return answer.content.decode()


def test_a_partida_gets_its_table_and_juez(desk: Client, championship: Championship, stage: Stage) -> None:
    fixture, table, juez = stage.fixtures.get(number=1), championship.tables.get(number=2), jueces(championship)[0]

    page = place(desk, fixture, table=table.pk, juez=juez.pk)

    fixture.refresh_from_db()
    assert (fixture.table, fixture.juez) == (table, juez)
    assert f"Partida 1: Mesa 2, {juez}" in page


def test_it_leads_back_to_the_row_it_came_from(desk: Client, championship: Championship, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=2)

    answer = desk.post(url("fixture_place", championship, fixture.pk), {})

    now = desk.post(url("fixture_place", championship, fixture.pk), {"desde": "ahora"})

    assert answer["Location"].endswith("/partidas/?etapa=1&ronda=1#partida-2")
    assert now["Location"].endswith("/partidas/#partida-2")


def test_calling_assigns_and_calls_in_one_step(desk: Client, championship: Championship, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=1)

    page = place(desk, fixture, table=championship.tables.get(number=2).pk, juez="", convocar="1")

    fixture.refresh_from_db()
    assert (fixture.status, fixture.table.number) == ("called", 2)
    assert "Partida 1 convocada a la Mesa 2" in page


def test_a_call_that_is_refused_assigns_nothing(desk: Client, championship: Championship, stage: Stage) -> None:
    first, second = stage.fixtures.get(number=1), stage.fixtures.get(number=2)
    table = championship.tables.get(number=1)
    place(desk, first, table=table.pk, juez="", convocar="1")

    page = place(desk, second, table=table.pk, juez="", convocar="1")

    second.refresh_from_db()
    assert (second.status, second.table) == ("ready", None)
    assert "En la Mesa 1 está la partida 1" in page


def test_without_a_table_nobody_is_called(desk: Client, stage: Stage) -> None:
    assert "no tiene mesa" in place(desk, stage.fixtures.get(number=1), table="", juez="", convocar="1")


def test_a_table_of_another_championship_is_not_taken(desk: Client, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=1)

    page = place(desk, fixture, table=TableFactory().pk, juez="")

    fixture.refresh_from_db()
    assert fixture.table is None
    assert "ya no está en el campeonato" in page


def test_a_call_is_taken_back(desk: Client, championship: Championship, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=1)
    place(desk, fixture, table=championship.tables.get(number=1).pk, juez="", convocar="1")

    pages = [desk.post(url("fixture_uncall", championship, fixture.pk), follow=True).content.decode() for _ in range(2)]

    fixture.refresh_from_db()
    assert fixture.status == "ready"
    assert "quedó sin efecto" in pages[0]
    assert "no está convocada" in pages[1]


def test_a_partida_in_play_is_not_taken_back(desk: Client, championship: Championship, stage: Stage) -> None:
    fixture = stage.fixtures.get(number=1)
    fixture_start(fixture=fixture, now=NOW)

    desk.post(url("fixture_uncall", championship, fixture.pk))

    fixture.refresh_from_db()
    assert fixture.status == "in-play"


def test_tables_and_jueces_are_given_out_as_far_as_they_reach(
    desk: Client, championship: Championship, stage: Stage
) -> None:
    page = desk.post(url("fixtures_auto", championship), {"ronda": "1"}, follow=True).content.decode()

    assert stage.fixtures.filter(juez__isnull=False, table__isnull=False).count() == 2
    assert "Se asignó mesa y Juez a 2 partidas" in page
    assert "Quedan 2 sin asignar" in page


def test_what_is_to_do_comes_first(desk: Client, championship: Championship, stage: Stage) -> None:
    place(desk, stage.fixtures.get(number=2), table=championship.tables.get(number=1).pk, juez="", convocar="1")
    fixture_start(fixture=stage.fixtures.get(number=3), now=NOW)

    groups = desk.get(url("fixtures", championship)).context["groups"]

    assert [(group.title, [card.fixture.number for card in group.cards]) for group in groups] == [
        ("Convocadas", [2]),
        ("Por convocar", [1, 4]),
        ("En juego", [3]),
    ]


@pytest.mark.parametrize(("asked", "shown"), [("", None), ("2", 2), ("99", None), ("x", None)])
def test_the_round_asked_for_is_shown_else_what_is_to_be_done_now(
    desk: Client, championship: Championship, asked: str, shown: int | None
) -> None:
    found = desk.get(url("fixtures", championship), {"ronda": asked}).context["round"]

    assert (found.number if found else None) == shown


def test_before_the_draw_is_published_it_says_so(sits_at: Sits) -> None:
    championship = RoleFactory(kind=Role.Kind.CONTROL).championship

    page = sits_at(championship, Role.Kind.CONTROL).get(url("fixtures", championship)).content.decode()

    assert "Primero hay que publicar la llave" in page


@pytest.mark.parametrize("parejas", [4, 16])
def test_its_queries_do_not_grow(
    sits_at: Sits, django_assert_num_queries: DjangoAssertNumQueries, parejas: int
) -> None:
    championship = published_stage(parejas, tables=parejas, jueces=parejas).championship
    desk = sits_at(championship)
    desk.post(url("fixtures_auto", championship), {"ronda": "1"})

    with django_assert_num_queries(12):
        desk.get(url("fixtures", championship))

    assert director_of(championship)


def test_of_a_huge_round_only_the_first_rows_can_be_assigned_in_the_list(sits_at: Sits) -> None:
    championship = published_stage(128, tables=2, jueces=2).championship

    page = sits_at(championship).get(url("fixtures", championship) + "?todas=1").content.decode()

    assert page.count('name="table"') == 48
    assert page.count("Abrir") == 64


def test_of_many_the_next_ones_are_shown_and_the_others_on_request(sits_at: Sits) -> None:
    stage = published_stage(120, tables=2, jueces=2)
    desk, address = sits_at(stage.championship, Role.Kind.CONTROL), url("fixtures", stage.championship)
    ready = stage.fixtures.filter(status=Fixture.Status.READY).count()
    assert ready > 48

    page = desk.get(address).content.decode()
    assert page.count('id="partida-') == page.count("Convocar<") == 48
    assert f"Ver también las otras {ready - 48}" in page
    assert f">{ready}</span></h2>" in page

    whole = desk.get(f"{address}?todas=1").content.decode()
    assert whole.count('id="partida-') == ready
    assert "Ver también" not in whole

    last = stage.fixtures.filter(status=Fixture.Status.READY).order_by("number").last()
    assert last
    back = desk.get(url("fixture", stage.championship, last.pk)).content.decode().split(f"#partida-{last.number}")[0]
    round_page = desk.get(address + back.rsplit("/partidas/", 1)[1].replace("&amp;", "&")).content.decode()
    assert f'id="partida-{last.number}"' in round_page


def test_a_table_that_is_taken_says_so_wherever_it_can_be_chosen(desk: Client, stage: Stage) -> None:
    place(desk, stage.fixtures.get(number=1), table=stage.championship.tables.get(number=2).pk, convocar="1")

    page = desk.get(url("fixtures", stage.championship)).content.decode()
    assert page.count("Mesa 2 (ocupada)</option>") == page.count("<select") / 2 - 1
    assert page.count("selected>Mesa 2</option>") == 1


def test_a_mesa_in_play_that_lost_its_table_is_given_another_on_its_page(desk: Client, stage: Stage) -> None:
    fixture = fixture_start(fixture=stage.fixtures.get(number=1), now=NOW)
    table, juez = stage.championship.tables.get(number=1), RoleFactory(championship=stage.championship).user
    page = url("fixture", stage.championship, fixture.pk)
    assert url("fixture_place", stage.championship, fixture.pk) in desk.get(page).content.decode()

    desk.post(url("fixture_place", stage.championship, fixture.pk), {"table": table.pk, "juez": juez.pk})

    fixture.refresh_from_db()
    assert (fixture.status, fixture.table, fixture.juez) == ("in-play", table, juez)
    assert url("fixture_place", stage.championship, fixture.pk) not in desk.get(page).content.decode()
