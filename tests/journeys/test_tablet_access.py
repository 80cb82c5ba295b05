"""Whoever sees little, or sees no colours, or hears the screen read: axe on every screen, in every theme."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.referee import keeper
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THEMES = ("oscuro", "claro", "contraste")
SERIOUS = {"serious", "critical"}
Look = Callable[[str], None]


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    """Where axe may measure: it writes styles of its own, which our policy stops."""
    return open_context(bypass_csp=True).new_page()


@pytest.fixture
def look(page: Page, project_root: Path) -> Look:
    """Have axe look at what is on the screen; what it finds serious is a failure, told with where it is."""
    source = (project_root / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    def look(name: str) -> None:
        page.evaluate(f"() => {{ if (!globalThis.axe) {{ {source} }} }}")
        found = []
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            options = {} if theme == THEMES[0] else {"runOnly": ["color-contrast"]}
            told = page.evaluate(
                "async options => JSON.stringify((await axe.run(document, options)).violations)", options
            )
            found += [
                (name, theme, violation["id"], node["html"][:160], node.get("failureSummary", "")[-200:])
                for violation in json.loads(told)
                if violation["impact"] in SERIOUS
                for node in violation["nodes"]
            ]
        page.evaluate("() => { document.documentElement.dataset.theme = 'oscuro'; }")
        assert found == []

    return look


def test_every_screen_of_a_mesa_can_be_read_in_every_theme(page: Page, live_server: LiveServer, look: Look) -> None:
    kept = keeper()
    screen = TabletScreen(page, live_server.url)
    sheet = screen.sheet

    def opened(name: str, *names: str) -> None:
        """What these buttons open, one in the other."""
        page.get_by_role("button", name=names[0]).first.tap()
        for each in names[1:]:
            sheet.get_by_role("button", name=each).first.tap()
        look(name)
        page.keyboard.press("Escape")

    screen.start()
    page.get_by_role("button", name="ENTRAR").wait_for()
    look("entrar")
    screen.sign_in(kept.juez)
    look("mesas")
    opened("ajustes", "Ajustes")
    opened("teclas", "Ajustes", "Teclas…")
    screen.open_mesa()
    page.get_by_role("button", name="ABRIR LA MESA").wait_for()
    look("asientos")
    screen.seat()
    screen.draw("7", "2", "7", "3")
    look("sorteo")
    page.locator(".dealers button").first.tap()
    screen.saved(1)
    screen.tap("ronda", "A")
    look("ronda")
    sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()
    for number, line in enumerate(("caida A", "limpia B", "caida B", "caida-limpia B"), start=2):
        screen.play(line, number)
    screen.tap("ronda", "B")  # refused by now
    look("juego")
    page.locator(".claim-chip").tap()
    look("verificar")
    page.keyboard.press("Escape")
    opened("mas", "Más…")
    opened("levante", "Más…", "¿Vale el levante?")
    opened("motivo", "Más…", "Suspensión")
    opened("fallo", "Más…", "Fallo del Director")
    opened("historial", "Historial")
    opened("llamar", "Llamar")
    opened("juego y veo", "JUEGO Y VEO")
    screen.tap("conteo")
    sheet.locator(".key").get_by_text("40", exact=True).tap()
    look("conteo")
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("sin red")
    look("sin red")
    page.context.set_offline(False)


def test_every_screen_of_the_signatures_can_be_read_in_every_theme(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    kept = keeper()
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    screen.conteo(40)
    screen.saved(3)
    number = 3
    while not screen.button("proclama").count():
        number += 1
        screen.play("caida A" if number % 2 else "limpia A", number)
    screen.tap("proclama")
    look("proclama")
    screen.hold(screen.sheet.get_by_role("button", name="PROCLAMAR"))
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    look("congelar")
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    page.get_by_role("button", name="SOY DE LA PAREJA A").wait_for()
    look("entregar")
    page.get_by_role("button", name="SOY DE LA PAREJA A").tap()
    look("opciones")
    page.get_by_role("button", name="FIRMO BAJO PROTESTA").tap()
    page.get_by_role("button", name="Conteo").tap()
    look("protesta")
