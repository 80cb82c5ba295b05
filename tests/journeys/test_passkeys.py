"""A passkey made and used in a real browser, with the authenticator that its developer tools give."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.chromium import PHONE
from tests.factories.brackets import ChampionshipFactory, director_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_the_director_makes_one_and_enters_with_it(
    open_context: Callable[..., BrowserContext], live_server: LiveServer, settings: Settings
) -> None:
    settings.PUBLIC_URL = live_server.url
    context = open_context(**PHONE)
    page, user = context.new_page(), director_of(ChampionshipFactory())
    tools = context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.goto(f"{live_server.url}/cuenta/entrar/?next=/cuenta/llaves/")
    page.get_by_label("Usuario").fill(user.username)
    page.get_by_label("Contraseña").fill("cuarenta40")
    page.get_by_role("main").get_by_role("button", name="Entrar", exact=True).click()
    page.get_by_label("Nombre de la llave").fill("Mi teléfono")
    page.get_by_label("Su contraseña", exact=True).fill("no es esta")
    page.get_by_role("button", name="Agregar").click()
    expect(page.get_by_role("status").last).to_have_text("La contraseña no es correcta.")
    page.get_by_label("Su contraseña", exact=True).fill("cuarenta40")
    page.get_by_role("button", name="Agregar").click()
    expect(page.get_by_text("Ya puede entrar con la llave «Mi teléfono»")).to_be_visible()

    context.clear_cookies()
    page.goto(f"{live_server.url}/cuenta/entrar/?next=/cuenta/llaves/")
    page.get_by_role("button", name="Usar una llave de acceso").click()

    expect(page.get_by_text("Se usó por última vez")).to_be_visible()
