"""The jugadas on the page of a partida: each once, also of those that come while a part of the page is read anew."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.chromium import PHONE
from tests.factories.referee import SORTEO, Keeper
from tests.journeys.live_servers import Servers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NUMBERS = "rows => rows.map(row => row.id.replace('jugada-', ''))"


@pytest.fixture
def hall(running: Servers, kept: Keeper) -> Servers:
    kept.open()
    kept.record(SORTEO, "caida A")
    return running


def followed(page: Page, kept: Keeper, hall: Servers) -> Page:
    page.goto(f"{hall.url}/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/")
    expect(page.locator(".jugadas li")).to_have_count(2)
    return page


@pytest.mark.long
def test_one_that_comes_while_the_page_is_read_anew_is_there_once(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(**PHONE).new_page()
    page.route("**/vivo/**", lambda route: route.abort())
    followed(page, kept, hall)

    def after_another(route: Route) -> None:
        """The page that comes has one more than was told."""
        page.unroute("**/partidas/*/")
        kept.record("limpia A")
        route.continue_()

    page.route("**/partidas/*/", after_another)
    kept.record('anula 2 "fue error"')
    expect(page.locator("#jugada-4")).to_have_count(1)
    kept.record("caida B")

    expect(page.locator("#jugada-5")).to_have_count(1)
    assert page.locator(".jugadas li").evaluate_all(NUMBERS) == ["5", "4", "3", "2", "1"]


@pytest.mark.long
def test_one_that_was_told_already_is_not_lost_when_an_older_page_comes(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    page = open_context(**PHONE).new_page()
    followed(page, kept, hall)
    expect(page.locator("[data-line=stream]")).to_be_visible()
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/partidas/*/", hold_first)

    kept.record('anula 2 "fue error"')
    while not held:
        page.wait_for_timeout(50)
    (asked,) = held
    older = asked.fetch()
    kept.record("limpia A")
    expect(page.locator("#jugada-4")).to_have_count(1)
    asked.fulfill(response=older)

    expect(page.locator("#jugada-3")).to_have_count(1)
    expect(page.locator("#jugada-4")).to_have_count(1)
    assert page.locator(".jugadas li").evaluate_all(NUMBERS) == ["4", "3", "2", "1"]
