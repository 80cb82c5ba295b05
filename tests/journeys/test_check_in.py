"""A phone of the desk checks a pareja in by the QR of a credential, and another phone sees it without loading its page again."""

from collections.abc import Callable
from pathlib import Path

import pytest
import segno
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import CheckIn, User
from referee.selectors.credentials import credentials_of, parejas_to_print
from tests.factories.brackets import ChampionshipFactory, ParejaFactory, director_of
from tests.journeys.test_camera import film, held_near, watching

__all__ = ["watching"]  # the fixture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}


def desk_page(context: BrowserContext, server: str, user: User, address: str) -> Page:
    page = context.new_page()
    page.set_viewport_size(PHONE)
    page.goto(f"{server}/cuenta/entrar/?next={address}")
    page.get_by_label("Usuario").fill(user.username)
    page.get_by_label("Contraseña").fill("cuarenta40")
    page.locator("main").get_by_role("button", name="Entrar").click()
    return page


@pytest.mark.long
def test_the_camera_reads_a_credential_and_other_phones_follow(
    watching: Callable[[Path], BrowserContext], live_server: LiveServer, tmp_path: Path
) -> None:
    championship = ChampionshipFactory()
    pareja = ParejaFactory(championship=championship, number=12)
    user = director_of(championship)
    second = credentials_of(championship, parejas_to_print(championship, None), "https://otro-nombre.example")[1]
    segno.make(second.url).save(str(tmp_path / "code.png"), scale=8, border=4)
    film(held_near(tmp_path / "code.png"), tmp_path / "film.y4m")
    address = f"/c/{championship.slug}/panel/presencia/"
    watched = desk_page(watching(tmp_path / "film.y4m"), live_server.url, user, address)
    expect(watched.locator("#presencia")).to_contain_text(str(pareja.players.first()))
    phone = desk_page(watching(tmp_path / "film.y4m"), live_server.url, user, address)

    phone.get_by_role("button", name="Leer con la cámara").click()

    expect(phone).to_have_url(f"{live_server.url}{address}12/?j=2")
    first_card = phone.locator("form.presence-card").first
    expect(first_card).to_contain_text(str(pareja.players.last()))
    first_card.get_by_role("button", name="Llegó y vi su documento").click()
    expect(phone.locator("main")).to_contain_text("Llegó uno")
    expect(watched.locator("#presencia")).to_contain_text("Llegó uno")
    assert CheckIn.objects.get().document == "cedula"
    phone.get_by_role("button", name="Deshacer la llegada").click()
    expect(watched.locator("#presencia")).to_contain_text("Llegó uno solo 0")
    expect(phone.locator("main")).to_contain_text("Todavía no consta su llegada")
    assert not CheckIn.objects.exists()
