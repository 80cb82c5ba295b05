"""Mano a mano on the tablet: two seats, four repartos a data, and the Planilla of two players."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from tests.factories.brackets import ChampionshipFactory, director_of
from tests.factories.referee import keeper, log_of
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_mesa_of_two_single_players_from_its_seats_to_its_planilla(
    tablet_page: Page, live_server: LiveServer, client
) -> None:
    kept = keeper(championship=ChampionshipFactory(reglamento="quito", players_per_pareja=1))
    screen, page = TabletScreen(tablet_page, live_server.url), tablet_page
    (a,), (b,) = kept.players("A"), kept.players("B")
    screen.sign_in(kept.juez)
    screen.open_mesa()

    expect(page.locator(".seat")).to_have_text([f"A{a}", f"B{b}"])
    expect(page.locator(".representative")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="Revisé la identificación de los dos")).to_be_visible()
    screen.seat()
    expect(page.locator(".drawn-seat")).to_have_count(2)
    screen.draw("7", "2")
    page.locator(".dealers button").first.tap()
    screen.saved(1)
    screen.tap("caida", "B")
    for number, reparto in enumerate(("segundo", "tercer", "cuarto"), start=3):
        screen.tap(f"{reparto}-reparto")
        screen.saved(number)
    expect(page.locator(".mesa-title")).to_contain_text(f"Data 1 · reparto 4 · reparte {a} (A)")
    screen.conteo(21)
    screen.saved(6)

    expect(page.locator(".mesa-title")).to_contain_text(f"Data 2 · reparto 1 · reparte {b} (B)")
    screen.tap("limpia", "A")
    screen.conteo(20)
    screen.saved(11)
    kept.fixture.refresh_from_db()
    mesa = kept.fixture.mesa
    assert log_of(mesa)[7:] == ["segundo-reparto", "tercer-reparto", "cuarto-reparto", "conteo A=20 B=20 mesa=0"]
    assert log_of(mesa)[2:6] == ["segundo-reparto", "tercer-reparto", "cuarto-reparto", "conteo A=21 B=19 mesa=0"]
    client.force_login(director_of(kept.championship))
    address = reverse("referee:planilla_pdf", args=(kept.championship.slug, mesa.public_id))
    text = PdfReader(BytesIO(client.get(address).content)).pages[0].extract_text()
    assert all(words in text for words in (a, b, f"reparte A1 {a}", "Jugador", "A1 · B1"))
    assert re.findall(r"(?i:pareja)|\b[AB]2\b|Representante", text) == []


@pytest.mark.long
def test_nobody_is_called_a_pareja_from_the_first_correction_to_the_signatures(
    tablet_page: Page, live_server: LiveServer
) -> None:
    kept = keeper(championship=ChampionshipFactory(reglamento="quito", players_per_pareja=1))
    screen, page = TabletScreen(tablet_page, live_server.url), tablet_page
    screen.sign_in(kept.juez)
    screen.open_mesa()
    screen.seat()
    screen.draw("7", "2")
    page.locator(".dealers button").first.tap()
    screen.saved(1)
    screen.tap("caida", "A")
    expect(screen.history(2).get_by_role("button", name="Cambiar jugador")).to_be_visible()
    page.get_by_role("button", name="Cerrar").tap()
    screen.touch(screen.more("abandono", "B"))
    expect(screen.sheet).to_contain_text("El otro jugador gana la mesa.")
    screen.touch(screen.sheet.get_by_role("button", name="Se retira por salud"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR ABANDONO"))
    screen.saved(3)
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    expect(screen.sheet).to_contain_text("Después firma cada jugador")
    unpaired(page)
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))

    page.get_by_role("button", name="SOY EL JUGADOR A").tap()
    page.get_by_role("button", name="NO FIRMO").tap()

    expect(page.get_by_label("Testigo (obligatorio si quien no firma es el ganador)")).to_be_visible()
    unpaired(page)


def unpaired(page: Page) -> None:
    """Nothing to be read or heard here speaks of parejas."""
    heard = [label.get_attribute("aria-label") or "" for label in page.locator("[aria-label]").all()]
    assert "pareja" not in " ".join([page.locator("body").inner_text(), *heard]).lower()
