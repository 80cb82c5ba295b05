import pytest
from django.test import Client
from pytest_django import Settings

from tests.factories.brackets import UserFactory

pytestmark = pytest.mark.django_db


def test_signing_in_leads_back_to_where_one_wanted_to_go(client: Client) -> None:
    UserFactory(username="rosa")

    answer = client.post("/cuenta/entrar/?next=/tablet/", {"username": "rosa", "password": "cuarenta40"})

    assert (answer.status_code, answer["Location"]) == (302, "/tablet/")


def test_signing_in_leads_nowhere_outside(client: Client) -> None:
    UserFactory(username="rosa")
    sent = {"username": "rosa", "password": "cuarenta40", "next": "https://malo.example/"}

    answer = client.post("/cuenta/entrar/", sent)

    assert answer["Location"] == "/"


def test_a_wrong_password_says_what_to_do(client: Client) -> None:
    UserFactory(username="rosa")

    page = client.post("/cuenta/entrar/", {"username": "rosa", "password": "otra"}).content.decode()

    assert "El usuario o la contraseña no son correctos" in page


def test_who_tries_too_often_is_told_so_in_spanish(client: Client, settings: Settings) -> None:
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 2
    UserFactory(username="rosa")

    answers = [client.post("/cuenta/entrar/", {"username": "rosa", "password": "otra"}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert "Demasiados intentos con esta cuenta" in answers[-1].content.decode()
    assert "rosa" in answers[-1].content.decode()


def test_leaving_needs_a_post_and_ends_the_session(client: Client) -> None:
    client.force_login(UserFactory())

    assert client.get("/cuenta/salir/").status_code == 405
    assert client.post("/cuenta/salir/").status_code == 302
    assert client.get("/cuenta/clave/").status_code == 302


def test_ones_own_password_is_changed_and_the_session_stays(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    sent = {"old_password": "cuarenta40", "new_password1": "caida-y-limpia", "new_password2": "caida-y-limpia"}

    answer = client.post("/cuenta/clave/", sent, follow=True)

    user.refresh_from_db()
    assert user.check_password("caida-y-limpia")
    assert "Su contraseña cambió" in answer.content.decode()
    assert client.get("/cuenta/clave/").status_code == 200
