"""Who plays most journeys: one Juez with one mesa, and a tablet of which nobody knows yet."""

from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.factories.referee import Keeper, keeper
from tests.journeys.tablet_screen import TabletScreen


@pytest.fixture
def kept() -> Keeper:
    return keeper()


@pytest.fixture
def screen(tablet_page: Page, live_server: LiveServer) -> TabletScreen:
    return TabletScreen(tablet_page, live_server.url)


@pytest.fixture
def axe(project_root: Path) -> str:
    """The script that finds what cannot be read or used."""
    return (project_root / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
