import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Role, User
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import (
    ChampionshipFactory,
    FixtureFactory,
    RoleFactory,
    StageFactory,
    TableFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory()


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def test_a_new_account_shows_its_password_once_and_it_works(desk: Client, championship: Championship) -> None:
    sent = {"cuenta-display_name": "Rosa Vega", "cuenta-username": "rosa.vega", "cuenta-kind": "control"}

    answer = desk.post(url("team_account", championship), sent)

    [(user, password)] = answer.context["accounts"]
    assert answer.status_code == 201
    assert "no-store" in answer["Cache-Control"]
    assert password in answer.content.decode()
    assert Role.objects.filter(championship=championship, user=user, kind="control").exists()
    assert user.check_password(password)
    assert password not in desk.get(url("team", championship)).content.decode()


def test_a_username_that_is_taken_is_told_beside_its_field(desk: Client, championship: Championship) -> None:
    UserFactory(username="rosa.vega")
    sent = {"cuenta-display_name": "Rosa Vega", "cuenta-username": "Rosa.Vega", "cuenta-kind": "juez"}

    answer = desk.post(url("team_account", championship), sent)

    assert answer.status_code == 422
    assert "Ya hay una cuenta" in answer.context["account_form"].errors["username"][0]


@pytest.mark.parametrize(
    ("form", "sent"),
    [
        ("account_form", {"cuenta-display_name": "ROSA  vega", "cuenta-username": "rosa2", "cuenta-kind": "juez"}),
        ("jueces_form", {"jueces-names": "Ñusta Güilcapi\nRosa Véga"}),
    ],
)
def test_a_second_account_of_somebody_is_asked_about(
    desk: Client, championship: Championship, form: str, sent: dict[str, str]
) -> None:
    rosa = RoleFactory(championship=championship, user=UserFactory(username="rosa.vega", display_name="Rosa Vega")).user
    page = url("team_account" if form == "account_form" else "team_jueces", championship)
    before = User.objects.count()

    answer = desk.post(page, sent)

    asked = answer.context[form]
    assert answer.status_code == 422
    assert f"ya tiene una cuenta, «{rosa.username}»" in answer.text
    assert User.objects.count() == before
    assert desk.post(page, sent | {"told": asked.seal}).status_code == 201
    assert User.objects.filter(display_name__iendswith="ga").count() > 1


def test_who_serves_elsewhere_alone_is_nobody_that_one_would_know_of(desk: Client, championship: Championship) -> None:
    RoleFactory(user=UserFactory(display_name="Rosa Vega"))
    RoleFactory(championship=championship, user=UserFactory(display_name="Juez 1"))
    sent = {"cuenta-display_name": "Rosa Vega", "cuenta-username": "rosa.vega", "cuenta-kind": "juez"}

    assert desk.post(url("team_account", championship), sent).status_code == 201
    assert desk.post(url("team_jueces", championship), {"jueces-names": "Juez 1"}).status_code == 201


def test_many_jueces_by_name_get_different_usernames(desk: Client, championship: Championship) -> None:
    sent = {"jueces-names": "Ñusta Güilcapi\n\n  Rosa Vega \nRosa Vega"}

    answer = desk.post(url("team_jueces", championship), sent)

    accounts = answer.context["accounts"]
    assert [user.username for user, _ in accounts] == ["nusta.guilcapi", "rosa.vega", "rosa.vega2"]
    assert len({password for _, password in accounts}) == 3
    assert championship.roles.filter(kind="juez").count() == 3


def test_many_jueces_by_number(desk: Client, championship: Championship) -> None:
    desk.post(url("team_jueces", championship), {"jueces-count": "3"})

    names = User.objects.filter(roles__championship=championship, roles__kind="juez").values_list(
        "display_name", flat=True
    )
    assert sorted(names) == ["Juez 1", "Juez 2", "Juez 3"]


def test_more_jueces_by_number_go_on_where_the_others_ended(desk: Client, championship: Championship) -> None:
    desk.post(url("team_jueces", championship), {"jueces-count": "2"})

    page = desk.get(url("team", championship)).content.decode()
    answer = desk.post(url("team_jueces", championship), {"jueces-count": "1"})

    assert "Se llamarán Juez 3, Juez 4…" in page
    assert [str(user) for user, _ in answer.context["accounts"]] == ["Juez 3"]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Escriba los nombres"),
        ({"jueces-names": "\n".join(["Ana"] * 101)}, "Son 101 nombres"),
        ({"jueces-names": "Ana\n" + "x" * 61}, "pasa de 60 letras"),
        ({"jueces-count": "0"}, "mayor o igual"),
    ],
)
def test_no_jueces_are_created_from_what_makes_no_sense(
    desk: Client, championship: Championship, sent: dict[str, str], told: str
) -> None:
    answer = desk.post(url("team_jueces", championship), sent)

    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not championship.roles.filter(kind="juez").exists()


def test_a_role_is_given_to_an_account_there_is(desk: Client, championship: Championship) -> None:
    user = UserFactory(username="luis")

    desk.post(url("team_grant", championship), {"funcion-user": "luis", "funcion-kind": "juez"})

    assert championship.roles.get(user=user).kind == "juez"


@pytest.mark.parametrize(("kind", "told"), [("control", True), ("director", True), ("juez", False)])
def test_whoever_gets_a_role_of_the_desk_is_said_to_need_a_longer_pin(
    desk: Client, championship: Championship, kind: str, *, told: bool
) -> None:
    UserFactory(username="luis")

    answer = desk.post(url("team_grant", championship), {"funcion-user": "luis", "funcion-kind": kind}, follow=True)

    assert ("pide un PIN de seis cifras" in answer.content.decode()) == told


def test_a_new_password_is_given_at_a_second_touch_that_says_what_ends(
    desk: Client, championship: Championship
) -> None:
    juez = RoleFactory(championship=championship, kind="juez").user

    page = desk.get(url("team", championship)).content.decode()

    given = page.index(f'action="{reverse("brackets:team_password", args=(championship.slug, juez.pk))}"')
    asked = page.rindex("<details", 0, given)
    assert "</details>" not in page[asked:given]
    assert "se cierran sus sesiones" in page[given : page.index("</details>", given)]


def test_a_role_for_nobody_is_told(desk: Client, championship: Championship) -> None:
    answer = desk.post(url("team_grant", championship), {"funcion-user": "luis", "funcion-kind": "juez"})

    assert "No hay ninguna cuenta con ese usuario" in answer.content.decode()


def test_a_role_is_taken_away_and_how_to_give_it_back_is_told(desk: Client, championship: Championship) -> None:
    role = RoleFactory(championship=championship)

    page = desk.post(url("team_revoke", championship, role.pk), follow=True).content.decode()

    assert not Role.objects.filter(pk=role.pk).exists()
    assert "devuélvale la función más abajo" in page


def test_the_only_director_stays(desk: Client, championship: Championship) -> None:
    role = championship.roles.get(kind="director")

    page = desk.post(url("team_revoke", championship, role.pk), follow=True).content.decode()

    assert Role.objects.filter(pk=role.pk).exists()
    assert "Es el único Director" in page


def test_a_role_of_another_championship_is_out_of_reach(desk: Client, championship: Championship) -> None:
    foreign = RoleFactory()

    assert desk.post(url("team_revoke", championship, foreign.pk)).status_code == 404
    assert Role.objects.filter(pk=foreign.pk).exists()


def test_the_tables_of_the_hall_are_numbered(desk: Client, championship: Championship) -> None:
    page = desk.post(url("tables", championship), {"count": "3"}, follow=True).content.decode()

    assert [table.number for table in championship.tables.all()] == [1, 2, 3]
    assert "El salón tiene ahora 3 mesas" in page


def test_a_table_in_use_is_not_taken_away(desk: Client, championship: Championship) -> None:
    table = TableFactory(championship=championship, number=1)
    FixtureFactory(stage=StageFactory(championship=championship), table=table)

    answer = desk.post(url("tables", championship), {"count": "0"})

    assert answer.status_code == 422
    assert "no se puede quitar" in answer.content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_its_queries_do_not_grow(
    desk: Client, championship: Championship, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    RoleFactory.create_batch(count, championship=championship)

    with django_assert_num_queries(6):
        desk.get(url("team", championship))
