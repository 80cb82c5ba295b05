"""Whoever sees little, hears a page read, or has only a telephone: axe and a ruler on every page there is.

Who goes from landmark to landmark finds everything of a public page in one of them, and each by a name of its own;
whoever has no JavaScript reads it too.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from lxml.html import fromstring
from playwright.sync_api import BrowserContext, Page
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from brackets.models import Player, User
from tests.access_world import World, make_world, routes
from tests.chromium import PHONE, TABLET
from tests.journeys.axe import Axe
from tests.long import longer
from tests.public_addresses import NOBODY
from tests.test_access_matrix import EXPECTED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONGEST = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes"
FINGER = 44  # a button of the site on a telephone, px
OF_THE_TABLET = "referee:tablet"  # a page of its own kind, with tests of its own
SCROLLED = "scrollable-region-focusable"
LANDMARKS = ("region", "landmark-unique", "landmark-no-duplicate-banner", "landmark-banner-is-top-level")
# How much wider than its window the page is, the buttons a finger misses, and whether anything on it scrolls by itself.
MEASURE = """finger => {
    const page = document.scrollingElement, wide = page.scrollWidth - innerWidth;
    const told = (element) => element.outerHTML.slice(0, 120);
    const small = [...document.querySelectorAll('button, a.btn, summary, input[type=submit]')]
        .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }))
        .map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.height < finger || box.width < finger))
        .map(([each, box]) => `${Math.round(box.width)}×${Math.round(box.height)} ${told(each)}`);
    const overflows = (each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
    const moves = ({ overflowX, overflowY }) => [overflowX, overflowY].some((each) => ['auto', 'scroll'].includes(each));
    const scrolls = [...document.body.querySelectorAll('*')].some((each) => overflows(each) && moves(getComputedStyle(each)));
    return [wide > 0 ? `${wide} px too wide` : '', small, scrolls];
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
    client = world.client(who)
    return {
        name: (address, html)
        for name, route in routes().items()
        if not name.startswith("api:")
        and name != OF_THE_TABLET
        and (who == "nobody" or not is_public(name))
        and (html := page_at(client, address := route.address(world.ids)))
    }


def is_public(name: str) -> bool:
    """By the table of who reaches what."""
    read, _ = EXPECTED[name]
    return read.split()[NOBODY] == "200"


def page_at(client: Client, address: str) -> str:
    """Its HTML, or "" where there is no page."""
    answer = client.get(address)
    return answer.text if answer.status_code == 200 and answer["Content-Type"].startswith("text/html") else ""


@pytest.mark.parametrize("who", [longer("director"), "nobody"])
def test_every_page_can_be_read_and_used(
    world: World, live_server: LiveServer, open_context: Callable[..., BrowserContext], axe: Axe, who: str
) -> None:
    context = open_context(bypass_csp=True)
    if who != "nobody":
        session = world.client(who).cookies["sesion"].value
        context.add_cookies([{"name": "sesion", "value": session, "url": live_server.url}])
    page = axe.page(context)

    pages, found = addresses(world, who), {}
    for name, (address, html) in pages.items():
        wrong = look(page, live_server.url + address, axe, landmarks=who == "nobody")
        if who == "nobody" and (text := unsaid(html)):
            wrong.append(text)
        if wrong:
            found[name] = wrong

    assert found == {}
    assert len(pages) > {"nobody": 15, "director": 60}[who]


def look(page: Page, address: str, axe: Axe | None, *, landmarks: bool = False) -> list[object]:
    """What axe finds serious at a desk, and on a telephone of what looks otherwise there; and what does not fit.

    Without `axe` only what does not fit.
    """
    page.set_viewport_size(TABLET["viewport"])
    page.goto(address)
    wide_at_a_desk, _, _ = unfit(page)
    wrong: list[object] = [*wide_at_a_desk]
    if axe:
        wrong += axe.serious(page, *(LANDMARKS if landmarks else ()))
    page.set_viewport_size(PHONE["viewport"])
    wide, small, scrolls = unfit(page)
    if axe:
        wrong += axe.contrasts(page)
        wrong += axe.found(page, SCROLLED) if scrolls else []
    return [*wrong, *wide, *small]


def unsaid(html: str) -> str:
    """What is too little of a page to be one, for whom no script adds to it."""
    page = fromstring(html)
    main = page.find(".//main")
    if main is None:
        return "no main"
    for each in main.xpath(".//script | .//style | .//template | .//*[@hidden]"):
        each.drop_tree()
    text = " ".join(main.text_content().split())
    return "" if page.find(".//h1") is not None and len(text) >= 20 else text[:80] or "nothing"


def unfit(page: Page) -> tuple[list[str], list[str], bool]:
    """What is wider than the window, what is too small for a finger, and whether anything scrolls by itself."""
    wide, small, scrolls = page.evaluate(MEASURE, FINGER)
    return [wide] if wide else [], small, scrolls
