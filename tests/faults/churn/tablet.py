"""One tablet and the hand on it: it taps awards and takes them back, and notes what the screen shows as saved."""

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from playwright.async_api import Error, Page

from tests.faults.churn.browsers import Browser
from tests.faults.churn.ledger import Ledger
from tests.faults.churn.links import Link
from tests.faults.churn.patience import CLOSING_S, Unanswered, within

WATCH = (Path(__file__).parent / "watch.js").read_text()
PAUSES_S = (0.1, 0.5)  # between two touches
PATIENCE_S = 10.0  # until a touch must be shown as saved, or be given up as one of which nobody knows
AWARD, MOST_POINTS = 2, 16  # so few that no chica is ever won: the mesa goes on and on
UNDOS = 0.4
TICK_S = 0.1
HOLD_S = 1.3
CLOCK_S = 0.002  # browsers round the hour of a touch down
ONLINE = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@dataclass
class Tablet:
    """Its link, its browser, what it is signed in as; `page` is None while its browser is dead."""

    link: Link
    browser: Browser
    session: dict[str, Any]
    ledger: Ledger
    seed: int
    engine: bool
    plays: bool = True
    page: Page | None = None
    seen: Counter[str] = field(default_factory=Counter)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _last: str = ""
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    async def open(self) -> None:
        """A page in its browser, if it has none, which shows what the disk has; the first time it is signed in."""
        async with self._opening, self.browser.room:
            if self.page is not None:
                return
            life = self.browser.kills
            page = await self.browser.page()
            try:
                await self._prepare(page)
            except Error:
                await _closed(page)
                raise
            if self.browser.kills > life or page.is_closed():
                raise Error("killed meanwhile")
            page.on("crash", self._gone)
            page.on("close", self._gone)
            self.page = page

    def _living(self) -> Page:
        if self.page is None:
            raise Error("killed meanwhile")
        return self.page

    def die(self) -> None:
        """Its browser was killed: nobody waits for what it would have shown."""
        self.page = None
        self._news.set()

    def _gone(self, page: Page) -> None:
        """A page that ended by itself is opened again as one whose browser was killed."""
        if self.page is page:
            self.die()

    async def drop(self) -> None:
        """Give its page up as one that is dead."""
        page, self.page = self.page, None
        if page is not None:
            await _closed(page)

    async def _prepare(self, page: Page) -> None:
        await within(page.expose_binding("churnSaw", self._saw))
        await within(page.add_init_script(WATCH))
        if not self.engine:
            await within(page.add_init_script("delete globalThis.Worker"))
        await page.goto(f"http://127.0.0.1:{self.link.port}/tablet/")
        if await within(page.evaluate("session => churn.signIn(session)", self.session)):
            await page.reload()

    def _saw(self, _source: object, client_ids: list[str]) -> None:
        self.ledger.show([UUID(each) for each in client_ids])
        self._news.set()

    async def play(self, stopped: asyncio.Event) -> None:
        """Until it is stopped, whatever happens to the page meanwhile."""
        while not stopped.is_set():
            await asyncio.sleep(self._random.uniform(*PAUSES_S))
            try:
                if self.page is None:
                    await self.open()
                elif self.plays:
                    await self.turn()
            except Unanswered:
                self.seen["a page did not answer"] += 1
                await self.drop()
            except Error:  # reloaded or killed in the middle
                await asyncio.sleep(TICK_S)

    async def turn(self) -> None:
        """Look, and do what the screen asks for: mostly one touch."""
        page = self._living()
        seen = await within(page.evaluate("churn.look()"))
        if not await self._make_way(page, seen) and seen["screen"] == "play" and not seen["fenced"]:
            await self._touch(page, seen)

    async def _make_way(self, page: Page, seen: dict[str, Any]) -> bool:
        """Away with what stands before the mesa; whether there was anything."""
        if seen["hold"] and self.plays:
            self.seen["its mesa was at the other tablet"] += (
                1  # which was killed before anybody knew that it had taken over
            )
            await _hold(page, seen["hold"])
        elif seen["sheet"]:
            self.seen[f"a sheet was up: {seen['sheet']}"] += 1
            await within(page.keyboard.press("Escape"))
        elif seen["screen"] == "mesas" and seen["cards"]:
            await within(page.touchscreen.tap(*seen["cards"][0]))
            await asyncio.sleep(5 * TICK_S)
        elif seen["screen"] == "unsaved" and seen["retry"]:
            self.seen["not saved"] += 1
            await within(page.touchscreen.tap(*seen["retry"]))
        elif seen["reopen"]:
            self.seen["a file of the page was lost"] += 1
            await within(page.touchscreen.tap(*seen["reopen"]))
            await asyncio.sleep(5 * TICK_S)
        else:
            return False
        return True

    async def _touch(self, page: Page, seen: dict[str, Any]) -> None:
        points, coming = sum(seen["score"].values()), AWARD * seen["coming"]
        # The same button again would be taken for a slip of the finger.
        awards = [each for each in seen["awards"] if each["key"] != self._last and points + coming < MOST_POINTS]
        # Nobody takes back the sorteo: so many awards count for certain.
        undo = bool(seen["undo"]) and points + coming >= AWARD and (not awards or self._random.random() < UNDOS)
        if not undo and not awards:
            return
        award = None if undo else self._random.choice(awards)
        self._last = award["key"] if award else ""
        self._news.clear()
        self.ledger.touches.append(time.time() - CLOCK_S)
        await within(page.touchscreen.tap(*(award["at"] if award else seen["undo"])))
        try:
            await asyncio.wait_for(self._news.wait(), PATIENCE_S)
        except TimeoutError:
            after = await within(page.evaluate("churn.look()"))
            self.seen[f"no answer to a touch: {after['screen']} {after['sheet']} {after['chip']} {after['toast']}"] += 1

    async def reload(self) -> None:
        """As a Juez does who pulls the page down; where the browser then shows a page of its own, it is opened anew."""
        if self.page is None:
            return
        try:
            await self.page.reload(wait_until="commit")
            self.seen["reloads"] += 1
        except Error as error:
            self.seen[f"a reload failed: {error.message.splitlines()[0]}"] += 1
            await self.drop()

    async def offline(self, seconds: float) -> None:
        """The browser itself says that there is no network."""
        if self.page is None:
            return
        with suppress(Error):
            session = await within(self.page.context.new_cdp_session(self.page))
            await within(session.send("Network.enable"))
            await within(session.send("Network.emulateNetworkConditions", ONLINE | {"offline": True}))
            await asyncio.sleep(seconds)
            await within(session.send("Network.emulateNetworkConditions", ONLINE))
            await within(session.detach())
            self.link.injected["offline-window"] += 1

    async def take_over(self) -> bool:
        """Go on here with the mesa that the other tablet keeps; whether it came to that."""
        page = self.page
        if page is None:
            return False
        with suppress(Error):
            await page.reload()
            for _ in range(30):
                seen = await within(page.evaluate("churn.look()"))
                if seen["screen"] == "play" and not seen["fenced"]:
                    return True
                if seen["hold"]:
                    await _hold(page, seen["hold"])
                elif seen["cards"] and not seen["sheet"]:
                    await within(page.touchscreen.tap(*seen["cards"][0]))
                await asyncio.sleep(5 * TICK_S)
        return False

    async def standing(self) -> dict[str, Any]:
        """What its disk has, unsent and set aside, and then what it shows: what is sent is on the screen by now.

        With its mesa on the screen soon, where it keeps one.
        """
        await self.open()
        page = self._living()
        disk = await within(page.evaluate("churn.disk()"))
        seen = await within(page.evaluate("churn.look()"))
        if self.plays or seen["reopen"]:
            await self._make_way(page, seen)
        return disk | seen


async def _hold(page: Page, at: list[float]) -> None:
    await within(page.mouse.move(*at))
    await within(page.mouse.down())
    await asyncio.sleep(HOLD_S)
    await within(page.mouse.up())


async def _closed(page: Page) -> None:
    """Two pages of one tablet would keep each other from writing."""
    with suppress(Error):
        await within(page.close(), CLOSING_S)
