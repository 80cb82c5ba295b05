"""The draw revealed one by one on a projector, by keys, by touch and by its button."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.brackets import director_of, drawn_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}


@pytest.fixture
def projector(open_context: Callable[..., BrowserContext], live_server: LiveServer) -> Page:
    """A draft of 24, two of them seeded, before the Director has shown anything."""
    stage = drawn_stage(24)
    championship = stage.championship
    page = open_context(**PROJECTOR).new_page()
    page.goto(f"{live_server.url}{reverse('brackets:sign_in')}")
    page.get_by_label("Usuario").fill(director_of(championship).username)
    page.get_by_label("Contraseña").fill("cuarenta40")
    page.get_by_role("main").get_by_role("button", name="Entrar").click()
    page.goto(f"{live_server.url}{reverse('brackets:draw_ceremony', args=(championship.slug,))}")
    return page


def test_nothing_is_shown_before_it_is_revealed(projector: Page) -> None:
    expect(projector.get_by_role("status")).to_have_text("0 de 24")
    expect(projector.locator("[data-step]:visible")).to_have_count(0)


def test_each_press_reveals_one_more_and_one_goes_back(projector: Page) -> None:
    shown = projector.locator("[data-step]:visible")

    projector.keyboard.press("ArrowRight")
    projector.keyboard.press("Space")
    projector.get_by_role("button", name="Siguiente").click()
    projector.get_by_role("button", name="Siguiente").press("Enter")
    projector.locator(".ceremony__now").click()
    expect(shown).to_have_count(5)
    last = projector.locator("[data-step='5']")
    expect(projector.locator("[data-now=number]")).to_have_text(last.locator("strong").inner_text())
    expect(projector.locator("[data-now=place]")).to_contain_text("Partida")
    projector.keyboard.press("ArrowLeft")

    expect(shown).to_have_count(4)


def test_a_reload_loses_nothing_and_the_end_is_said(projector: Page) -> None:
    for _ in range(30):
        projector.keyboard.press("PageDown")
    expect(projector.get_by_role("status")).to_have_text("24 de 24: sorteo completo")

    projector.reload()

    expect(projector.locator("[data-step]:visible")).to_have_count(24)
    fits = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    assert projector.evaluate(fits)
