"""A partida as a card, in a real Chromium: whoever plays can be read, however long his name is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext
from pytest_django.live_server_helper import LiveServer

from brackets.models import Player
from tests.brackets.views.conftest import url
from tests.factories.brackets import published_stage

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Wilhelmina Encarnación Bustamante Ayavaca Quishpe de Montes"
NAMES = """names => names.map(name => ({
    cut: name.scrollHeight > name.clientHeight + 1 && getComputedStyle(name).overflow === "hidden",
    wide: name.getBoundingClientRect().right > innerWidth,
}))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_second_player_of_a_long_name_is_not_cut_off(
    open_context: Callable[..., BrowserContext], live_server: LiveServer, width: int, height: int
) -> None:
    championship = published_stage(4).championship
    Player.objects.update(name=LONG)
    page = open_context(viewport={"width": width, "height": height}).new_page()

    page.goto(live_server.url + url("championship", championship))
    found = page.locator(".fixture__name[title]").evaluate_all(NAMES)

    assert len(found) >= 4
    assert all(each == {"cut": False, "wide": False} for each in found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
