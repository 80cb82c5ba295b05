"""«¿Vale el levante?»: the cards touched on the screen, judged by the rulebook, and the protest that comes of it."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import Keeper, keeper
from tests.journeys.tablet_screen import TabletScreen, log
from tests.journeys.test_tablet_fit import boxes, too_small

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE, CARD, LIFTED = "table", "card", "lifted"
MOST_TAPS = 12


class LiftScreen(TabletScreen):
    def open_lift(self) -> None:
        self.touch(self.page.get_by_role("button", name="Más…"))
        self.touch(self.sheet.get_by_role("button", name="¿Vale el levante?"))

    def key(self, part: str, rank: str) -> Locator:
        return self.sheet.locator(f"[data-part={part}] [data-rank='{rank}']")

    def cards(self, part: str, ranks: str) -> None:
        for rank in ranks.split():
            self.touch(self.key(part, rank))

    @property
    def verdict(self) -> Locator:
        return self.sheet.locator(".verdict-lift")


@pytest.fixture
def screen(tablet_page: Page, live_server: LiveServer, kept: Keeper) -> LiftScreen:
    screen = LiftScreen(tablet_page, live_server.url)
    screen.begin(kept.juez)
    screen.taps = 0
    return screen


def test_a_right_levante_costs_the_protester_within_twelve_taps(kept: Keeper, screen: LiftScreen) -> None:
    screen.tap("limpia", "A")
    screen.tap("caida", "B")
    screen.saved(3)
    screen.taps = 0

    screen.open_lift()
    screen.cards(TABLE, "2 3 6 7 J")
    screen.cards(CARD, "5")
    screen.touch(screen.sheet.get_by_role("button", name="Todas"))
    expect(screen.verdict.locator("[data-code=correcto]")).to_contain_text("art. ")
    protest = screen.sheet.locator(".protest.pareja-B .finding")
    expect(protest).to_contain_text("NO PROCEDE")
    expect(protest).to_contain_text("A 2→2 · B 2→0")
    screen.touch(protest)

    screen.saved(4)
    screen.score(2, 0)
    assert log(kept)[-1] == "juego-y-veo B no-procede"
    assert screen.taps <= MOST_TAPS


def test_a_wrong_levante_takes_back_what_the_last_one_claimed(kept: Keeper, screen: LiftScreen) -> None:
    screen.tap("limpia", "B")
    screen.tap("limpia", "A")
    screen.saved(3)

    screen.open_lift()
    screen.cards(TABLE, "3 4 J")
    screen.cards(CARD, "5")
    screen.cards(LIFTED, "3 4 J")
    expect(screen.verdict).to_have_class("verdict-lift is-wrong")
    expect(screen.verdict.locator("li").first).to_contain_text("incorrecto")
    upheld = screen.sheet.locator(".protest.pareja-B .finding").first
    expect(upheld).to_contain_text("PROCEDE contra «Limpia A» (n.º 3)")
    screen.touch(upheld)

    screen.saved(4)
    screen.score(0, 4)
    assert log(kept)[-1] == "juego-y-veo B procede 3"


def test_a_second_touch_is_a_second_card_and_only_what_lies_there_can_be_lifted(screen: LiftScreen) -> None:
    screen.open_lift()
    screen.cards(TABLE, "2 2 6")
    screen.cards(CARD, "4")

    expect(screen.key(TABLE, "2")).to_have_text("2×2")
    assert screen.sheet.locator("[data-part=lifted] [data-rank]").count() == 2
    expect(screen.verdict.locator("[data-code=sin-levante]")).to_be_visible()
    assert screen.sheet.locator(".protest").count() == 0  # nothing was lifted, so there is nothing to protest
    screen.cards(LIFTED, "2 2")
    expect(screen.key(LIFTED, "2")).to_have_text("22/2")
    expect(screen.verdict).to_have_class("verdict-lift is-right")
    screen.cards(TABLE, "2 2 6 6 6")  # after the third of a rank there is none
    expect(screen.sheet.locator("[data-part=lifted]")).to_contain_text("Toque arriba las cartas de la mesa")


def test_a_caida_is_asked_for_where_the_equal_card_was_lifted(screen: LiftScreen) -> None:
    screen.open_lift()
    screen.cards(TABLE, "5 7")
    screen.cards(CARD, "5")
    assert screen.sheet.get_by_role("checkbox").count() == 0
    screen.cards(LIFTED, "5")

    screen.touch(screen.sheet.get_by_role("checkbox", name="la acababa de lanzar"))
    expect(screen.verdict).to_contain_text("Es caída")
    screen.touch(screen.sheet.get_by_role("checkbox", name="primera carta después de repartir"))
    expect(screen.verdict.locator("[data-code=no-es-caida]")).to_be_visible()


def test_where_the_rulebook_has_no_protest_there_is_only_the_verdict(
    tablet_page: Page, live_server: LiveServer
) -> None:
    kept = keeper(championship=ChampionshipFactory(reglamento="pagat"))
    kept.open()
    kept.record("sorteo reparte=A1")
    screen = LiftScreen(tablet_page, live_server.url)
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.hold(screen.sheet.get_by_role("button", name="Continuar aquí"))

    screen.open_lift()
    screen.cards(TABLE, "5 6 7")
    screen.cards(CARD, "5")
    screen.cards(LIFTED, "5")

    expect(screen.verdict).to_contain_text("De la escalera olvidó 6 y 7")
    assert screen.sheet.locator(".protest").count() == 0


def test_without_network_it_says_so(kept: Keeper, screen: LiftScreen) -> None:
    screen.open_lift()
    screen.page.context.set_offline(True)
    screen.cards(TABLE, "2 3")
    screen.cards(CARD, "5")

    expect(screen.sheet.locator(".preview")).to_contain_text("Sin red no se puede revisar aquí")
    screen.page.context.set_offline(False)
    screen.cards(LIFTED, "2 3")
    expect(screen.verdict).to_have_class("verdict-lift is-right")
    assert log(kept)[1:] == []


def test_the_sheet_of_a_protest_leads_to_it_too(screen: LiftScreen) -> None:
    screen.tap("limpia", "A")
    screen.saved(2)

    screen.tap("juego-y-veo")
    screen.touch(screen.sheet.get_by_role("button", name="¿Vale el levante?"))

    expect(screen.sheet.get_by_role("heading", name="Carta lanzada")).to_be_visible()


def test_every_key_is_large_enough_and_seen_without_scrolling(screen: LiftScreen) -> None:
    screen.open_lift()
    screen.cards(TABLE, "2 3 6 7 J")
    screen.cards(CARD, "5")
    screen.touch(screen.sheet.get_by_role("button", name="Todas"))
    expect(screen.verdict).to_be_visible()

    for width, height, least in ((1280, 800, 76), (390, 844, 54)):
        screen.page.set_viewport_size({"width": width, "height": height})
        keys = boxes(screen.sheet.locator(".naipe"))
        assert len(keys) == 25
        assert too_small(keys, least) == [], width
        assert all(box["y"] + box["height"] <= height for box in keys)
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
