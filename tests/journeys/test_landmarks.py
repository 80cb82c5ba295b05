"""Who goes from landmark to landmark finds everything in one of them, and each by a name of its own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from tests.access_world import make_world
from tests.journeys.test_pages_access import addresses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RULES = ("region", "landmark-unique", "landmark-no-duplicate-banner", "landmark-banner-is-top-level")
ASKED = """async rules => JSON.stringify((await axe.run(document, { runOnly: rules })).violations
    .flatMap(wrong => wrong.nodes.map(node => [wrong.id, node.html.slice(0, 160)])))"""


def test_every_public_page_is_in_landmarks_with_names_of_their_own(
    live_server: LiveServer, open_context: Callable[..., BrowserContext], settings: Settings, tmp_path: Path, axe: str
) -> None:
    settings.PRINTS_ROOT = tmp_path
    page = open_context(bypass_csp=True).new_page()

    found = {}
    for name, (path, _) in addresses(make_world(tmp_path), "nobody").items():
        page.goto(live_server.url + path)
        page.evaluate(axe)
        if wrong := json.loads(page.evaluate(ASKED, list(RULES))):
            found[name] = wrong

    assert found == {}
