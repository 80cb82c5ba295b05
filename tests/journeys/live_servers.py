"""Pages and stream as two processes on this test's database, which may be ended and started again at the same ports."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.deploy.running import listens
from tests.faults.serving import BIN, ROOT, environment, granian_command
from tests.ports import free_port

PATIENCE = 60


@dataclass
class Servers:
    """`streams`: the ports of the streams, of which pages name the first. `still`: nothing happens but what is asked for.

    `alone`: the streams, without pages.
    """

    directory: Path
    pages: int = field(default_factory=free_port)
    streams: tuple[int, ...] = field(default_factory=lambda: (free_port(),))
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    still: bool = False
    alone: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.pages}"

    def start(self) -> None:
        env = environment(self.directory)
        env |= {"FAULTS_NONCE": "live", "FAULTS_STATIC": "1", "LIVE_PORT": str(self.streams[0])}
        env |= {"FAULTS_STILL": "1"} if self.still else {}
        pages = {} if self.alone else {self.pages: granian_command(self.pages)}
        commands = pages | {port: _stream(port) for port in self.streams}
        self.processes = [subprocess.Popen(command, env=env, cwd=ROOT) for command in commands.values()]
        for process, port in zip(self.processes, commands, strict=True):
            _await(process, port)

    @contextmanager
    def stream_held(self) -> Iterator[None]:
        """The streams say nothing, and no connection ends."""
        held = [
            worker
            for process in self.processes[-len(self.streams) :]
            for worker in (process.pid, *_workers(process.pid))
        ]
        try:
            for pid in held:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in held:
                os.kill(pid, signal.SIGCONT)

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=10)
            process.kill()
            process.wait()
        self.processes = []


@contextmanager
def servers(directory: Path, streams: int = 1, *, still: bool = False, alone: bool = False) -> Iterator[Servers]:
    there = Servers(directory, streams=tuple(free_port() for _ in range(streams)), still=still, alone=alone)
    try:
        there.start()
        yield there
    finally:
        there.stop()


def _stream(port: int) -> list[str]:
    return [
        str(BIN / "granian"), "--interface", "asgi", "--factory", "cuarenta_torneo.asgi:beside_tablets", "--host", "127.0.0.1",
        "--port", str(port), "--backlog", "4096", "--backpressure", "6100", "--workers-kill-timeout", "1", "--no-ws", "--log-level", "critical",
    ]  # fmt: skip


def _workers(process: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + PATIENCE
    while not listens(port):
        assert process.poll() is None, f"the server for {port} ended with {process.returncode}"
        assert time.monotonic() < until, f"nobody listens on {port}"
        time.sleep(0.05)
