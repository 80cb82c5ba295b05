"""A partida that is published no more goes from every page that is open, and comes back with its stage."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from brackets.models import Stage
from brackets.services.fixtures import fixture_call
from brackets.services.stages import stage_publish, stage_reopen
from tests.chromium import PHONE
from tests.factories.brackets import director_of
from tests.factories.referee import Keeper
from tests.journeys.live_servers import Servers
from tests.long import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GONE = "Esta partida ya no está publicada."


@pytest.fixture
def hall(running: Servers, kept: Keeper) -> Servers:
    call(kept)
    return running


def call(kept: Keeper) -> None:
    fixture_call(fixture=kept.fixture, user=director_of(kept.championship), now=kept.tick())


def reopen(kept: Keeper) -> Stage:
    stage = kept.fixture.stage
    return stage_reopen(stage=stage, user=director_of(kept.championship), now=kept.tick(), reason="Faltaba uno").stage


def publish(kept: Keeper) -> None:
    stage_publish(stage=kept.fixture.stage, user=director_of(kept.championship), now=kept.tick())


def place(kept: Keeper, hall: Servers) -> str:
    return f"{hall.url}/c/{kept.championship.slug}/"


def partida(kept: Keeper, hall: Servers) -> str:
    return f"{place(kept, hall)}partidas/{kept.fixture.pk}/"


@pytest.mark.parametrize("streamed", [True, pytest.param(False, marks=LONG)], ids=["stream", "asking"])
def test_its_card_goes_and_its_page_says_so_until_it_is_back(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext], *, streamed: bool
) -> None:
    board, phone = (open_context(**PHONE).new_page() for _ in range(2))
    for page, address in ((board, place(kept, hall)), (phone, partida(kept, hall))):
        if not streamed:
            page.route("**/vivo/**", lambda route: route.abort())
        page.goto(address)
        expect(page.locator(f"[data-line={'stream' if streamed else 'poll'}]")).to_be_visible()
        page.evaluate("window.stayed = true")
    card = board.locator(f'[data-floor] [data-mesa="{kept.fixture.pk}"]')
    expect(card).to_contain_text("Convocada")

    reopen(kept)

    expect(card).to_have_count(0, timeout=15_000)
    expect(board.get_by_role("heading", name="Convocadas")).to_be_hidden()
    gone_from(phone)

    publish(kept)
    call(kept)

    expect(card).to_contain_text("Convocada", timeout=15_000)
    expect(board.get_by_role("heading", name="Convocadas")).to_be_visible()
    expect(phone.locator("[data-gone]")).to_be_hidden(timeout=45_000)
    expect(phone.locator("[data-fill=state]")).to_have_text("Convocada")
    assert all(page.evaluate("window.stayed") for page in (board, phone)), "a page was loaded again"


def gone_from(page: Page) -> None:
    expect(page.locator("[data-gone]")).to_be_visible(timeout=15_000)
    expect(page.locator("[data-gone]")).to_contain_text(GONE)
    expect(page.get_by_role("link", name="Ver el campeonato")).to_be_visible()
    expect(page.get_by_text("Sin conexión")).to_be_hidden()
    expect(page.locator("[data-fill=state]")).to_be_hidden()
    expect(page.get_by_text("Compartir la partida")).to_be_hidden()


@pytest.mark.long
def test_one_that_is_deleted_goes_too_and_english_pages_say_it_in_english(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    board, phone, english = (open_context(**PHONE).new_page() for _ in range(3))
    for page, address in ((board, place(kept, hall)), (phone, partida(kept, hall))):
        page.goto(address)
        expect(page.locator("[data-line=stream]")).to_be_visible()
    english.goto(f"{partida(kept, hall)}?idioma=en")
    expect(english.locator("[data-line=stream]")).to_be_visible()
    key = kept.fixture.pk

    kept.fixture.delete()

    expect(board.locator(f'[data-mesa="{key}"]')).to_have_count(0)
    gone_from(phone)
    expect(english.locator("[data-gone]")).to_contain_text("This match is no longer published.")
    expect(english.get_by_role("link", name="See the championship")).to_be_visible()


@pytest.mark.long
def test_what_left_the_floor_while_nobody_looked_goes_when_the_whole_floor_is_told(
    kept: Keeper, hall: Servers, open_context: Callable[..., BrowserContext]
) -> None:
    board = open_context(**PHONE).new_page()
    board.route("**/vivo/**", lambda route: route.abort())
    board.goto(place(kept, hall))
    card = board.locator(f'[data-floor] [data-mesa="{kept.fixture.pk}"]')
    expect(card).to_contain_text("Convocada")

    whole = {"version": 999_999, "whole": True, "mesas": [], "gone": []}
    board.route("**/vivo.json?**", lambda route: route.fulfill(json=whole))

    expect(card).to_have_count(0)
    expect(board.get_by_role("heading", name="Convocadas")).to_be_hidden()
