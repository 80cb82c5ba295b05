"""How a process leaves the processor to the tablets: pages and the stream do, so that a tap waits for neither.

To be of less weight is not enough. Linux asks whose turn it is where a thread begins or ends to wait, and else at its own ticks, up to four
milliseconds apart. A tap is the work of several threads that wait for one another, and each time a process that computes would
have the processor until the next tick, however little weight it has.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

NICE: Final = 10
"""Where `PAGES_NICENESS` does not say otherwise."""
EVERY_SECONDS: Final = 0.0003


class Metronome:
    """A thread that wakes and sleeps again while there is work in this process: each time Linux asks whose turn it is.

    Otherwise it sleeps, and costs nothing.
    """

    def __init__(self) -> None:
        self._works: set[object] = set()
        self._until = 0.0
        self._begun = Event()
        Thread(target=self._beat, name="metronome", daemon=True).start()

    @contextmanager
    def during(self) -> Iterator[None]:
        """While the block runs."""
        work = object()
        self._works.add(work)
        self._begun.set()
        try:
            yield
        finally:
            self._works.discard(work)

    def so_long(self, seconds: float) -> None:
        """From now on, for work that ends nowhere in particular."""
        self._until = time.monotonic() + seconds
        self._begun.set()

    def _beat(self) -> None:
        while True:
            self._begun.wait()
            self._begun.clear()
            while self._works or time.monotonic() < self._until:
                time.sleep(EVERY_SECONDS)


def give_way() -> Metronome:
    """From now on this process is of less weight than all else that wants the processor, a tap above all."""
    metronome = Metronome()  # before: who is of little weight wakes late
    nice = int(os.environ.get("PAGES_NICENESS") or NICE)
    os.nice(nice)
    with suppress(OSError):  # Linux alone: it may give each session the same share of the processor, whatever is in it
        os.setsid()
        Path("/proc/self/autogroup").write_text(str(nice))
    return metronome
