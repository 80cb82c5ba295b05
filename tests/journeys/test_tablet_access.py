"""Whoever sees little, or sees no colours, or hears the screen read: axe on every screen, in every theme."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Device
from referee.services.mesas import lease_take
from referee.services.pairing import pairing_create
from referee.services.pins import Shown
from referee.services.quarantine import KeptInput, quarantine_keep
from tests.factories.brackets import director_of
from tests.factories.devices import pin_given
from tests.factories.referee import SORTEO, Keeper, keeper
from tests.journeys.axe import Axe
from tests.journeys.tablet_screen import TabletScreen, device_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THEMES = ("oscuro", "claro", "contraste")
Look = Callable[[str], None]


@pytest.fixture
def page(request: pytest.FixtureRequest, open_context: Callable[..., BrowserContext], axe: Axe) -> Page:
    """Where axe may measure: it writes styles of its own, which our policy stops."""
    return axe.page(open_context(bypass_csp=True, **getattr(request, "param", {})))


@pytest.fixture
def look(page: Page, axe: Axe) -> Look:
    """Have axe look at what is on the screen; what it finds serious is a failure, told with where it is."""

    def look(name: str) -> None:
        found = [(name, THEMES[0], *wrong) for wrong in axe.serious(page, contrast=False)]
        for theme in THEMES:
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            found += [(name, theme, *wrong) for wrong in axe.contrasts(page)]
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", THEMES[0])
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize("page", [{"engine": True}], indirect=True)  # a practice needs it
def test_whoever_pairs_a_tablet_enters_and_calls_can_read_every_screen(
    page: Page, live_server: LiveServer, look: Look
) -> None:
    kept = keeper()
    pin_given(kept.championship, "4071", user=kept.juez)
    code = pairing_create(
        championship=kept.championship,
        by=director_of(kept.championship),
        name="Tablet 07",
        table=None,
        now=timezone.now(),
    )[1]
    screen = TabletScreen(page, live_server.url)
    sheet = screen.sheet

    screen.start()
    digits = page.get_by_label("Seis cifras de la Mesa de Control")
    digits.fill(f"{(int(code) + 1) % 10**6:06}")
    page.get_by_role("alert").wait_for()
    look("emparejar, código errado")
    digits.fill(code)
    page.get_by_role("heading", name="Prueba del equipo").wait_for()
    look("prueba del equipo")
    for _ in range(3):
        page.locator(".circle").first.tap()
    page.get_by_role("button", name="CONTINUAR").tap()
    page.get_by_role("button", name=kept.juez.display_name).wait_for()
    look("personas")
    page.get_by_role("button", name=kept.juez.display_name).tap()
    mark(page, "0000")
    page.get_by_role("alert").wait_for()
    look("PIN")
    mark(page, "4071")
    page.get_by_role("button", name="PRÁCTICA GUIADA").tap()
    page.locator(".chip-practice").wait_for(timeout=60_000)
    look("práctica")
    page.locator(".back").tap()

    page.get_by_role("heading", name="Mis mesas").wait_for()
    begun(kept)
    screen.start()
    screen.open_mesa()
    page.get_by_role("button", name="Llamar").tap()
    screen.hold(sheet.locator(".call-reason").first)
    expect(sheet.locator(".call-text")).to_contain_text("recibido")
    look("llamada")
    page.keyboard.press("Escape")
    page.route("**/api/**", lambda route: route.abort())
    screen.tap("caida", "A")
    expect(screen.chip).to_contain_text("1 por enviar")
    page.get_by_role("button", name="Más…").tap()
    sheet.get_by_role("button", name="Rescate por QR").tap()
    sheet.locator(".rescue-code svg").wait_for()
    look("rescate")
    sheet.get_by_role("button", name="Cerrar").tap()
    page.unroute("**/api/**")
    screen.chip.tap()
    screen.saved(2)

    other = overtaken(kept)
    screen.restart()
    page.locator(".banner").get_by_role("button", name="Continuar aquí").wait_for()
    look("relevada")
    page.locator(".banner").get_by_role("button", name="Ver y decidir").tap()
    sheet.get_by_role("button", name="DESCARTAR").tap()
    look("cuarentena")
    sheet.get_by_role("button", name="Leer códigos").tap()
    look("leer códigos")
    page.keyboard.press("Escape")
    page.locator(".banner").get_by_role("button", name="Continuar aquí").tap()
    look("relevo")
    page.keyboard.press("Escape")
    sealed(kept, other)
    screen.start()
    screen.open_mesa()
    page.locator(".receipt").wait_for()
    look("sellada")


def mark(page: Page, pin: str) -> None:
    for digit in pin:
        page.locator(".pin-keys").get_by_role("button", name=digit, exact=True).tap()


def begun(kept: Keeper) -> None:
    """The mesa is open on this tablet, and its first data dealt."""
    kept.device, kept.now = device_of(), timezone.now()
    kept.open()
    kept.record(SORTEO)


def overtaken(kept: Keeper) -> Device:
    """Another tablet goes on, and a touch of this one waits for somebody to decide."""
    other, first = kept.tablet(), kept.device
    lease_take(mesa_id=kept.mesa.public_id, device=other, user=kept.juez, shown=Shown("4071"), now=kept.tick())
    late = KeptInput(uuid4(), "jugada", "limpia A", "relevo", number=3)
    quarantine_keep(
        mesa_id=kept.mesa.public_id, device=first, user=kept.juez, lease_epoch=1, items=[late], now=kept.tick()
    )
    return other


def sealed(kept: Keeper, other: Device) -> None:
    """The other tablet plays it to its end, and everybody signs there."""
    kept.device = other
    kept.record('ajusta A +36 "marcador"', "limpia A", "proclama")
    kept.seal()
