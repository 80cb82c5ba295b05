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
from tests.faults.churn.patience import ANSWER_S
from tests.faults.churn.tablet import Tablet
from tests.faults.killing import Mortal

Result = TypeVar("Result")

WINDOW_S = (2, 10)
TOLD_EVERY_S = 60
TICK_S = 0.5
# Every ten seconds a tablet looks whether another one keeps its mesa, and what that one recorded.
FOLLOWED_S = 15
CUT_TOUCHES, CUT_S = 3, 15.0  # what is shown on a tablet without network before its browser is killed; or so long
UNKNOWN: Mapping[str, Any] = {"screen": "no answer", "outbox": [], "aside": [], "score": {}}


@dataclass(frozen=True)
class Plan:
    """How much: it goes on until `seconds`, `taps` and `kills` are reached, and for `longest` seconds at most.

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
    longest: float
    seed: int = 1

    @property
    def opening(self) -> float:
        """For all pages to be there, in seconds, before the first fault."""
        return 30.0 + 10 * self.tablets

    @property
    def settling(self) -> float:
        """For the last of it to arrive, after the last fault, and to be seen on all tablets."""
        return 30.0 + 2 * FOLLOWED_S + 6 * self.tablets

    @property
    def limit(self) -> float:
        """For all of it: a browser that never answers is a failure, not a wait."""
        return self.opening + self.longest + 60 + self.settling


@dataclass
class Churned:
    """What was done, and how every tablet stood when all had settled."""

    enough: bool
    seconds: dict[str, int]
    kills: dict[str, int]
    take_overs: int
    injected: Counter[str]
    tablets: list[Tablet]
    standing: list[dict[str, Any]]


def apart(work: Coroutine[Any, Any, Result], limit: float) -> Result:
    """Run it in a thread of its own: other browser tests leave their event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, asyncio.wait_for(work, limit)).result()


async def churn(seats: Sequence[Seat], server: Mortal, chromium: str, profiles: Path, plan: Plan) -> Churned:
    """Begin, break and settle; browsers and links are closed at the end whatever happened."""
    tablets: list[Tablet] = []
    files: dict[bytes, bytes] = {}
    async with async_playwright() as playwright:
        browsers = [Browser(playwright, chromium, profiles / f"profile-{n}") for n in range(plan.browsers)]
        try:
            for browser in browsers:
                await browser.start()
            for place, seat in enumerate(seats):
                seed, browser = plan.seed * 1000 + place, browsers[place % len(browsers)]
                link = Link(server.port, seed, files)
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
        self.enough = False
        self.take_overs = 0

    @property
    def kills(self) -> int:
        return self.server.kills + sum(browser.kills for browser in self.browsers)

    @property
    def shown(self) -> int:
        """Jugadas that some tablet showed as saved: what one recorded another may show as well."""
        return len({client_id for tablet in self.tablets for client_id in tablet.ledger.shown})

    async def run(self) -> Churned:
        begun = time.monotonic()
        await asyncio.gather(*map(self._open, self.tablets))
        for tablet in self.tablets:
            tablet.link.faulty = True
        opened = time.monotonic()
        hands = [asyncio.create_task(tablet.play(self.stopped)) for tablet in self.tablets]
        faults = [
            asyncio.create_task(self._again(self.plan.every[name], fault))
            for name, fault in (
                ("server-kill", self._kill_server),
                ("browser-kill", self._kill_browser),
                ("cut-kill", self._kill_cut),
                ("window", self._window),
                ("reload", self._reload),
                ("take-over", self._take_over),
            )
            if name in self.plan.every
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
            enough=self.enough,
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
            self.enough = self.shown >= self.plan.taps and self.kills >= self.plan.kills
            if now - begun >= (self.plan.seconds if self.enough else self.plan.longest):
                return

    async def _again(self, every: float, fault: Callable[[], Awaitable[None]]) -> None:
        while not self.stopped.is_set():
            until = time.monotonic() + self.random.uniform(0.5, 1.5) * every
            while time.monotonic() < until and not self.stopped.is_set():
                await asyncio.sleep(TICK_S)
            if not self.stopped.is_set():
                await fault()

    async def _open(self, tablet: Tablet) -> None:
        """The first time nothing disturbs it; one that is too slow is opened by its hand."""
        until = time.monotonic() + self.plan.opening
        while tablet.page is None and time.monotonic() < until:
            with suppress(Error):
                await tablet.open()

    async def _kill_server(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.wait)

    async def _kill_browser(self) -> None:
        await self._restart(self.random.choice(self.browsers))

    async def _kill_cut(self) -> None:
        """A tablet without network is touched some more, and then its browser is killed: only its disk knows of it."""
        playing = [tablet for tablet in self.tablets if tablet.plays and tablet.page is not None]
        if not playing:
            return
        tablet = self.random.choice(playing)
        async with tablet.link.refused():
            wanted, until = len(tablet.ledger.shown) + CUT_TOUCHES, time.monotonic() + CUT_S
            while len(tablet.ledger.shown) < wanted and time.monotonic() < until:
                await asyncio.sleep(TICK_S / 5)
            await self._restart(tablet.browser)

    async def _restart(self, browser: Browser) -> None:
        """Kill it; its tablets' hands open their pages again."""
        async with browser.restarting:
            browser.kill()
            for tablet in self.tablets:
                if tablet.browser is browser:
                    tablet.die()
            await browser.close()
            await browser.start()

    async def _window(self) -> None:
        """Two tablets without network for some seconds: one is refused, of the other the browser says so."""
        refused, offline = self.random.sample(self.tablets, 2)
        async with refused.link.refused():
            await offline.offline(self.random.uniform(*WINDOW_S))

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
        """Everything works again: wait until nothing is unsent, and say how each tablet stands, in their order."""
        for tablet in self.tablets:
            tablet.link.faulty = False
        await asyncio.to_thread(self.server.wait)
        until = time.monotonic() + self.plan.settling
        await asyncio.gather(*(self._standing(tablet, until) for tablet in self.tablets))
        if self.plan.shared:
            await asyncio.sleep(FOLLOWED_S)
        until = max(until, time.monotonic() + ANSWER_S)
        return await asyncio.gather(*(self._standing(tablet, until) for tablet in self.tablets))

    async def _standing(self, tablet: Tablet, until: float) -> dict[str, Any]:
        """The last that it said, once nothing is unsent; a page that gives no answer is opened anew and asked again."""
        standing = dict(UNKNOWN)
        while time.monotonic() < until:
            try:
                standing = await tablet.standing()
            except Error as error:
                tablet.seen[f"at the end: {error.message.splitlines()[0]}"] += 1
                await tablet.drop()
            if not standing["outbox"] and standing["screen"] in (("play",) if tablet.plays else ("play", "mesas")):
                break
            await asyncio.sleep(2 * TICK_S)
        return standing
