"""The app on the tablet itself: it starts with no network where it was, is of one version, and says what it cannot promise."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Device, Jugada
from referee.selectors import shell as shell_files
from tests.chromium import FLAGS, TABLET
from tests.factories.referee import Keeper, log_of
from tests.journeys.tablet_screen import MISSING, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STARTS = int(os.environ.get("COLD_STARTS", "2"))
WHOLE_MS = 60_000
LOOK = """async () => {
    const found = await navigator.serviceWorker.getRegistration();
    await found.update();
    while (!found.waiting) await new Promise((resolve) => { setTimeout(resolve, 50); });
}"""
WAITING = "() => navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))"
# The browser's own wake locks, counted.
COUNT_LOCKS = """
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
window.locks = [];
navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind);
    window.locks.push(lock);
    return lock;
};
"""
MAIN = "**/tablet/main.js"
AWAKE = "() => window.locks.some(({ released }) => !released)"


@pytest.fixture
def kept_page(open_context: Callable[..., BrowserContext]) -> Page:
    """A tablet whose browser may keep the app."""
    return open_context(service_workers="allow").new_page()


@pytest.fixture
def lit_page(browser: Browser, chromium_path: str) -> Iterator[Page]:
    """The same with windows: without them the screen cannot be kept on."""
    whole = browser.browser_type.launch(executable_path=chromium_path, args=FLAGS)
    page = whole.new_context(locale="es-EC", timezone_id="America/Guayaquil", **TABLET).new_page()
    page.add_init_script("delete globalThis.Worker")
    yield page
    whole.close()


@pytest.mark.long
def test_it_starts_with_no_network_where_it_was_and_goes_on_judging(
    kept: Keeper, browser: Browser, shell_path: str, live_server: LiveServer, tmp_path: Path
) -> None:
    def started() -> BrowserContext:
        """The tablet is turned on: another process on the same disk."""
        return browser.browser_type.launch_persistent_context(
            tmp_path,
            executable_path=shell_path,
            args=FLAGS,
            locale="es-EC",
            timezone_id="America/Guayaquil",
            **TABLET,
        )

    context = started()
    screen = TabletScreen(context.pages[0], live_server.url)
    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.saved(2)
    assert screen.page.evaluate(MISSING) == 0
    context.close()

    for start in range(1, STARTS + 1):
        context = started()
        context.set_offline(True)
        screen = TabletScreen(context.pages[0], live_server.url)
        said: list[str] = []
        screen.page.on("console", lambda message, said=said: said.append(message.text))
        screen.start()
        screen.score(2, 0)
        if start < STARTS:
            context.close()

    engine = screen.page.locator("html")
    expect(engine, str(said)).to_have_attribute("data-engine", "ready", timeout=WHOLE_MS)
    screen.tap("limpia", "A")
    screen.score(4, 0)
    expect(screen.chip).to_contain_text("1 por enviar")
    context.set_offline(False)
    screen.saved(3)
    context.close()
    assert log_of(kept.fixture.mesa)[1:] == ["caida A", "limpia A"]


@pytest.mark.long
def test_a_new_version_waits_until_no_mesa_is_open_and_the_screen_stays_on_meanwhile(
    kept: Keeper, lit_page: Page, page_errors: list[str], live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = lit_page
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.add_init_script(COUNT_LOCKS)
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    assert page.evaluate(AWAKE)
    version = page.locator("html").get_attribute("data-version")
    assert page.evaluate(MISSING) == 0

    monkeypatch.setattr(shell_files, "PICTURES", ("site/favicon.svg", "site/site.css"))
    page.evaluate(LOOK)
    screen.tap("caida", "A")
    screen.saved(2)
    assert page.evaluate(WAITING)
    assert page.locator("html").get_attribute("data-version") == version

    page.get_by_role("button", name="Mis mesas").tap()
    # The browser lets the old one end what it has begun, which it takes five minutes to give up where it misses that end.
    expect(page.locator("html")).not_to_have_attribute("data-version", str(version), timeout=330_000)
    expect(page.locator(".mesa-card")).to_be_visible()
    assert not page.evaluate(AWAKE)
    assert page.evaluate("async () => (await caches.keys()).length") == 1


def test_a_page_whose_script_was_lost_on_its_way_offers_to_be_loaded_again(
    tablet_page: Page, live_server: LiveServer
) -> None:
    page = tablet_page
    page.route(MAIN, lambda route: route.abort())
    page.goto(f"{live_server.url}/tablet/")
    again = page.get_by_role("link", name="Volver a cargar")
    expect(page.get_by_text("Abriendo…")).to_be_visible()
    expect(again).to_be_hidden()  # most pages are only slow

    page.evaluate("document.getAnimations().forEach((each) => each.finish())")
    expect(again).to_be_visible()
    page.unroute(MAIN)
    again.tap()
    expect(page.get_by_label("Usuario")).to_be_visible()


def test_files_that_are_not_those_of_the_list_are_refused_and_the_old_version_goes_on(
    kept_page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = kept_page
    page.goto(f"{live_server.url}/tablet/")
    assert page.evaluate(MISSING) == 0
    version = page.locator("html").get_attribute("data-version")
    listed = shell_files.shell

    def half_updated() -> shell_files.Shell:
        now = listed()
        return shell_files.Shell(
            page="other", app=now.app | {"tablet/app.js": now.app["tablet/main.js"]}, engine=now.engine
        )

    monkeypatch.setattr("referee.views.tablet.shell", half_updated)
    refused = page.evaluate(
        """async () => {
            const found = await navigator.serviceWorker.getRegistration();
            const ended = new Promise((resolve) => found.addEventListener('updatefound', () => {
                const { installing } = found;
                installing.addEventListener('statechange', () => installing.state === 'redundant' && resolve(true));
            }));
            await found.update();
            return ended;
        }"""
    )
    page.context.set_offline(True)
    page.reload()

    assert refused is True
    expect(page.locator("html")).to_have_attribute("data-version", str(version))
    expect(page.get_by_role("button", name="ENTRAR")).to_be_visible()


@pytest.fixture
def plain_http(browser: Browser, shell_path: str, live_server: LiveServer) -> Iterator[tuple[Page, str]]:
    """The hall's address: a name that is not this machine's own, hence no secure context."""
    other = browser.browser_type.launch(
        executable_path=shell_path, args=[*FLAGS, "--host-resolver-rules=MAP sala.test 127.0.0.1"]
    )
    page = other.new_context(locale="es-EC", timezone_id="America/Guayaquil", **TABLET).new_page()
    yield page, live_server.url.replace("localhost", "sala.test").replace("127.0.0.1", "sala.test")
    other.close()


def test_over_plain_http_it_works_and_says_what_it_cannot_promise(kept: Keeper, plain_http: tuple[Page, str]) -> None:
    page, url = plain_http
    screen = TabletScreen(page, url)
    screen.start()
    assert page.evaluate("isSecureContext") is False
    expect(page.locator(".promise")).to_contain_text("Sin HTTPS esta tablet no abre la aplicación cuando no hay red")

    screen.begin(kept.juez)
    screen.tap("caida", "A")
    screen.saved(2)

    screen.score(2, 0)
    page.get_by_role("button", name="Mis mesas").tap()
    expect(page.locator(".promise")).to_contain_text("https://")
    expect(page.get_by_text("Esta tablet no firma sus jugadas: la página no llegó por https.")).to_be_visible()
    assert Device.objects.filter(user=kept.juez).latest("pk").public_key == ""
    assert [row.signed for row in Jugada.objects.all()] == ["", ""]
