"""Passwords are hashed at a bounded cost: so many at once in a process, each in so much memory."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE: Final = 2
LAST: Final = 19
AUTOGROUP: Final = Path("/proc/sys/kernel/sched_autogroup_enabled")
"""Whether Linux shares the processor out among sessions first; it is not there where it was built without."""


def _last() -> None:
    """What records goes first; of these threads alone, on Linux. They hardly ever hold the interpreter, which others would wait for."""
    with suppress(OSError, AttributeError):
        os.nice(LAST)
        # After pages too, of which one may have the turn to write. Only where other programs have sessions of their own: what is idle
        # waits for all that computes in its own, and where there is one for all a busy program would leave a sign-in half a minute.
        if AUTOGROUP.read_text().strip() == "1":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


class _Threads:
    """Those that hash; a process that was forked begins its own."""

    def __init__(self) -> None:
        self.begin()
        os.register_at_fork(after_in_child=self.begin)

    def begin(self) -> None:
        self.pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="hashing", initializer=_last)


_threads = _Threads()


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the second parameters that RFC 9106 recommends (§4), for where memory is scarce: 64 MiB, 3 passes, 4 lanes.

    Passwords that were hashed with others are hashed anew when they are next given.
    """

    time_cost = 3
    memory_cost = 64 * 1024
    parallelism = 4

    def encode(self, password: str, salt: str) -> str:
        return _threads.pool.submit(super().encode, password, salt).result()

    def verify(self, password: str, encoded: str) -> bool:
        return _threads.pool.submit(super().verify, password, encoded).result()
