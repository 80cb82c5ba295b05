"""Ports for servers that a test starts, and starts again."""

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path
from typing import IO, Final

PORTS: Final = range(20_000, 32_000, 2)
"""Below those that the system takes for connections. Only the even ones: `bin/serve` has its stream listen on the next."""
LOCKS: Final = Path(tempfile.gettempdir()) / f"cuarenta-ports-{os.getuid()}"
_held: list[IO[bytes]] = []


def free_port() -> int:
    """A port where nobody listens, as the next one: no other process that asks here is given it before this one ends."""
    ports = list(PORTS)
    random.SystemRandom().shuffle(ports)  # not as the tests are shuffled, which is the same in all their processes
    return next(port for port in ports if _claimed(port) and _free(port) and _free(port + 1))


def _claimed(port: int) -> bool:
    """Hold its lock, which ends with this process."""
    LOCKS.mkdir(exist_ok=True)
    lock = (LOCKS / str(port)).open("wb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return False
    _held.append(lock)
    return True


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do: who has gone is no hindrance
        try:
            probe.bind(("0.0.0.0", port))  # noqa: S104 (nobody listens here, on no address)
        except OSError:
            return False
    return True
