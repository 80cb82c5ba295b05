"""How a process leaves the processor to the tablets: pages and the stream do, so that a tap waits for neither.

To be of less weight is not enough. Linux asks whose turn it is where a thread begins or ends to wait, and else at its own ticks, up to four
milliseconds apart. A tap is the work of several threads that wait for one another, and each time a process that computes would
have the processor until the next tick, however little weight it has. A metronome has Linux ask more often; short turns let the tablets'
process have the next one though the other's has just begun.
"""

import ctypes
import os
import platform
import select
import signal
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

NICENESS: Final = 19
"""Where `PAGES_NICENESS` does not say otherwise."""
MOST: Final = 19
SWITCH_SECONDS: Final = 0.0005
"""Between threads of the process: one that has the turn to write, for which a tap may wait, waits no longer for one that computes."""
EVERY_SECONDS: Final = 0.0003
A_WHILE_SECONDS: Final = 0.5
"""To tell of a change: 5,000 boards have it after 0.34, one time in a hundred after 0.48 (`bench/README.md`, where no process gives way).
More boards, or a busy machine, may take longer: what is sent after it, taps wait for as if there were no metronome."""
BEGUN, ENDED, A_WHILE = b"+-~"
MOST_FILES: Final = 1 << 20
TURN_NANOSECONDS: Final = 100_000
"""As short as Linux has them."""
USUAL_TURN: Final = 0
SET_ATTRIBUTES: Final = {"x86_64": 314, "aarch64": 274}
"""Number of sched_setattr(2), which the C library of many systems does not have."""
ATTRIBUTES: Final = "=IIQiIQQQ"
"""`struct sched_attr`: size, policy, flags, niceness, priority, runtime (the turn), deadline, period."""


class Metronome:
    """A process that wakes and sleeps again while there is work in this one: each time Linux asks whose turn it is.

    Otherwise it sleeps, and costs nothing. It ends with this one. In a thread of this one it would wait for whatever keeps the interpreter: one long
    text that is searched, one long list that is sorted.
    """

    def __init__(self) -> None:
        """To be called while this process has no thread but this one."""
        reads, self._writes = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            _beat(reads)
        os.close(reads)

    @contextmanager
    def during(self) -> Iterator[None]:
        """While the block runs."""
        self._tell(BEGUN)
        try:
            yield
        finally:
            self._tell(ENDED)

    def for_a_while(self) -> None:
        """From now on, for work that ends nowhere in particular."""
        self._tell(A_WHILE)

    def _tell(self, what: int) -> None:
        with suppress(OSError):  # it was killed: taps wait a little longer
            os.write(self._writes, bytes((what,)))


def _beat(reads: int) -> None:
    """Does not return."""
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGINT):  # it ends with whom it serves, who may have something to finish
            signal.signal(number, signal.SIG_IGN)
        os.dup2(reads, 0)
        os.closerange(1, MOST_FILES)
        works, until = 0, 0.0
        while True:
            at_work = works > 0 or time.monotonic() < until
            if select.select((0,), (), (), EVERY_SECONDS if at_work else None)[0]:
                said = os.read(0, select.PIPE_BUF)
                if not said:
                    break
                works += said.count(BEGUN) - said.count(ENDED)
                if A_WHILE in said:
                    until = time.monotonic() + A_WHILE_SECONDS
    finally:
        os._exit(0)


def niceness() -> int:
    """By the environment; raises ValueError where that is no number from 0 to 19."""
    said = os.environ.get("PAGES_NICENESS") or str(NICENESS)
    if not (said.isascii() and said.isdigit() and int(said) <= MOST):
        raise ValueError(f"PAGES_NICENESS es un número de 0 a {MOST}, y no «{said}».")
    return int(said)


def take_short_turns() -> None:
    """From now on this thread, and all that it begins, has the processor next where another's longer turn has just begun.

    It has no more of it than before. Linux 6.12 and later, on the processors of `SET_ATTRIBUTES`; elsewhere nothing changes.
    """
    _take_turns(TURN_NANOSECONDS)


def take_usual_turns() -> None:
    """As if it had never taken short ones."""
    _take_turns(USUAL_TURN)


def _take_turns(nanoseconds: int) -> None:
    number = SET_ATTRIBUTES.get(platform.machine())
    if sys.platform != "linux" or number is None or sys.maxsize < 1 << 32:
        return
    with suppress(AttributeError, OSError):  # not every C library has it, and not every container lets it be asked
        if os.sched_getscheduler(0) == os.SCHED_OTHER:
            weight, size = os.getpriority(os.PRIO_PROCESS, 0), struct.calcsize(ATTRIBUTES)
            said = struct.pack(ATTRIBUTES, size, os.SCHED_OTHER, 0, weight, 0, nanoseconds, 0, 0)
            ctypes.CDLL(None).syscall(number, 0, said, 0)  # where Linux refuses, turns stay as they were


def give_way(by: int) -> Metronome:
    """From now on this process is of less weight than the rest of the server, the taps above all.

    In the session of the server: Linux shares the processor out among sessions first, so other programs take nothing more of it than before.
    """
    metronome = Metronome()  # before: it has the full weight, and the short turns of the tablets
    take_usual_turns()
    os.nice(by)
    sys.setswitchinterval(SWITCH_SECONDS)
    return metronome
