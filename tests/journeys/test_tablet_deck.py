"""With the Spanish deck the tablet calls the figures sota, caballo and rey wherever it names a card."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.chromium import PHONE
from tests.factories.brackets import RoleFactory
from tests.factories.referee import Keeper
from tests.journeys.tablet_screen import TabletScreen, log
from tests.journeys.test_cards import CardsScreen
from tests.journeys.test_tablet_rulebooks import INSIDE, kept_by

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Whatever is read or spoken and names a figure by its letter alone; below the letter of a card stands its name.
LETTERED = r"""() => {
  const said = document.body.innerText.split('\n').map(line => line.trim());
  const spoken = [...document.querySelectorAll('[aria-label]')].map(each => each.getAttribute('aria-label'));
  const named = said.filter((line, at) => !(/^[JQK]$/.test(line) && /^(sota|caballo|rey)/.test(said[at + 1] ?? '')));
  return [...named, ...spoken].filter(line => /(?<![\w.])[JQK]\b(?!\.)/.test(line));
}"""


@pytest.fixture
def kept() -> Keeper:
    return kept_by("riobamba", baraja="espanola")


def named(page: Page) -> bool:
    """Nothing on the screen, nor what is read aloud, says a letter for a figure."""
    found = page.evaluate(LETTERED)
    assert found == []
    return True


def test_the_cards_of_a_data_are_named_one_by_one(kept: Keeper, tablet_page: Page, live_server: LiveServer) -> None:
    page = tablet_page
    screen = CardsScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.seat()
    for index, rank in enumerate(("K", "2", "J", "3")):
        page.locator(".drawn-seat").nth(index).tap()
        page.locator(".rank", has_text=re.compile(rf"^\s*{rank}")).tap()
    expect(page.locator(".drawn-seat .card")).to_have_text(["Krey", "2", "Jsota", "3"])
    assert named(page)
    page.locator(".dealers button").first.tap()
    screen.saved(1)
    screen.follow_cards()

    for rank in ("J", "Q", "7"):
        screen.touch(page.locator(f".cards-keys [data-rank='{rank}']"))
        if rank != "J":
            screen.touch(page.get_by_role("button", name=re.compile("queda en la mesa")))
        expect(page.locator(".saving")).to_contain_text("✓ Guardada")
    expect(page.locator(".laid .card")).to_have_text(["7", "Jsota", "Qcaballo"])
    assert page.locator(".card, .naipe").evaluate_all(INSIDE) == []
    expect(page.locator(".cards-keys [data-rank='K']")).to_have_accessible_name("rey, quedan 4")
    assert named(page)
    screen.touch(page.locator(".cards-keys [data-rank='7']"))
    expect(page.get_by_role("button", name="7 levanta 7 sota caballo")).to_be_visible()
    assert named(page)
    screen.touch(page.get_by_role("button", name="Levantó otras…"))
    for rank in ("sota", "caballo"):
        screen.touch(page.locator(".cards-choices .naipe", has_text=rank))
    assert named(page)
    screen.touch(page.get_by_role("button", name="7 levanta sota caballo"))

    screen.kept_card("A1 7 levanta sota caballo")
    expect(page.get_by_role("button", name="devuelve a la mesa: sota caballo 7")).to_be_visible()
    expect(page.locator(".mesa-foot .undo")).to_contain_text("A1 7 levanta sota caballo")
    assert named(page)
    screen.touch(page.get_by_role("button", name="Volver a los puntos"))
    screen.touch(page.get_by_role("button", name="Más…"))
    screen.touch(screen.sheet.get_by_role("button", name="¿Vale el levante?"))
    assert named(page)
    assert log(kept) == ["sorteo A1=K B1=2 A2=J B2=3 reparte=A1"]


@pytest.mark.long
def test_rondas_are_verified_by_the_name_of_their_card(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    inspector = RoleFactory(championship=kept.championship, kind="inspector").user
    screen = TabletScreen(open_context().new_page(), live_server.url)
    other = TabletScreen(open_context(**PHONE).new_page(), live_server.url)
    other.sign_in(inspector, "Inspector")
    screen.begin(kept.juez)
    screen.tap("ronda", "A")
    assert named(screen.page)
    screen.sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()
    screen.touch(screen.page.locator(".claim-chip"))
    assert named(screen.page)
    screen.page.keyboard.press("Escape")

    other.page.get_by_role("button", name=re.compile("ronda")).tap()
    jack = other.page.locator("[data-rank='J']")
    expect(jack).to_contain_text("sota ✓ verificada")
    assert named(other.page)
    jack.tap()

    expect(screen.toast).to_contain_text(f"{inspector}: Ronda de A, de sota, verificada")
    screen.saved(2)
    expect(screen.latest.first).to_contain_text("Ronda de sota")
    assert named(screen.page)
    assert log(kept)[1:] == ["ronda A J"]
