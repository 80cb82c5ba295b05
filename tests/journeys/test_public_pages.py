"""The public on an old telephone: what the first view of a championship weighs, and every page without JavaScript."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.access_world import make_world
from tests.chromium import PHONE
from tests.factories.brackets import published_stage
from tests.factories.referee import SORTEO, keepers
from tests.journeys.live_servers import servers

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KILOBYTES, REQUESTS = 100, 15


def transferred(page: Page, address: str) -> dict[str, int]:
    """By address what came over the wire, headers and all.

    The site of a test serves static files as they are; a real one has each beside its gzip, and that is what is counted.
    """
    weights: dict[str, int] = {}
    names: dict[str, str] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: weights.update({names[event["requestId"]]: int(event["encodedDataLength"])}),
    )
    streamed: dict[str, int] = {}
    session.on(
        "Network.dataReceived",
        lambda event: streamed.update(
            {
                event["requestId"]: streamed.get(event["requestId"], 0)
                + int(event["encodedDataLength"] or event["dataLength"])
            }
        ),
    )
    page.goto(address)
    page.wait_for_load_state("load")
    expect(page.locator("[data-line=stream]")).to_be_visible()
    weights |= {names[key]: weight for key, weight in streamed.items() if "/vivo/" in names[key]}  # it never ends
    for url in [url for url in weights if "/static/" in url]:
        body = page.context.request.get(url).body()
        weights[url] += len(gzip.compress(body, 9)) - len(body)
    return weights


@pytest.mark.long
def test_the_first_view_of_a_championship_is_small(open_context: Callable[..., BrowserContext], tmp_path: Path) -> None:
    """With forty mesas in play, and the stream that the page follows."""
    stage = published_stage(128, tables=40)
    for kept in keepers(list(stage.fixtures.filter(round=1, status="ready").order_by("number")[:40])):
        kept.open()
        kept.record(SORTEO, "caida A", "limpia B", "segundo-reparto", "limpia A")
    page = open_context(**PHONE).new_page()

    with servers(tmp_path) as there:
        weights = transferred(page, f"{there.url}/c/{stage.championship.slug}/")

    assert [url for url in weights if "/vivo/" in url], weights
    assert sum(weights.values()) <= KILOBYTES * 1024, weights
    assert len(weights) <= REQUESTS, weights


def test_from_the_front_door_to_a_jugada_without_javascript(
    live_server: LiveServer, open_context: Callable[..., BrowserContext], settings: Settings, tmp_path: Path
) -> None:
    settings.PRINTS_ROOT = tmp_path
    world = make_world(tmp_path)
    pareja = world.sealed.fixture.pareja_a
    page = open_context(**PHONE, java_script_enabled=False).new_page()

    page.goto(live_server.url)
    page.get_by_role("searchbox").fill(pareja.players.first().name)
    page.get_by_role("button", name="Buscar").click()
    page.get_by_role("link", name=f"{pareja.number} · ").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(pareja.title)
    page.get_by_role("link", name=f"Partida {world.sealed.fixture.number}").click()
    expect(page.get_by_role("heading", name="Jugadas")).to_be_visible()

    page.get_by_text("Más", exact=True).click()
    page.get_by_role("link", name="Estadísticas").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Estadísticas")
    expect(page.get_by_role("link", name="Compartir")).to_have_count(0)
