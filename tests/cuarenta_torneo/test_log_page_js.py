"""What a page does with the log that it keeps: a hall's network that fails is no alarm, and a screen that is passed on mixes no two logs."""

import json
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.chromium import PATIENCE_MS
from tests.cuarenta_torneo.test_log_keeping_js import BASE, VKEY, Server

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parents[2] / "cuarenta_torneo/static"
PLACE = """<p data-log="/c/a/punto/" hidden><span data-log-size></span> <span data-log-state></span></p><div data-log-warning></div>
<script type="module">import { saw } from "/site/log_page.js"; globalThis.saw = saw</script>"""


class Hall:
    """A server whose log `a` a page follows, over a network that fails when it is told to."""

    def __init__(self, page: Page, body: str = PLACE) -> None:
        self.page, self.body, self.fails = page, body, False
        self.held: list[Route] = []
        self.holds, self.missing = "", ""
        self.server, self.answers = Server(BASE), dict[str, str]()
        page.clock.install()
        page.add_init_script("Math.random = () => 0")
        page.route("**/*", self._served)
        page.goto("https://torneo.example/")

    def _served(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/":
            route.fulfill(body=self.body, content_type="text/html")
        elif path.startswith(("/site/", "/tablet/")):
            if self.fails:
                route.abort()
            else:
                route.fulfill(path=STATIC / path.removeprefix("/"), content_type="text/javascript")
        elif self.holds and path.endswith(self.holds):
            self.held.append(route)
        elif self.fails:
            route.abort()
        else:
            self.answer(route)

    def answer(self, route: Route) -> None:
        below = urlsplit(route.request.url).path.partition("/punto/")[2]
        found = f"{VKEY}\n" if below == "clave" else self.answers.get(below)
        route.fulfill(status=404 if found is None or below == self.missing else 200, body=found or "")

    def head(self, size: int) -> dict[str, Any]:
        """What comes with a board; from now on the server proves it."""
        note, proved = self.server.at(size)
        self.answers |= proved | {f"{size}/": note}
        return {"size": size, "root": root_of(note), "at": "2026-12-05T02:14:00Z"}

    def saw(self, head: dict[str, Any] | None, log: str | None = None) -> None:
        self.page.evaluate("([head, log]) => saw(head ?? undefined, log ?? undefined)", [head, log])

    def half_a_minute_goes_by(self) -> None:
        """Then what failed is tried again."""
        self.page.clock.run_for(31_000)
        self.page.wait_for_timeout(50)

    def time_goes_by_until(self, sign: Locator, meanwhile: Callable[[], None] = lambda: None) -> None:
        """The page's clock is ours, but an answer takes time of the machine's: a busy one needs more half minutes until it shows."""
        end = monotonic() + PATIENCE_MS / 1000
        while not sign.count():
            assert monotonic() < end, f"{sign} does not come"
            meanwhile()
            self.half_a_minute_goes_by()

    def kept(self, log: str = "/c/a/punto/") -> Any:
        return json.loads(self.page.evaluate("(log) => localStorage.getItem(log)", log) or "null")


def root_of(note: str) -> str:
    return b64decode(note.split("\n")[2]).hex()[:16]


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    return open_context().new_page()


def test_a_network_that_is_down_for_long_is_no_alarm_and_a_server_that_goes_on_without_proof_is(page: Page) -> None:
    hall = Hall(page)
    alert, state = page.get_by_role("alert"), page.locator("[data-log-state]")
    hall.saw(hall.head(3))
    expect(state).to_contain_text("el primero que guarda")

    hall.fails = True
    hall.saw(hall.head(7))
    for _ in range(20):
        hall.half_a_minute_goes_by()
    expect(state).to_contain_text("sin comprobar todavía")
    expect(alert).to_have_count(0)

    hall.fails = False
    page.reload()  # hours later, as of a phone that slept
    hall.saw(hall.head(7))
    expect(state).to_contain_text("comprobado en este equipo")
    expect(alert).to_have_count(0)

    hall.missing = "12/desde/7"
    hall.saw(hall.head(12))
    hall.time_goes_by_until(alert)
    expect(alert).to_contain_text("el servidor no prueba")


def test_a_wrong_proof_on_the_way_is_told_as_none_and_taken_back_once_the_right_one_comes(page: Page) -> None:
    hall = Hall(page)
    alert, state = page.get_by_role("alert"), page.locator("[data-log-state]")
    hall.saw(hall.head(7))
    expect(state).to_contain_text("el primero que guarda")
    head = hall.head(12)
    right = hall.answers["12/desde/7"]

    hall.answers["12/desde/7"] = json.dumps({"proof": [right[12:56]]})
    hall.saw(head)
    hall.time_goes_by_until(alert)
    expect(alert).to_contain_text("el servidor no prueba")
    assert hall.kept()["alarm"] is None

    hall.answers["12/desde/7"] = right
    hall.half_a_minute_goes_by()
    expect(state).to_contain_text("comprobado en este equipo")
    expect(alert).to_have_count(0)


def test_requests_for_proofs_that_fail_while_the_boards_go_on_are_an_alarm(page: Page) -> None:
    hall = Hall(page)
    hall.saw(hall.head(3))
    expect(page.locator("[data-log-state]")).to_contain_text("el primero que guarda")

    hall.fails = True
    alert = page.get_by_role("alert")
    hall.time_goes_by_until(alert, meanwhile=lambda: hall.saw(hall.head(7)))

    expect(alert).to_contain_text("el servidor no prueba")


@pytest.mark.parametrize(("last", "says"), [("", "Coincide"), ("0", "NO coincide")])
def test_what_a_paper_says_is_compared_with_what_was_kept_of_its_size_and_the_link_is_of_the_newest(
    page: Page, last: str, says: str
) -> None:
    """A paper has sixteen digits, which are nothing beside a checkpoint of another size."""
    paper = root_of(Server(BASE).at(3)[0])
    changed = paper[:-1] + ("1" if paper[-1] == "0" else last) if last else paper
    link = '<a href="/c/a/punto/?n=1&r=x">Registro:</a>'
    hall = Hall(
        page,
        PLACE.replace(" hidden>", f" hidden>{link}") + f'<p data-log-seen data-size="3" data-root="{changed}"></p>',
    )
    for size in (3, 7):
        hall.saw(hall.head(size))
        expect(page.locator("[data-log-state]")).to_contain_text("comprobado" if size == 7 else "el primero")

    expect(page.locator("[data-log-seen]")).to_contain_text(says)
    assert f"?n=7&r={hall.head(7)['root']}" in (page.locator("[data-log] a").get_attribute("href") or "")


def test_a_screen_that_is_passed_on_keeps_nothing_of_one_log_as_the_other(page: Page) -> None:
    hall = Hall(page)
    hall.holds = "/3/"
    with page.expect_request("**/c/a/punto/3/"):
        hall.saw(hall.head(3))

    hall.saw(None, "/c/b/punto/")
    hall.holds = ""
    with page.expect_response("**/c/a/punto/3/"):
        hall.answer(hall.held.pop())
    page.clock.run_for(60_000)

    assert hall.kept("/c/b/punto/") is None
    hall.saw(hall.head(3), "/c/a/punto/")
    expect(page.locator("[data-log-state]")).to_contain_text("el primero que guarda")


def test_a_tablet_whose_network_failed_once_follows_the_log_from_the_next_pulse_on(page: Page) -> None:
    hall = Hall(page, "<main></main>")
    watch = "async (head) => (await import('/tablet/log_watch.js')).watch(head, 'a').catch(() => {})"
    page.evaluate("() => import('/tablet/log_watch.js')")
    hall.fails = True
    page.evaluate(watch, hall.head(3))
    assert page.locator("[data-log]").count() == 0

    hall.fails = False
    page.evaluate(watch, hall.head(3))

    page.wait_for_function("localStorage.getItem('/c/a/punto/') !== null")
    assert page.locator("[data-log]").count() == 1


def test_a_browser_that_knows_no_ed25519_is_not_told_of_https(page: Page) -> None:
    page.add_init_script(
        "SubtleCrypto.prototype.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))"
    )
    hall = Hall(page)

    hall.saw(hall.head(3))

    expect(page.locator("[data-log-state]")).to_contain_text("no comprobado: este navegador es muy antiguo")
