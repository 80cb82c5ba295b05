"""Whoever sees little, hears a page read, or has only a telephone: axe and a ruler on every page there is."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from brackets.models import Player, User
from tests.access_world import World, make_world, routes
from tests.chromium import PHONE, TABLET
from tests.journeys.page_kinds import Kinds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SERIOUS = {"serious", "critical"}
LONGEST = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes"
FINGER = 44  # a button of the site on a telephone, px
WRONG_ALONE = {"resultTypes": ["violations"], "selectors": False, "preload": False}  # what is right needs no report
OF_THE_TABLET = "referee:tablet"  # a page of its own kind, with tests of its own
LOOKED_AT = Kinds()
CONTRAST, SCROLLED = "color-contrast", "scrollable-region-focusable"
# How much wider than its window the page is, and the buttons a finger misses.
MEASURE = """finger => {
    const page = document.scrollingElement, wide = page.scrollWidth - innerWidth;
    const told = (element) => element.outerHTML.slice(0, 120);
    const small = [...document.querySelectorAll('button, a.btn, summary, input[type=submit]')]
        .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }))
        .map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.height < finger || box.width < finger))
        .map(([each, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${told(each)}`);
    return [wide > 0 ? `${wide} px too wide` : '', small];
}"""


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    made = make_world(tmp_path)
    User.objects.update(display_name=LONGEST)
    Player.objects.update(name=LONGEST)
    return made


def addresses(world: World, who: str) -> dict[str, tuple[str, str]]:
    """Every page this person may open and the public may not, by the name of its route; the public's own for nobody."""
    client, public = world.client(who), world.client("nobody")
    return {
        name: (address, html)
        for name, route in routes().items()
        if not name.startswith("api:")
        and name != OF_THE_TABLET
        and (html := page_at(client, address := route.address(world.ids)))
        and (who == "nobody" or not page_at(public, address))
    }


def page_at(client: Client, address: str) -> str:
    """Its HTML, or "" where there is no page."""
    answer = client.get(address)
    return answer.text if answer.status_code == 200 and answer["Content-Type"].startswith("text/html") else ""


@pytest.mark.parametrize("who", ["director", "nobody"])
def test_every_page_can_be_read_and_used(
    world: World, live_server: LiveServer, open_context: Callable[..., BrowserContext], axe: str, who: str
) -> None:
    context = open_context(bypass_csp=True)
    if who != "nobody":
        session = world.client(who).cookies["sesion"].value
        context.add_cookies([{"name": "sesion", "value": session, "url": live_server.url}])
    page = context.new_page()

    pages = addresses(world, who)
    found = {
        name: wrong
        for name, (address, html) in pages.items()
        if LOOKED_AT.are_new(name, html) and (wrong := look(page, live_server.url + address, axe))
    }

    assert found == {}
    assert len(pages) > {"nobody": 15, "director": 60}[who]


def look(page: Page, address: str, axe: str, *, contrast: bool = True) -> list[object]:
    """What axe finds serious at a desk, and on a telephone of what may change there; and what does not fit.

    Without `contrast` it asks nothing of the colours.
    """
    wrong: list[object] = []
    desk: dict[str, object] = {} if contrast else {"rules": {CONTRAST: {"enabled": False}}}
    phone: dict[str, object] = {"runOnly": [CONTRAST, SCROLLED] if contrast else [SCROLLED]}
    for screen, options in ((TABLET, desk), (PHONE, phone)):
        page.set_viewport_size(screen["viewport"])
        if screen is TABLET:
            page.goto(address)
        wrong += serious(page, axe if screen is TABLET else "", options)
        wide, small = page.evaluate(MEASURE, FINGER)
        wrong += [wide] if wide else []
        wrong += small if screen is PHONE else []
    return wrong


def serious(page: Page, axe: str, options: dict[str, object] | None = None) -> list[object]:
    """What `axe`, which is "" where the page has it already, finds serious on the page as it is."""
    if axe:
        page.evaluate(axe)
    told = page.evaluate(
        "async options => JSON.stringify((await axe.run(document, options)).violations)", WRONG_ALONE | (options or {})
    )
    return [
        (violation["id"], node["html"][:160], node.get("failureSummary", "")[-160:])
        for violation in json.loads(told)
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
