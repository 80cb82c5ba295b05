"""A Chromium with a profile of its own, which outlives its process."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from playwright.async_api import BrowserContext, Error, Page, Playwright

from tests.chromium import FLAGS, TABLET
from tests.faults.churn.patience import ANSWER_S, CLOSING_S, LAUNCH_S, within

OPENING = 2  # pages at a time: more of them only take the cores from each other


class Browser:
    """Several tablets share one: each has an origin of its own, and so a disk of its own."""

    def __init__(self, playwright: Playwright, executable: str, profile: Path) -> None:
        self._playwright, self._executable, self._profile = playwright, executable, profile
        self._context: BrowserContext | None = None
        self.kills = 0
        self.room, self.restarting = asyncio.Semaphore(OPENING), asyncio.Lock()

    async def start(self) -> None:
        launching = self._playwright.chromium.launch_persistent_context(
            self._profile,
            executable_path=self._executable,
            args=FLAGS,
            locale="es-EC",
            timezone_id="America/Guayaquil",
            **TABLET,
        )
        context = await within(launching, LAUNCH_S)
        context.set_default_timeout(ANSWER_S * 1000)
        self._context = context

    async def page(self) -> Page:
        if self._context is None:
            raise Error("it is dead")
        return await within(self._context.new_page())

    def kill(self) -> None:
        """As a battery that is pulled out: nothing is told, nothing is finished."""
        with suppress(ProcessLookupError):  # it was dead already, of itself
            self._end()
            self.kills += 1

    async def close(self) -> None:
        context, self._context = self._context, None
        if context is not None:
            with suppress(Error):  # it was killed
                await within(context.close(), CLOSING_S)
        with suppress(ProcessLookupError):  # as it should be
            self._end()

    def _end(self) -> None:
        os.killpg(os.getpgid(_main_process(self._profile)), signal.SIGKILL)


def _main_process(profile: Path) -> int:
    """Its first process: the one that no other Chromium process started."""
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
            if f"--user-data-dir={profile}".encode() in words and not any(w.startswith(b"--type=") for w in words):
                return int(entry.name)
    raise ProcessLookupError(profile)
