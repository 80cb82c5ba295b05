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
    assert "al Director, quien cuida el servidor" in page


def test_who_tries_too_often_is_told_how_long_to_wait(client: Client) -> None:
    UserFactory(username="rosa")

    answers = [client.post("/cuenta/entrar/", {"username": "rosa", "password": "otra"}) for _ in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    page = answers[-1].content.decode()
    assert "Demasiados intentos con esta cuenta. Espere 30 s" in page
    assert 'value="rosa"' in page


@pytest.mark.parametrize(("encrypted", "name"), [(True, "__Host-conocido-"), (False, "conocido-")])
def test_a_browser_is_remembered_by_a_cookie_that_no_script_reads(
    client: Client, settings: Settings, *, encrypted: bool, name: str
) -> None:
    settings.ENCRYPTED = encrypted
    user = UserFactory(username="rosa")

    client.post("/cuenta/entrar/", {"username": "rosa", "password": "cuarenta40"})

    kept = client.cookies[f"{name}{user.pk}"]
    assert (kept["httponly"], kept["samesite"], kept["path"]) == (True, "Strict", "/")
    assert bool(kept["secure"]) is encrypted


def test_leaving_needs_a_post_and_ends_the_session(client: Client) -> None:
    client.force_login(UserFactory())

    assert client.get("/cuenta/salir/").status_code == 405
    assert client.post("/cuenta/salir/").status_code == 302
    assert client.get("/cuenta/clave/").status_code == 302


def test_ones_own_password_is_changed_and_the_session_stays(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    sent = {"old_password": "cuarenta40", "new_password1": "manzana-verde-7", "new_password2": "manzana-verde-7"}

    answer = client.post("/cuenta/clave/", sent, follow=True)

    user.refresh_from_db()
    assert user.check_password("manzana-verde-7")
    assert "Su contraseña cambió" in answer.content.decode()
    assert client.get("/cuenta/clave/").status_code == 200
