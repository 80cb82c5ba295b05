"""A server of its own process for one measurement, on a free port and a database of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


def environment(database_url: str, var: Path) -> dict[str, str]:
    """The environment of the measured site: the product's settings plus the peer's table."""
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    env |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "VAR_DIR": str(var), "PYTHONPATH": str(ROOT)}
    return env | ({"DATABASE_URL": database_url} if database_url else {})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def granian(env: dict[str, str], workers: int = 1) -> Iterator[int]:
    """Serve as `bin/serve` does; yields the port."""
    port = free_port()
    yield from _served(door_command(port, workers), env, port)


def door_command(port: int, workers: int = 1) -> list[str]:
    """Bodies are read before a thread is taken (`cuarenta_torneo.rsgi`)."""
    return [
        str(BIN / "granian"), "--interface", "rsgi", "cuarenta_torneo.rsgi:application", "--host", "127.0.0.1",
        "--port", str(port), "--workers", str(workers), "--backpressure", "8192", "--no-ws", "--log-level", "error",
    ]  # fmt: skip


def plain_command(port: int) -> list[str]:
    """The same application as it was served before: a thread is taken, and waits for the body."""
    return [
        str(BIN / "granian"), "--interface", "wsgi", "cuarenta_torneo.wsgi:application", "--host", "127.0.0.1",
        "--port", str(port), "--workers", "1", "--blocking-threads", "32", "--no-ws", "--log-level", "error",
    ]  # fmt: skip


@contextmanager
def apart(command: list[str], env: dict[str, str], port: int) -> Iterator["Measured"]:
    """A server on the first core, this process and what it starts later on the others."""
    cores = sorted(os.sched_getaffinity(0))
    pinned = ["taskset", "--cpu-list", str(cores[0]), *command]
    # A session of its own, as served: what this one does on its core takes nothing of the share of the server on the other.
    process = subprocess.Popen(pinned, env=env, cwd=ROOT, start_new_session=True)
    os.sched_setaffinity(0, cores[1:] or cores)
    try:
        _wait(process, port)
        yield Measured(port, process.pid)
    finally:
        os.sched_setaffinity(0, cores)
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@dataclass(frozen=True)
class Measured:
    """A server, what it uses of the processor and of memory, with all that it started."""

    port: int
    pid: int

    def processes(self) -> list[int]:
        family = [self.pid]
        for pid in family:
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                family += map(int, children.read_text().split())
        return family

    def cpu_seconds(self) -> float:
        ticks = 0
        for pid in self.processes():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def pss_mib(self) -> float:
        kilobytes = 0
        for pid in self.processes():
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return kilobytes / 1024


@contextmanager
def gunicorn(env: dict[str, str], workers: int = 2, threads: int = 8, site: str = "bench.usual") -> Iterator[int]:
    """The usual deployment: gunicorn with threads; yields the port. `site`: the module of the application."""
    port = free_port()
    command = [
        str(BIN / "gunicorn"), f"{site}:application", "--bind", f"127.0.0.1:{port}",
        "--workers", str(workers), "--threads", str(threads), "--log-level", "warning",
    ]  # fmt: skip
    yield from _served(command, env, port)


def _served(command: list[str], env: dict[str, str], port: int) -> Iterator[int]:
    process = subprocess.Popen(command, env=env, cwd=ROOT)
    try:
        _wait(process, port)
        yield port
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(200):
        if process.poll() is not None:
            message = f"the server ended with {process.returncode}"
            raise RuntimeError(message)
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/bench/ready", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    message = "the server does not answer"
    raise RuntimeError(message)


def manage(env: dict[str, str], *arguments: str) -> str:
    """Run a management command against the measured database and answer what it prints."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, check=False, env=env, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        message = f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr[-2000:]}"
        raise RuntimeError(message)
    return done.stdout


def sweep(env: dict[str, str]) -> None:
    """Append all leaves that the trees lack: no server that begins has what others left to do beside what is measured."""
    manage(env, "shell", "-c", "from referee.tasks.trees import trees_sweep; trees_sweep()")
