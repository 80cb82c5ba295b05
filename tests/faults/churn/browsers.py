"""A Chromium with a profile of its own, which outlives its process."""

import os
import signal
from contextlib import suppress
from pathlib import Path

from playwright.async_api import BrowserContext, Error, Page, Playwright

from tests.chromium import FLAGS, TABLET

PATIENCE_MS = 90_000.0


class Browser:
    """Several tablets share one: each has an origin of its own, and so a disk of its own."""

    def __init__(self, playwright: Playwright, executable: str, profile: Path) -> None:
        self._playwright, self._executable, self._profile = playwright, executable, profile
        self._context: BrowserContext | None = None
        self.kills = 0

    async def start(self) -> None:
        self._context = await self._playwright.chromium.launch_persistent_context(
            self._profile,
            executable_path=self._executable,
            args=FLAGS,
            locale="es-EC",
            timezone_id="America/Guayaquil",
            **TABLET,
        )
        self._context.set_default_timeout(PATIENCE_MS)

    async def page(self) -> Page:
        assert self._context is not None
        return await self._context.new_page()

    def kill(self) -> None:
        """As a battery that is pulled out: nothing is told, nothing is finished."""
        os.killpg(os.getpgid(_main_process(self._profile)), signal.SIGKILL)
        self.kills += 1

    async def close(self) -> None:
        if self._context is not None:
            with suppress(Error):  # it was killed
                await self._context.close()


def _main_process(profile: Path) -> int:
    """Its first process: the one that no other Chromium process started."""
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
            if f"--user-data-dir={profile}".encode() in words and not any(w.startswith(b"--type=") for w in words):
                return int(entry.name)
    raise ProcessLookupError(profile)
