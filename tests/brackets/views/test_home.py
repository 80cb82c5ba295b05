import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import Role
from tests.factories.brackets import ChampionshipFactory, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return client.get("/").content.decode()


def test_anyone_sees_the_open_and_the_ended_but_none_in_preparation(client: Client) -> None:
    ChampionshipFactory(name="Copa Abierta")
    ChampionshipFactory(name="Copa Terminada", status="closed")
    ChampionshipFactory(name="Copa Secreta", status="draft", opened_at=None)

    shown = page(client)

    assert "Copa Abierta" in shown
    assert "Copa Terminada" in shown
    assert "Copa Secreta" not in shown


def test_a_member_sees_his_own_also_in_preparation_with_his_roles(client: Client) -> None:
    hidden = ChampionshipFactory(name="Copa Secreta", status="draft", opened_at=None)
    user = RoleFactory(championship=hidden, kind=Role.Kind.DIRECTOR).user
    RoleFactory(championship=hidden, user=user, kind=Role.Kind.JUEZ)
    client.force_login(user)

    shown = page(client)

    assert "Copa Secreta" in shown
    assert "Usted es Director, Juez" in shown
    assert f"/c/{hidden.slug}/panel/" in shown
    assert "/tablet/" in shown


@pytest.mark.parametrize(("superuser", "offered"), [(True, True), (False, False)])
def test_creating_is_offered_to_who_may(client: Client, *, superuser: bool, offered: bool) -> None:
    client.force_login(UserFactory(is_superuser=superuser))

    assert ("/nuevo/" in page(client)) == offered


@pytest.mark.parametrize("count", [1, 3])
def test_its_queries_do_not_grow(client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int) -> None:
    user = UserFactory()
    for _ in range(count):
        RoleFactory(user=user, kind=Role.Kind.DIRECTOR)
    client.force_login(user)

    with django_assert_num_queries(5):
        page(client)
