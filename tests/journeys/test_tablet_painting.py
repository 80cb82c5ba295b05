"""A touch is answered in two paintings: what it is waited for first, then all that follows from it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.referee import keeper
from tests.journeys.tablet_screen import TabletScreen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What is on the screen at the moment in which it says that row 2 is saved.
FIRST = """() => {
  const row = () => document.querySelector('.latest li')?.textContent ?? '';
  globalThis.first = new Promise((done) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector('.mesa-head > .chip').textContent.includes('hasta la 2')) return;
      watcher.disconnect();
      const score = document.querySelector('[data-score=A] output').textContent;
      const busy = document.querySelector('.play').ariaBusy;
      done({ score, busy, listed: row().includes('2 ·'), buttons: document.querySelectorAll('.play-button.award').length });
    });
    watcher.observe(document, { subtree: true, childList: true, characterData: true });
  });
}"""


@pytest.mark.long
def test_the_score_comes_with_the_saved_number_and_the_rest_right_after_it(
    open_context: Callable[..., BrowserContext], live_server: LiveServer
) -> None:
    kept, page = keeper(), open_context(engine=True).new_page()
    screen = TabletScreen(page, live_server.url)
    screen.begin(kept.juez)
    page.locator("html[data-engine=ready]").wait_for(state="attached", timeout=60_000)
    buttons = page.locator(".play-button.award").count()
    page.evaluate(FIRST)

    screen.tap("caida", "A")

    assert page.evaluate("first") == {"score": "2", "busy": "true", "listed": False, "buttons": buttons}
    screen.saved(2)
    expect(screen.latest.first).to_contain_text("2 ·")
    expect(page.locator(".undo")).to_contain_text("Caída")
