"""Who plays most journeys: one Juez with one mesa, and a tablet of which nobody knows yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.factories.referee import Keeper, keeper
from tests.journeys.axe import Axe
from tests.journeys.live_servers import Servers, servers
from tests.journeys.tablet_screen import TabletScreen


@pytest.fixture
def kept() -> Keeper:
    return keeper()


@pytest.fixture
def screen(tablet_page: Page, live_server: LiveServer) -> TabletScreen:
    return TabletScreen(tablet_page, live_server.url)


@pytest.fixture(scope="session")
def started(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Each start takes seconds of both cores: once does for all tests of a process. None of them meets its sweep of a minute."""
    with servers(tmp_path_factory.mktemp("live"), still=True) as there:
        yield there


@pytest.fixture
def running(started: Servers) -> Servers:
    """Pages and stream on this test's database, though the test before stopped them."""
    if not started.processes:
        started.start()
    return started


@pytest.fixture(scope="session")
def axe(project_root: Path) -> Axe:
    """It finds what cannot be read or used."""
    return Axe((project_root / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
