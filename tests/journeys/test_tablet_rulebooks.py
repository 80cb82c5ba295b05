"""The tablet at a table of each rulebook: what it offers, what it asks, and that a thumb still finds it."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from brackets.models import Fixture
from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import Keeper, keeper, log_of
from tests.journeys.tablet_screen import TabletScreen
from tests.journeys.test_tablet_fit import EDGE, GAP, PRIMARY, SIZES, boxes, nearest, too_small
from tests.long import longer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

INSIDE = "all => all.filter(each => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth).map(each => each.innerText)"


def kept_by(reglamento: str, players: int = 2, **settings: str) -> Keeper:
    return keeper(
        championship=ChampionshipFactory(reglamento=reglamento, players_per_pareja=players, rule_settings=settings)
    )


def begin(screen: TabletScreen, kept: Keeper) -> None:
    """From the sign-in to the first data, dealt by the first player of A, with cards or without."""
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.seat()
    if screen.page.locator(".rank").count():
        screen.draw(*"7253"[: screen.page.locator(".drawn-seat").count()])
    screen.page.locator(".dealers button").first.tap()
    screen.saved(1)


def mesa_of(kept: Keeper) -> Keeper:
    """The keeper of the mesa that was opened by touching the screen, who can also write to its log."""
    kept.mesa_id = Fixture.objects.get(pk=kept.fixture.pk).mesa.public_id
    kept.device = kept.mesa.device or kept.device
    return kept


@pytest.mark.parametrize(
    ("reglamento", "players", "awards", "between"),
    [("rigor", 2, 7, 2), longer("juez-de-aguas", 2, 6, 3), ("pagat", 1, 6, 2), longer("blog", 2, 5, 2)],
)
def test_a_thumb_finds_every_button_of_every_rulebook(
    tablet_page: Page, live_server: LiveServer, reglamento: str, players: int, awards: int, between: int
) -> None:
    kept, page = kept_by(reglamento, players), tablet_page
    screen = TabletScreen(page, live_server.url)
    begin(screen, kept)

    for moment in ("at nil", "at 38"):
        for width, height in (*SIZES, (800, 1280)):
            page.set_viewport_size({"width": width, "height": height})
            primary = boxes(page.locator(".play-button, .mesa-foot button"))
            assert len(primary) == 2 * awards + between + 5
            assert too_small(primary, PRIMARY) == [], (moment, width)
            assert nearest(primary) >= GAP - 0.5
            for box in primary:
                assert box["x"] >= EDGE
                assert box["x"] + box["width"] <= width - EDGE
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert page.locator(".play-button, .limits").evaluate_all(INSIDE) == [], (moment, width)
        if moment == "at nil":
            mesa_of(kept).record('ajusta A +38 "marcador del caso"', "segundo-reparto")
            screen.restart()
            screen.score(38, 0)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_rulebook_without_cards_to_add_asks_only_who_deals(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = kept_by("pagat"), tablet_page
    screen = TabletScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.seat()

    expect(page.locator(".mesa-title")).to_contain_text("Una sola chica · Reglas: Pagat")
    expect(page.locator(".sorteo .lead")).to_have_text("Quién reparte: quien recibe el primer brillo (diamante).")
    expect(page.locator(".rank")).to_have_count(0)
    page.locator(".dealers button").filter(has_text=kept.players("B")[1]).tap()
    screen.saved(1)

    assert log_of(mesa_of(kept).mesa) == ["sorteo reparte=B2"]
    expect(page.locator(".mesa-title")).to_contain_text(f"reparte {kept.players('B')[1]} (B)")
    expect(screen.button("juego-y-veo")).to_have_count(0)

    misdeal = screen.more("mal-reparto")
    expect(misdeal).to_contain_text("Mal reparto: pierde la mesa")
    screen.hold(misdeal)
    screen.saved(2)
    expect(page.locator(".standing")).to_have_text("Mesa terminada")
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    expect(screen.sheet).to_contain_text("por mal reparto")
    page.keyboard.press("Escape")
    screen.undo()
    screen.saved(3)
    expect(page.locator(".standing")).to_have_count(0)


@pytest.mark.long
def test_a_data_of_two_players_has_four_deals(tablet_page: Page, live_server: LiveServer) -> None:
    kept = kept_by("quito", players=1)
    screen = TabletScreen(tablet_page, live_server.url)
    begin(screen, kept)

    screen.tap("segundo-reparto")
    screen.tap("tercer-reparto")
    screen.tap("cuarto-reparto")
    screen.saved(4)
    expect(tablet_page.locator(".mesa-title")).to_contain_text("reparto 4")
    screen.tap("conteo")
    screen.touch(screen.sheet.locator(".key").get_by_text("40", exact=True))
    # No falla is ever paid here: nobody is asked for one.
    expect(screen.sheet.locator(".preview")).to_contain_text("A 40 cartas → 26 · B 0 cartas")
    expect(screen.sheet.get_by_role("checkbox")).to_have_count(0)
    screen.touch(screen.sheet.locator(".go"))
    screen.saved(5)
    screen.score(26, 0)


@pytest.mark.long
def test_38_que_no_juega_is_said_at_its_pareja_and_nowhere_else(tablet_page: Page, live_server: LiveServer) -> None:
    kept, page = kept_by("juez-de-aguas"), tablet_page
    screen = TabletScreen(page, live_server.url)
    begin(screen, kept)
    mesa_of(kept).record('ajusta B +38 "marcador del caso"')
    screen.restart()
    screen.score(0, 38)

    expect(page.locator(".pareja-B .limits")).to_have_text("38 que no juega")
    expect(page.locator(".pareja-A .limits")).to_have_count(0)
    screen.tap("limpia", "B")
    expect(screen.toast).to_contain_text(
        "B está en 38, que no juega: solo caída, caída y limpia, cuatro caídas o doble ronda · art. 11, 15"
    )
    expect(screen.button("doble-ronda", "B")).to_contain_text("Gana la chica.")
    expect(screen.button("juego-y-veo")).to_contain_text("Veo y juego")
    screen.tap("juego-y-veo")
    expect(screen.sheet.get_by_role("heading", name="Veo y juego")).to_be_visible()
