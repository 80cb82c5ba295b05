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

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SERIOUS = {"serious", "critical"}
LONGEST = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes"
FINGER = 44  # a button of the site on a telephone, px
WRONG_ALONE = {"resultTypes": ["violations"], "selectors": False, "preload": False}  # what is right needs no report
OF_THE_TABLET = "referee:tablet"  # a page of its own kind, with tests of its own
CONTRAST, SCROLLED = "color-contrast", "scrollable-region-focusable"
# Marks what looks otherwise than when it was asked last, colours and whether it is seen at all; whether there is any.
CHANGED = """() => {
    const look = (each) => {
        const { color, backgroundColor, backgroundImage } = getComputedStyle(each);
        return [each.checkVisibility({ visibilityProperty: true }), color, backgroundColor, backgroundImage].join();
    };
    const before = globalThis.looks ?? new Map();
    globalThis.looks = new Map([...document.body.querySelectorAll('*')].map((each) => [each, look(each)]));
    globalThis.changed = [...looks].filter(([each, now]) => before.get(each) !== now && now.startsWith('true')).map(([each]) => each);
    return changed.length > 0;
}"""
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
        name: wrong for name, (address, _) in pages.items() if (wrong := look(page, live_server.url + address, axe))
    }

    assert found == {}
    assert len(pages) > {"nobody": 15, "director": 60}[who]


def look(page: Page, address: str, axe: str, *, contrast: bool = True) -> list[object]:
    """What axe finds serious at a desk, and on a telephone of what changes there; and what does not fit.

    Without `axe` only what does not fit; without `contrast` it asks nothing of the colours.
    """
    page.set_viewport_size(TABLET["viewport"])
    page.goto(address)
    wrong: list[object] = [*unfit(page)[0]]
    if axe:
        wrong += serious(page, axe, {} if contrast else {"rules": {CONTRAST: {"enabled": False}}})
        page.evaluate(CHANGED)
    page.set_viewport_size(PHONE["viewport"])
    wide, small = unfit(page)
    if axe:
        if contrast and page.evaluate(CHANGED):
            wrong += serious(page, "", {"runOnly": [CONTRAST]}, of="{ include: changed }")
        wrong += serious(page, "", {"runOnly": [SCROLLED]})
    return [*wrong, *wide, *small]


def unfit(page: Page) -> tuple[list[str], list[str]]:
    """What is wider than the window, and what is too small for a finger."""
    wide, small = page.evaluate(MEASURE, FINGER)
    return [wide] if wide else [], small


def serious(page: Page, axe: str, options: dict[str, object] | None = None, of: str = "document") -> list[object]:
    """What `axe`, which is "" where the page has it already, finds serious on the page as it is, or in these parts `of` it."""
    if axe:
        page.evaluate(axe)
    told = page.evaluate(
        f"async options => JSON.stringify((await axe.run({of}, options)).violations)", WRONG_ALONE | (options or {})
    )
    return [
        (violation["id"], node["html"][:160], node.get("failureSummary", "")[-160:])
        for violation in json.loads(told)
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
