"""How a process leaves the processor to the tablets: pages and the stream do, so that a tap waits for neither.

To be of less weight is not enough. Linux asks whose turn it is where a thread begins or ends to wait, and else at its own ticks, up to four
milliseconds apart. A tap is the work of several threads that wait for one another, and each time a process that computes would
have the processor until the next tick, however little weight it has.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

NICENESS: Final = 10
"""Where `PAGES_NICENESS` does not say otherwise."""
MOST: Final = 19
SWITCH_SECONDS: Final = 0.0005
"""Between threads of the process: one that has the turn to write, for which a tap may wait, and the metronome wait no longer for one that computes."""
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


def niceness() -> int:
    """By the environment; raises ValueError where that is no number from 0 to 19."""
    said = os.environ.get("PAGES_NICENESS") or str(NICENESS)
    if not (said.isascii() and said.isdigit() and int(said) <= MOST):
        raise ValueError(f"PAGES_NICENESS es un número de 0 a {MOST}, y no «{said}».")
    return int(said)


def give_way(by: int) -> Metronome:
    """From now on this process is of less weight than all else that wants the processor, a tap above all.

    It has a session of its own, so no signal to the server's reaches it: it has to see for itself where the server ends.
    """
    metronome = Metronome()  # before: who is of little weight wakes late
    os.nice(by)
    sys.setswitchinterval(SWITCH_SECONDS)
    with suppress(OSError):  # Linux alone: it may give each session the same share of the processor, whatever is in it
        os.setsid()
        Path("/proc/self/autogroup").write_text(str(by))
    return metronome
