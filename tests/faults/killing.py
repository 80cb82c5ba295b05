"""A server that is killed again and again, with all its processes and without a word, and started anew."""

import os
import random
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

from tests.faults.serving import ROOT, Served, environment, granian_command, wait
from tests.ports import free_port


class Mortal:
    """The product's server on one port for good, whoever serves there at the moment."""

    def __init__(self, directory: Path, **env: str) -> None:
        self.port, self.nonce = free_port(), uuid4().hex
        self._log = directory / "server.log"
        self._environment = environment(directory) | env | {"FAULTS_NONCE": self.nonce}
        self.kills = 0
        self._process = self._start()
        self.wait()

    def wait(self) -> None:
        """Until it answers."""
        wait(Served(self.port, self.nonce, self._process))

    def kill(self) -> None:
        """End the whole group as a power cut would, and start another at once."""
        self._end()
        self.kills += 1
        self._process = self._start()

    def close(self) -> None:
        self._end()

    def _start(self) -> subprocess.Popen[str]:
        command = granian_command(self.port)
        with self._log.open("a") as log:
            return subprocess.Popen(
                command, env=self._environment, cwd=ROOT, text=True, stdout=log, stderr=log, start_new_session=True
            )

    def _end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@contextmanager
def mortal(directory: Path, **env: str) -> Iterator[Mortal]:
    server = Mortal(directory, **env)
    try:
        yield server
    finally:
        server.close()


@contextmanager
def killing(server: Mortal, *, least: int, every: float, seed: int) -> Iterator[Thread]:
    """Kill it about `every` so many seconds that it answered, at least so often.

    The thread ends by itself after `least` kills, and earlier only where what is played meanwhile fails.
    """
    chance, enough = random.Random(seed), Event()

    def work() -> None:
        while server.kills < least and not enough.wait(chance.uniform(0.5, 1.5) * every):
            server.kill()
            server.wait()

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        enough.set()
        thread.join(timeout=60)
