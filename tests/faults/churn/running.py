"""The churn itself: tablets play, and everything around them breaks, for so long and so often."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Error, async_playwright

from tests.faults.churn.browsers import Browser
from tests.faults.churn.hall import Seat
from tests.faults.churn.links import Link
from tests.faults.churn.tablet import Tablet
from tests.faults.killing import Mortal

Result = TypeVar("Result")

SETTLING_S = 150.0  # for the last of it to arrive, after the last fault
WINDOW_S = (2, 10)
TOLD_EVERY_S = 60
TICK_S = 0.5
LONGEST_S = 3600.0  # a browser that never answers is a failure, not a wait


@dataclass(frozen=True)
class Plan:
    """How much: it goes on until `seconds`, `taps` and `kills` are reached.

    `shared`: so many mesas have a second tablet; one of `engines` tablets has the engine; `every`: seconds between two
    faults of a kind, on average.
    """

    tablets: int
    shared: int
    browsers: int
    seconds: float
    taps: int
    kills: int
    every: Mapping[str, float]
    engines: int
    seed: int = 1


@dataclass
class Churned:
    """What was done, and how every tablet stood when all had settled."""

    seconds: dict[str, int]
    kills: dict[str, int]
    take_overs: int
    injected: Counter[str]
    tablets: list[Tablet]
    standing: list[dict[str, Any]]


def apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: other browser tests leave their event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asyncio.wait_for(work, LONGEST_S)).result()


async def churn(seats: Sequence[Seat], server: Mortal, chromium: str, profiles: Path, plan: Plan) -> Churned:
    """Begin, break and settle; browsers and links are closed at the end whatever happened."""
    tablets: list[Tablet] = []
    async with async_playwright() as playwright:
        browsers = [Browser(playwright, chromium, profiles / f"profile-{n}") for n in range(plan.browsers)]
        try:
            for browser in browsers:
                await browser.start()
            for place, seat in enumerate(seats):
                seed, browser = plan.seed * 1000 + place, browsers[place % len(browsers)]
                link = Link(server.port, seed)
                await link.open()
                engine = place % plan.engines == 0
                tablets.append(Tablet(link, browser, seat.session, seat.ledger, seed, engine, plays=seat.plays))
            return await _Churn(tablets, browsers, server, plan).run()
        finally:
            for browser in browsers:
                await browser.close()
            for tablet in tablets:
                await tablet.link.close()


class _Churn:
    def __init__(self, tablets: list[Tablet], browsers: list[Browser], server: Mortal, plan: Plan) -> None:
        self.tablets, self.browsers, self.server, self.plan = tablets, browsers, server, plan
        self.random = random.Random(plan.seed)
        self.stopped = asyncio.Event()
        self.take_overs = 0

    @property
    def kills(self) -> int:
        return self.server.kills + sum(browser.kills for browser in self.browsers)

    @property
    def shown(self) -> int:
        return sum(len(tablet.ledger.shown) for tablet in self.tablets)

    async def run(self) -> Churned:
        begun = time.monotonic()
        await asyncio.gather(*map(self._open, self.browsers))
        for tablet in self.tablets:
            tablet.link.faulty = True
        opened = time.monotonic()
        hands = [asyncio.create_task(tablet.play(self.stopped)) for tablet in self.tablets]
        faults = [
            asyncio.create_task(self._again(self.plan.every[name], fault))
            for name, fault in (
                ("server-kill", self._kill_server),
                ("browser-kill", self._kill_browser),
                ("window", self._window),
                ("reload", self._reload),
                ("take-over", self._take_over),
            )
        ]
        try:
            await self._until_enough(hands + faults)
        finally:
            self.stopped.set()
        await asyncio.gather(*hands, *faults)
        stopped = time.monotonic()
        standing = await self._settle()
        settled = time.monotonic()
        return Churned(
            seconds={
                "opening": round(opened - begun),
                "churning": round(stopped - opened),
                "settling": round(settled - stopped),
            },
            kills={"server": self.server.kills, "browser": sum(browser.kills for browser in self.browsers)},
            take_overs=self.take_overs,
            injected=sum((tablet.link.injected for tablet in self.tablets), Counter()),
            tablets=self.tablets,
            standing=standing,
        )

    async def _until_enough(self, tasks: list[asyncio.Task[None]]) -> None:
        begun = told = time.monotonic()
        while True:
            await asyncio.sleep(TICK_S)
            for task in tasks:
                if task.done():
                    task.result()
            now = time.monotonic()
            if now - told > TOLD_EVERY_S:
                told = now
                print(f"  {now - begun:.0f} s: {self.shown} shown as saved, {self.kills} kills", flush=True)  # noqa: T201
            if now - begun >= self.plan.seconds and self.shown >= self.plan.taps and self.kills >= self.plan.kills:
                return

    async def _again(self, every: float, fault: Callable[[], Awaitable[None]]) -> None:
        while not self.stopped.is_set():
            until = time.monotonic() + self.random.uniform(0.5, 1.5) * every
            while time.monotonic() < until and not self.stopped.is_set():
                await asyncio.sleep(TICK_S)
            if not self.stopped.is_set():
                await fault()

    async def _open(self, browser: Browser) -> None:
        for tablet in self.tablets:
            if tablet.browser is browser:
                await self._open_tablet(tablet)

    async def _open_tablet(self, tablet: Tablet) -> None:
        """Also where its link refuses everything just now and the page is not on its disk yet."""
        for _ in range(60):
            try:
                await tablet.open()
            except Error:
                await asyncio.sleep(1)
            else:
                return
        raise TimeoutError("a tablet does not open")

    async def _kill_server(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.wait)

    async def _kill_browser(self) -> None:
        browser = self.random.choice(self.browsers)
        browser.kill()
        for tablet in self.tablets:
            if tablet.browser is browser:
                tablet.page = None
        await browser.close()
        await browser.start()
        await self._open(browser)

    async def _window(self) -> None:
        """Two tablets without network for some seconds: one is refused, of the other the browser says so."""
        refused, offline = self.random.sample(self.tablets, 2)
        await asyncio.gather(
            refused.link.refuse(self.random.uniform(*WINDOW_S)), offline.offline(self.random.uniform(*WINDOW_S))
        )

    async def _reload(self) -> None:
        await self.random.choice(self.tablets).reload()

    async def _take_over(self) -> None:
        """The second tablet of a mesa goes on, and the first only looks on from now."""
        waiting = [tablet for tablet in self.tablets if not tablet.plays and tablet.page is not None]
        if not waiting:
            return
        taking = self.random.choice(waiting)
        if await taking.take_over():
            self.take_overs += 1
            for other in self.tablets:
                if other.ledger.mesa == taking.ledger.mesa:
                    other.plays = other is taking

    async def _settle(self) -> list[dict[str, Any]]:
        """Everything works again: wait until nothing is unsent, and say how each tablet stands."""
        for tablet in self.tablets:
            tablet.link.faulty = False
        await asyncio.to_thread(self.server.wait)
        until = time.monotonic() + SETTLING_S
        while True:
            standing = [await self._standing(tablet) for tablet in self.tablets]
            if time.monotonic() > until or not any(each["outbox"] for each in standing):
                return standing
            await asyncio.sleep(1)

    async def _standing(self, tablet: Tablet) -> dict[str, Any]:
        """With its mesa on the screen, where it keeps one."""
        for _ in range(30):
            with suppress(Error):
                standing = await tablet.standing()
                if standing["screen"] == "play" or not tablet.plays:
                    return standing
                if standing["cards"] and tablet.page is not None:
                    await tablet.page.touchscreen.tap(*standing["cards"][0])
            await asyncio.sleep(TICK_S)
        return await tablet.standing()
