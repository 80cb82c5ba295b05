"""The engine of the tablet in a real browser: loaded once, then asked by every test.

Its files come from the product's own WSGI application, headers and all; no database is behind it.
"""

import json
from collections.abc import Iterator
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.wsgi import get_wsgi_application
from playwright.sync_api import Browser, Page

LOAD_MS = 120_000  # on a busy machine; nothing waits longer than it must
NOWHERE = "/no-hay-tal-pagina/"  # a page with the policy of all pages and nothing on it
MAKE = """async () => {
    const { Engine } = await import('/static/tablet/engine/engine.js');
    window.engine = new Engine();
    window.statuses = [engine.status];
    engine.addEventListener('status', () => statuses.push(engine.status));
}"""
START = """() => {
    engine.start();
    engine.start();
    return engine.ready;
}"""
READY = """() => new Promise((resolve) => {
    engine.addEventListener('status', () => { if (engine.status === 'ready') resolve(true); });
})"""


class Threads(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *_args: object) -> None:
        pass


class Rulebook:
    """The engine of one page, asked as JavaScript asks it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def run(self, script: str, *arguments: object) -> Any:
        """What an async function of `engine` and the arguments answers; as text, since Playwright is slow with more."""
        told = self.page.evaluate(
            f"async (given) => JSON.stringify((await ({script})(engine, ...given)) ?? null)", arguments
        )
        return json.loads(told)

    def ask(self, what: str, *arguments: object) -> Any:
        """Call a method of the engine; a refusal comes back as `{"refused": {…}}`."""
        return self.run(
            """async (engine, what, ...given) => {
                try {
                    return await engine[what](...given);
                } catch (error) {
                    if (!error.body) throw error;
                    return { refused: error.body };
                }
            }""",
            what,
            *arguments,
        )


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    with make_server("127.0.0.1", 0, get_wsgi_application(), Threads, Quiet) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def rulebook(browser: Browser, site: str) -> Iterator[Rulebook]:
    """An engine that could not be loaded at first, and tried again by itself."""
    context = browser.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.set_default_timeout(LOAD_MS)
    page.goto(f"{site}{NOWHERE}")
    page.evaluate(MAKE)
    page.route("**/pyodide.mjs", lambda route: route.abort())
    assert not page.evaluate(START)
    page.unroute("**/pyodide.mjs")
    assert page.evaluate(READY), said
    yield Rulebook(page)
    context.close()
