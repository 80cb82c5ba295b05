"""A server of its own process for one measurement, on a free port and a database of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
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
    threads = 16 if "DATABASE_URL" in env else 32
    command = [
        str(BIN / "granian"), "--interface", "wsgi", "cuarenta_torneo.wsgi:application", "--host", "127.0.0.1",
        "--port", str(port), "--workers", str(workers), "--blocking-threads", str(threads), "--no-ws",
        "--log-level", "warning",
    ]  # fmt: skip
    yield from _served(command, env, port)


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
