"""A real Chromium for the journeys: a tablet, a phone, and no error on the page goes unseen."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.quick_files import Kept, quick_files

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What draws and what asks the network need not be processes of their own, which cost more than they do; the other
# features are Playwright's own, which ours replace.
ONE_PROCESS = [
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies",
]
# On a busy machine a page may take seconds for what takes none; who waits for nothing waits no longer.
PATIENCE_MS = float(os.environ.get("BROWSER_TIMEOUT_MS", "20000"))
TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.fixture(scope="session")
def chromium_path() -> str:
    finder = Path(__file__).resolve().parent.parent / "bin" / "chromium"
    return subprocess.run([finder], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="session")
def shell_path(chromium_path: str) -> str:
    """Chromium without its windows where `bin/test` found that: each costs a renderer of its own."""
    return os.environ.get("CHROMIUM_SHELL") or chromium_path


@pytest.fixture(scope="session")
def browser(shell_path: str) -> Iterator[Browser]:
    """One for all tests of a process."""
    # Playwright keeps an event loop running in this thread, which Django takes for asynchronous code.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        expect.set_options(timeout=PATIENCE_MS)
        with quick_files(), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shell_path, args=[*FLAGS, *ONE_PROCESS])
            yield browser
            browser.close()


@pytest.fixture
def page_errors() -> Iterator[list[str]]:
    """Collect uncaught exceptions and what the Content-Security-Policy stopped; any left at the end is a failure."""
    errors: list[str] = []
    yield errors
    assert not errors, "\n".join(errors)


@pytest.fixture
def open_context(browser: Browser, page_errors: list[str]) -> Iterator[Callable[..., BrowserContext]]:
    """Open browsers that share nothing: one for each person or device of a journey."""
    opened: list[BrowserContext] = []
    Kept.allowed = True

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            page_errors.append(message.text)

    def open_one(*, engine: bool = False, **options: object) -> BrowserContext:
        if options.get("service_workers") == "allow":
            Kept.allowed = False  # what is there without a network is what the service worker keeps
        context = browser.new_context(
            **{
                "locale": "es-EC",
                "timezone_id": "America/Guayaquil",
                "accept_downloads": True,
                "service_workers": "block",  # it would bring the whole app anew in each test; its own tests allow it
                **TABLET,
                **options,
            }
        )
        context.set_default_timeout(PATIENCE_MS)
        if not engine:  # seconds of both cores for each page; what needs it says so, the rest works against the server
            context.add_init_script("delete globalThis.Worker")
        context.on("weberror", lambda error: page_errors.append(str(error.error)))
        context.on("console", note)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()
    Kept.allowed = False


@pytest.fixture
def tablet_page(open_context: Callable[..., BrowserContext]) -> Page:
    return open_context(**TABLET).new_page()


@pytest.fixture
def phone_page(open_context: Callable[..., BrowserContext]) -> Page:
    return open_context(**PHONE).new_page()
