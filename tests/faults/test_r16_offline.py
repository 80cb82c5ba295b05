"""R16: two hundred touches without a network, the browser killed among them, the tablet started again: all there, once."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.async_api import async_playwright

from tests.factories.referee import Keeper
from tests.faults.churn.browsers import Browser
from tests.faults.churn.hall import Seat, logs, scores, seats
from tests.faults.churn.ledger import DAMAGES, damages
from tests.faults.churn.links import Link
from tests.faults.churn.running import apart
from tests.faults.churn.tablet import Tablet
from tests.faults.conftest import Size
from tests.faults.killing import Mortal, mortal

pytestmark = [pytest.mark.faults, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAIT_S = 60.0
LONGEST_S = 600.0
TICK_S = 0.1
INSTALLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


async def touch(tablet: Tablet, until: int) -> None:
    while len(tablet.ledger.shown) < until:
        await tablet.turn()


async def offline(
    seat: Seat, server: Mortal, chromium: str, profile: Path, touches: int, seed: int
) -> tuple[Tablet, float, dict]:
    """The tablet, how many seconds it took to send all of it, and how it stands then."""
    link = Link(server.port, seed, files={})
    async with async_playwright() as playwright:
        browser = Browser(playwright, chromium, profile)
        await browser.start()
        await link.open()
        tablet = Tablet(link, browser, seat.session, seat.ledger, seed, engine=seed % 2 == 0)
        await tablet.open()
        await _until(tablet, lambda seen: seen["screen"] == "play")
        assert tablet.page is not None
        await tablet.page.wait_for_function(INSTALLED, timeout=1000 * WAIT_S)

        await link.close()
        await touch(tablet, random.Random(seed).randint(touches // 4, 3 * touches // 4))
        browser.kill()
        tablet.die()
        await browser.close()
        await browser.start()
        await tablet.open()
        await touch(tablet, touches)
        await tablet.reload()
        await _until(tablet, lambda seen: seen["screen"] == "play" and len(seen["outbox"]) >= touches - 1)

        await link.open()
        begun = time.monotonic()
        standing = await _until(tablet, lambda seen: not seen["outbox"] and seen["screen"] == "play")
        seconds = time.monotonic() - begun
        await browser.close()
        await link.close()
    return tablet, seconds, standing


async def _until(tablet: Tablet, reached: Callable[[dict], bool]) -> dict:
    until = time.monotonic() + WAIT_S
    while not reached(standing := await tablet.standing()):
        assert time.monotonic() < until, standing
        await asyncio.sleep(TICK_S)
    return standing


@pytest.mark.long
def test_what_was_touched_without_a_network_arrives_once_and_in_order(
    hall: Callable[[int], list[Keeper]], shell_path: str, size: Size, tmp_path: Path, report: Callable[..., None]
) -> None:
    runs = []
    with mortal(tmp_path / "server", FAULTS_STATIC="1") as server:
        for seed, seat in enumerate(seats(hall(size.offlines), server.port, shared=0)):
            profile = tmp_path / f"profile-{seed}"
            work = offline(seat, server, shell_path, profile, size.touches_offline, seed)
            tablet, seconds, standing = apart(work, LONGEST_S)
            stored = logs([seat.ledger.mesa])
            found = damages([seat.ledger], stored, set())
            runs.append(
                {"shown": len(seat.ledger.shown), "sent_in_s": round(seconds, 2), "engine": tablet.engine, **found}
            )
            assert found == Counter(dict.fromkeys(DAMAGES, 0))
            assert len(seat.ledger.shown) >= size.touches_offline
            assert standing["score"] == scores([seat.ledger.mesa])[seat.ledger.mesa]
    call_command("verificar_bitacora", stdout=StringIO())  # what the tablets signed, too
    report(runs=runs)
