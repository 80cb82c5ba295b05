"""The Juez's screens, from the sign-in to the seal."""

from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, expect

from tests.chromium import TABLET
from tests.journeys.tablet_screen import TabletScreen
from tests.pictures.camera import shoot
from tests.pictures.naipes import cards_screen, lift_sheet

FIRST_PIN = 4000  # of the demonstration: juez01 has the one after it


def tablet_screens(browser: Browser, url: str, jueces: tuple[str, ...], password: str) -> str:
    """A whole mesa of the first of these jueces who has one to open; the path of its Planilla."""
    for juez in jueces:
        with browser.new_context(**TABLET, locale="es-EC") as context:
            screen = _sign_in(context.new_page(), url, juez, password, "Tablet 07")
            page = screen.page
            waiting = page.locator(".mesa-card").filter(has_text="Lista para abrir")
            if not waiting.count():
                continue
            shoot(page, "tablet-mesas")
            _practise(screen)
            waiting.first.tap()
            _open(screen)
            _settings(screen)
            _call(screen)
            _play(screen)
            _rare(screen)
            lift_sheet(screen)
            cards_screen(screen)
            _without_network(screen)
            _another_tablet(browser, url, juez, password)
            _correct(screen)
            _count(screen)
            _proclaim(screen)
            _sign(screen, f"{FIRST_PIN + int(juez[-2:])}")
            return urlsplit(page.locator(".sealed a").first.get_attribute("href") or "").path
    raise LookupError("none of these jueces has a mesa that waits to be opened")


def _sign_in(page: Page, url: str, juez: str, password: str, name: str) -> TabletScreen:
    screen = TabletScreen(page, url)
    screen.start()
    page.get_by_label("Usuario").fill(juez)
    page.get_by_label("Contraseña").fill(password)
    page.get_by_label("Nombre de esta tablet").fill(name)
    shoot(page, "tablet-entrar")
    page.get_by_role("button", name="ENTRAR").tap()
    page.locator(".mesa-card").or_(page.locator(".empty")).first.wait_for()
    return screen


def _open(screen: TabletScreen) -> None:
    page = screen.page
    page.get_by_role("button", name="ABRIR LA MESA").wait_for()
    shoot(page, "tablet-asientos")
    screen.seat()
    screen.draw("7", "2", "7", "3")
    page.locator(".dealers button").first.wait_for()
    shoot(page, "tablet-sorteo")
    page.locator(".dealers button").first.tap()
    screen.saved(1)


def _sheet(screen: TabletScreen, name: str, *taps: Locator) -> None:
    """Take the picture of what these taps open, and close it again."""
    for tap in taps:
        tap.tap()
    shoot(screen.page, f"tablet-{name}")
    screen.page.keyboard.press("Escape")


def _play(screen: TabletScreen) -> None:
    """The first awards of a data, and a ronda asked for too late."""
    page = screen.page
    _sheet(screen, "ronda", screen.button("ronda", "A"))
    for number, (jugada, side) in enumerate((("caida", "A"), ("limpia", "B"), ("caida-limpia", "A")), start=2):
        screen.tap(jugada, side)
        screen.saved(number)
    shoot(page, "tablet-juego")
    _sheet(screen, "juego-y-veo", screen.button("juego-y-veo"))
    screen.tap("caida", "B")
    screen.saved(5)
    screen.tap("ronda", "B")
    shoot(page, "tablet-rehusada")


def _settings(screen: TabletScreen) -> None:
    """How the tablet looks and speaks, and which keys press its buttons."""
    more, rare = screen.page.get_by_role("button", name="Más…"), screen.sheet.locator(".rare")
    _sheet(screen, "ajustes", more, rare.filter(has_text="Ajustes"))
    _sheet(screen, "teclas", more, rare.filter(has_text="Ajustes"), rare.filter(has_text="Teclas…"))


def _call(screen: TabletScreen) -> None:
    """The desk is called and hears it; a ronda waits for somebody to see the cards."""
    page = screen.page
    page.get_by_role("button", name="Llamar").tap()
    shoot(page, "tablet-llamar")
    screen.hold(screen.sheet.locator("[data-reason=reglas]"))
    expect(screen.sheet.locator(".call-text")).to_contain_text("recibido")
    page.keyboard.press("Escape")
    screen.tap("doble-ronda", "A")
    screen.sheet.get_by_role("button", name="QUEDA POR VERIFICAR").tap()
    shoot(page, "tablet-por-verificar")
    page.locator(".claim-chip").tap()
    screen.hold(screen.sheet.get_by_role("button", name="NO ES RONDA"))


def _rare(screen: TabletScreen) -> None:
    """What stands behind «Más…»; nothing of it is recorded."""
    more = screen.page.get_by_role("button", name="Más…")
    rare = screen.sheet.locator(".rare")
    _sheet(screen, "mas", more)
    _sheet(screen, "arranche", more, rare.filter(has_text="Arranche"))
    _sheet(screen, "motivo", more, rare.filter(has_text="Suspensión"))
    _sheet(screen, "fallo", more, rare.filter(has_text="Fallo del Director"), rare.filter(has_text="ajusta").first)


def _without_network(screen: TabletScreen) -> None:
    screen.page.context.set_offline(True)
    screen.tap("limpia", "A")
    expect(screen.chip).to_contain_text("sin red")
    shoot(screen.page, "tablet-sin-red")
    screen.page.context.set_offline(False)
    screen.chip.tap()
    screen.saved(6)


def _another_tablet(browser: Browser, url: str, juez: str, password: str) -> None:
    """The same Juez on another tablet, who leaves the mesa where it is."""
    with browser.new_context(**TABLET, locale="es-EC") as context:
        screen = _sign_in(context.new_page(), url, juez, password, "Tablet 12")
        _sheet(screen, "relevo", screen.page.locator(".mesa-card").filter(has_text="En juego en Tablet 07"))


def _correct(screen: TabletScreen) -> None:
    """Undo, and the history."""
    screen.undo()
    screen.saved(7)
    shoot(screen.page, "tablet-deshacer")
    screen.history(6).get_by_role("button", name="Restaurar").tap()
    screen.saved(8)
    row = screen.history(3)
    screen.touch(row.get_by_role("button", name="Nota"))
    screen.touch(screen.sheet.get_by_role("button", name="La discutieron"))
    screen.touch(screen.sheet.get_by_role("button", name="Anotar"))
    expect(screen.sheet.locator(".notes li")).to_contain_text("recibida")
    _sheet(screen, "nota")
    screen.history(3)
    _sheet(screen, "historial")


def _count(screen: TabletScreen) -> None:
    """The count that marks the second deal as well, and the count with a falla."""
    all_cards = screen.sheet.locator(".key").get_by_text("40", exact=True)
    _sheet(screen, "conteo", screen.button("conteo"))
    screen.tap("segundo-reparto")
    screen.saved(9)
    screen.tap("conteo")
    all_cards.tap()
    screen.sheet.get_by_role("checkbox", name="reclama la falla").tap()
    expect(screen.sheet.locator(".preview")).to_contain_text("por falla")
    shoot(screen.page, "tablet-conteo-falla")
    screen.sheet.get_by_role("button", name="ANOTAR EL CONTEO").tap()
    expect(screen.sheet.get_by_role("button", name="ES CORRECTO")).to_be_visible()
    shoot(screen.page, "tablet-pregunta")
    screen.right()
    screen.saved(10)


def _proclaim(screen: TabletScreen) -> None:
    """To forty; the rival has fewer than ten in the first chica, which ends the mesa."""
    number = 10
    while not screen.button("proclama").count():
        number += 1
        screen.tap("caida" if number % 2 else "limpia", "A")
        screen.saved(number)
    shoot(screen.page, "tablet-cuarenta")
    screen.tap("proclama")
    expect(screen.sheet.locator(".preview")).to_contain_text("zapatería")
    shoot(screen.page, "tablet-proclama")
    screen.hold(screen.sheet.get_by_role("button", name="PROCLAMAR"))


def _pin(screen: TabletScreen, pin: str) -> None:
    """Key it in, where it is asked for."""
    keys = screen.page.locator(".pin-keys")
    keys.wait_for()
    for digit in pin:
        keys.get_by_role("button", name=digit, exact=True).tap()


def _practise(screen: TabletScreen) -> None:
    """The first thing to try in a practice."""
    screen.page.get_by_role("button", name="PRÁCTICA GUIADA").tap()
    screen.page.locator(".chip-practice").wait_for(timeout=60_000)
    shoot(screen.page, "tablet-practica")
    screen.page.locator(".back").tap()
    screen.page.locator(".mesa-card").first.wait_for()


def _sign(screen: TabletScreen, pin: str) -> None:
    """A signs; B under protest, having thought of not signing; the Juez seals."""
    page = screen.page
    page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    shoot(page, "tablet-congelar")
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))
    screen.page.locator(".pin-keys").wait_for()
    shoot(page, "tablet-pin")
    _pin(screen, pin)
    page.get_by_role("button", name="SOY DE LA PAREJA A").wait_for()
    shoot(page, "tablet-entregar")
    page.get_by_role("button", name="SOY DE LA PAREJA A").tap()
    shoot(page, "tablet-firma-opciones")
    page.get_by_role("button", name="FIRMO", exact=True).tap()
    screen.sign()
    shoot(page, "tablet-firma")
    page.get_by_role("button", name="CONFIRMAR").tap()
    page.get_by_role("button", name="SOY DE LA PAREJA B").tap()
    page.get_by_role("button", name="NO FIRMO").tap()
    page.get_by_role("button", name="Se retiró sin firmar").tap()
    shoot(page, "tablet-no-firma")
    page.get_by_role("button", name="‹ Volver").tap()
    page.get_by_role("button", name="FIRMO BAJO PROTESTA").tap()
    page.get_by_role("button", name="Caída reclamada tarde").tap()
    screen.sign()
    shoot(page, "tablet-protesta")
    page.get_by_role("button", name="CONFIRMAR").tap()
    page.get_by_role("button", name="SOY EL JUEZ").tap()
    screen.sign()
    page.get_by_role("button", name="SELLAR").tap()
    _pin(screen, pin)
    page.get_by_role("heading", name="Planilla sellada").wait_for()
    shoot(page, "tablet-sellada")
