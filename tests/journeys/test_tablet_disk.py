"""What the tablet shows as saved is on its disk: without a network, after a restart, and never when the disk fails."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Mesa, Planilla
from tests.factories.referee import Keeper, log_of
from tests.journeys.tablet_screen import ALL_SENT, TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

API, JUGADAS, RULES = "**/api/**", "**/jugadas", "**/rules.zip"
ENGINE_MS = 60_000  # on a busy machine

# The rows of a store of the tablet, as they lie on its disk.
ROWS = """store => new Promise((resolve, reject) => {
    const opened = indexedDB.open('cuarenta-tablet');
    opened.onsuccess = () => {
        const asked = opened.result.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => { opened.result.close(); resolve(asked.result); };
        asked.onerror = reject;
    };
    opened.onerror = reject;
})"""

# Touches as a tablet keeps them that was long without a network: each caida is annulled by the next row.
MANY = """([count, mesa, epoch]) => new Promise((resolve, reject) => {
    const opened = indexedDB.open('cuarenta-tablet');
    opened.onsuccess = () => {
        const tx = opened.result.transaction('outbox', 'readwrite', { durability: 'strict' });
        for (let seq = 2; seq < count + 2; seq += 1) {
            const line = seq % 2 ? `anula ${seq - 1}` : 'caida A';
            const item = { mesa, epoch, kind: 'jugada', clientId: crypto.randomUUID(), at: Date.now(), label: line, line, seq };
            tx.objectStore('outbox').add({ ...item, subject: null, points: null, key: '', after: null });
        }
        tx.oncomplete = () => { opened.result.close(); resolve(); };
        tx.onerror = reject;
    };
})"""

# A disk that takes what it is given and gives it up before it is there, while `full` says so.
FAILING = """() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...given) {
        const asked = add.apply(this, given);
        if (window.full) {
            this.transaction.onabort = () => (window.refused = (window.refused ?? 0) + 1);
            this.transaction.abort();
        }
        return asked;
    };
}"""

# A disk that has what the server said of a mesa a second later.
SLOW = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
        const until = performance.now() + 1000;
        const hold = () => {
            if (performance.now() < until) this.get('').onsuccess = hold;
        };
        if (this.name === 'mesas') hold();
        return put.apply(this, given);
    };
}"""

# A result frozen with a PIN: as it waits to be sent, as a code of a rescue says it, as it lies once it was set aside.
PROVED = """async () => {
    const { Storage } = await import('/static/tablet/storage.js');
    const { Outbox } = await import('/static/tablet/outbox.js');
    const { codesOf, codeRead } = await import('/static/tablet/rescue.js');
    const storage = new Storage();
    const outbox = new Outbox(storage, 'mesa');
    const frozen = { mesa: 'mesa', epoch: 1, kind: 'act', act: 'freeze', clientId: 'freeze-1', at: 0, label: '', line: null, seq: null };
    await outbox.add([{ ...frozen, body: { digest: 'd', pin_proof: 'secret' } }], null);
    const [waiting] = await storage.all('outbox');
    const { codes } = await codesOf('', outbox.items, []);
    const [code] = await codeRead(codes[0]);
    await outbox.setAside(outbox.items, { code: 'relevo', message: '', article: null }, [], null);
    const [aside] = await storage.all('aside');
    return [waiting.body, code.items[0].body, aside.body];
}"""


# What a tablet of the first version had on its disk.
OLDER = """() => new Promise((resolve, reject) => {
    const opened = indexedDB.open('cuarenta-tablet', 1);
    opened.onupgradeneeded = () => opened.result.createObjectStore('kept');
    opened.onsuccess = () => {
        const tx = opened.result.transaction('kept', 'readwrite');
        const item = (clientId, line) => ({ clientId, line, at: 0, label: line });
        tx.objectStore('kept').put({ token: 'secret' }, 'session');
        tx.objectStore('kept').put({ epoch: 3, items: [item('a', 'caida A'), item('b', 'limpia B')], refused: [item('c', 'ronda A K')] }, 'pending:one');
        tx.oncomplete = () => { opened.result.close(); resolve(); };
        tx.onerror = reject;
    };
})"""
NEWER = """async () => {
    const { Storage } = await import('/static/tablet/storage.js');
    const storage = new Storage();
    const what = ({ mesa, epoch, kind, clientId, line }) => [mesa, epoch, kind, clientId, line].join(' ');
    return {
        outbox: (await storage.all('outbox', 'one')).map(what),
        aside: (await storage.all('aside', 'one')).map(what),
        session: await storage.get('session'),
        before: (await storage.get('pending:one')) ?? null,
    };
}"""


@pytest.fixture
def context(open_context: Callable[..., BrowserContext]) -> BrowserContext:
    return open_context()


def begun(kept: Keeper, page: Page, live_server: LiveServer) -> TabletScreen:
    """A mesa in its first data; the keeper writes to it as the Mesa de Control might."""
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    mesa = kept.fixture.mesa
    kept.mesa_id, kept.device = mesa.public_id, mesa.device
    return screen


@pytest.fixture
def screen(kept: Keeper, context: BrowserContext, live_server: LiveServer) -> TabletScreen:
    """Of a tablet that cannot run the rulebook."""
    return begun(kept, context.new_page(), live_server)


def kept_here(screen: TabletScreen, saved: int, unsent: int) -> None:
    expect(screen.chip).to_contain_text(re.compile(rf"Guardado hasta la {saved}\b.*\b{unsent} por enviar", re.DOTALL))


def freeze(screen: TabletScreen) -> None:
    screen.page.get_by_role("button", name="CONGELAR RESULTADO").tap()
    screen.hold(screen.sheet.get_by_role("button", name="CONGELAR RESULTADO"))


def sign(screen: TabletScreen, who: str, done: str = "CONFIRMAR") -> None:
    screen.page.get_by_role("button", name=who).tap()
    if done == "CONFIRMAR":
        screen.page.get_by_role("button", name="FIRMO", exact=True).tap()
    screen.sign()
    screen.page.get_by_role("button", name=done).tap()
    expect(screen.page.locator("canvas")).to_have_count(0)


def test_with_the_rulebook_on_it_a_tablet_keeps_a_mesa_without_a_network(
    kept: Keeper, open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    page = open_context(engine=True).new_page()
    screen = begun(kept, page, live_server)
    ready = page.locator("html[data-engine=ready]")
    expect(ready).to_have_count(1, timeout=ENGINE_MS)
    page.route(API, lambda route: route.abort())

    screen.tap("caida", "A")
    kept_here(screen, 2, 1)
    screen.score(2, 0)
    expect(screen.latest.first).to_contain_text("2 · A Caída +2 por enviar")
    screen.tap("limpia", "B")
    screen.score(2, 2)
    screen.undo()
    screen.score(2, 0)
    kept_here(screen, 4, 3)
    expect(page.locator(".unsaved")).to_have_count(0)
    screen.conteo(40)
    screen.score(28, 0)
    expect(page.locator(".mesa-title")).to_contain_text("Data 2 · reparto 1")
    row = screen.history(2)
    screen.touch(row.get_by_role("button", name="Pareja equivocada"))
    screen.touch(row.get_by_role("button", name="Cambiar pareja"))
    screen.score(26, 2)
    kept_here(screen, 8, 7)
    assert len(log_of(kept.mesa)) == 1

    held: list[Route] = []
    page.route(RULES, lambda route: held.append(route))  # noqa: PLW0108 (Playwright wraps no builtin)
    screen.restart()  # what was shown is shown at once, though nothing here can fold it yet
    screen.score(26, 2)
    expect(ready).to_have_count(0)
    kept_here(screen, 8, 7)
    screen.tap("limpia", "A")
    kept_here(screen, 9, 8)
    expect(page.locator(".unsaved")).to_contain_text(["+2 por confirmar", "por confirmar"])
    screen.score(26, 2)
    page.wait_for_function("() => document.documentElement.dataset.engine === 'loading'")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(ready).to_have_count(1, timeout=ENGINE_MS)
    screen.score(28, 2)
    expect(page.locator(".unsaved")).to_have_count(0)

    kept.record("ronda B 4")  # somebody else's row comes in between
    page.unroute(API)
    screen.retry()

    screen.saved(10)
    assert log_of(kept.mesa)[1:] == [
        "ronda B 4",
        "caida A",
        "limpia B",
        "anula 4",
        "segundo-reparto",
        "conteo A=40 B=0 mesa=0",
        'anula 3 "Pareja equivocada"',
        "caida B",
        "limpia A",
    ]
    screen.score(*kept.mesa.state["marcador"].values())
    assert page.evaluate(ROWS, "outbox") == []

    page.route(API, lambda route: route.abort())
    screen.touch(screen.more("abandono", "B"))
    screen.touch(screen.sheet.get_by_role("button", name="Se retira por salud"))
    screen.hold(screen.sheet.get_by_role("button", name="ANOTAR ABANDONO"))
    freeze(screen)
    sign(screen, "SOY DE LA PAREJA A")
    kept.record("limpia B")  # what was signed is not what the log will be
    page.unroute(API)
    screen.retry()
    expect(screen.toast).to_contain_text("la huella es otra")
    expect(page.locator(".standing")).to_have_text("Mesa terminada")
    screen.saved(12)
    assert [(each["act"], each["code"]) for each in page.evaluate(ROWS, "aside")] == [
        ("freeze", "digest-distinto"),
        ("sign", "digest-distinto"),
    ]

    page.route(API, lambda route: route.abort())
    freeze(screen)
    fingerprint = page.locator(".fingerprint").inner_text()
    sign(screen, "SOY DE LA PAREJA A")
    sign(screen, "SOY DE LA PAREJA B")
    screen.restart()
    sign(screen, "SOY EL JUEZ", "SELLAR")
    expect(page.get_by_role("heading", name="Planilla sellada")).to_be_visible()
    kept_here(screen, 12, 4)
    page.unroute(API)
    screen.retry()
    expect(screen.chip).to_contain_text(ALL_SENT)
    planilla = Planilla.objects.get()
    assert (planilla.status, planilla.signatures.count()) == (Planilla.Status.SEALED, 3)
    assert fingerprint == f"Huella {planilla.fingerprint}"


def test_a_disk_that_fails_is_said_over_everything_and_nothing_is_recorded(kept: Keeper, screen: TabletScreen) -> None:
    page = screen.page
    failed = page.get_by_role("heading", name="NO SE GUARDÓ")
    page.evaluate(FAILING)
    page.evaluate("full = true")
    screen.tap("caida", "A")
    expect(failed).to_be_visible()
    expect(page.locator(".not-saved li")).to_have_text(["A Caída +2"])
    assert screen.chip.count() == 0
    refused = page.evaluate("refused")
    page.get_by_role("button", name="REINTENTAR").tap()
    page.wait_for_function(f"() => window.refused > {refused}")
    expect(failed).to_be_visible()
    assert page.evaluate(ROWS, "outbox") == []
    assert len(log_of(kept.mesa)) == 1

    page.evaluate("full = false")
    page.get_by_role("button", name="REINTENTAR").tap()
    screen.saved(2)
    page.evaluate("full = true")
    screen.tap("limpia", "B")
    expect(failed).to_be_visible()
    screen.hold(page.get_by_role("button", name="No anotarlas: quedan en papel"))
    page.evaluate("full = false")
    screen.saved(2)
    screen.tap("limpia", "A")

    screen.saved(3)
    screen.score(4, 0)
    assert log_of(kept.mesa)[1:] == ["caida A", "limpia A"]


def test_sides_that_the_disk_does_not_keep_are_swapped_on_the_screen_and_that_is_said(screen: TabletScreen) -> None:
    page, swap = screen.page, screen.page.get_by_role("button", name="⇄ Lados")
    page.evaluate(FAILING.replace("add", "put"))
    page.evaluate("full = true")
    swap.tap()
    expect(screen.toast).to_contain_text("Lados cambiados. NO SE GUARDÓ")

    page.evaluate("full = false")
    screen.toast.get_by_role("button", name="Deshacer").tap()
    expect(screen.toast).to_contain_text("Lados cambiados")
    expect(screen.toast).not_to_contain_text("NO SE GUARDÓ")


@pytest.mark.long
def test_what_is_called_sent_is_what_the_screen_shows_however_slow_the_disk(
    kept: Keeper, context: BrowserContext, live_server: LiveServer
) -> None:
    page = context.new_page()
    screen = TabletScreen(page, live_server.url)
    screen.sign_in(kept.juez)
    page.evaluate(SLOW)
    screen.open_mesa()
    screen.seat()
    screen.draw("7", "2", "7", "3")
    page.locator(".dealers button").first.tap()

    screen.saved(1)
    assert page.locator(".play").count() == 1
    page.keyboard.press("q")  # at once: there is a button for it
    screen.saved(2)
    assert log_of(Mesa.objects.get())[1:] == ["caida A"]


def test_a_second_tab_only_reads_until_the_first_one_is_gone(
    kept: Keeper, screen: TabletScreen, context: BrowserContext
) -> None:
    second = TabletScreen(context.new_page(), screen.url)
    second.start()

    expect(second.chip).to_contain_text("Solo lectura")
    expect(second.chip).to_contain_text("abierta en otra pestaña")
    second.tap("caida", "B")
    expect(second.toast).to_contain_text("ya no anota")
    screen.tap("caida", "A")
    screen.saved(2)
    screen.page.close()

    second.saved(2)
    second.score(2, 0)
    second.tap("limpia", "B")
    second.saved(3)
    assert log_of(kept.mesa)[1:] == ["caida A", "limpia B"]


@pytest.mark.long
def test_five_hundred_unsent_are_acknowledged_in_their_order(kept: Keeper, screen: TabletScreen) -> None:
    screen.page.route(API, lambda route: route.abort())
    mesa = kept.mesa
    screen.page.evaluate(MANY, [500, str(mesa.public_id), mesa.lease_epoch])
    screen.restart()
    kept_here(screen, 501, 500)

    screen.page.unroute(API)
    screen.retry()

    expect(screen.chip).to_contain_text(ALL_SENT, timeout=60_000)
    screen.saved(501)
    assert log_of(kept.mesa)[1:] == [f"anula {seq - 1}" if seq % 2 else "caida A" for seq in range(2, 502)]
    assert screen.page.evaluate(ROWS, "outbox") == []


@pytest.mark.long
def test_what_the_server_refuses_stays_on_the_disk_until_it_is_read_and_kept(
    kept: Keeper, screen: TabletScreen
) -> None:
    screen.page.route("**/api/**/quarantine", lambda route: route.abort())
    kept.record('ajusta B +40 "acta 1"')  # the tablet does not know yet that the chica is over
    screen.tap("caida", "A")
    screen.saved(2)
    expect(screen.page.locator(".latest .refused")).to_have_count(1)
    (aside,) = screen.page.evaluate(ROWS, "aside")
    assert (aside["line"], aside["code"], aside["seen"], aside["kept"]) == (
        "caida A",
        "chica-por-proclamar",
        False,
        False,
    )

    screen.touch(screen.page.get_by_role("button", name="Historial"))
    screen.touch(screen.sheet.get_by_role("button", name="Visto"))
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".latest .refused")).to_have_count(0)
    screen.restart()
    screen.saved(2)

    (aside,) = screen.page.evaluate(ROWS, "aside")
    assert (aside["line"], aside["seen"], aside["kept"]) == ("caida A", True, False)


def test_the_proof_of_a_pin_is_kept_only_as_long_as_it_may_be_sent(tablet_page: Page, live_server: LiveServer) -> None:
    tablet_page.goto(f"{live_server.url}/tablet/")
    tablet_page.locator("main").wait_for()

    waiting, code, aside = tablet_page.evaluate(PROVED)

    assert waiting == {"digest": "d", "pin_proof": "secret"}  # the server asks for it
    assert code == aside == {"digest": "d"}


def test_what_an_older_version_had_not_sent_is_carried_over(tablet_page: Page, live_server: LiveServer) -> None:
    tablet_page.route("**/tablet/main.js", lambda route: route.abort())  # the page without the app
    tablet_page.goto(f"{live_server.url}/tablet/")
    tablet_page.evaluate(OLDER)

    assert tablet_page.evaluate(NEWER) == {
        "outbox": ["one 3 jugada a caida A", "one 3 jugada b limpia B"],
        "aside": ["one 3 jugada c ronda A K"],
        "session": {"token": "secret"},
        "before": None,
    }
