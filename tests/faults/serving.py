"""Servers of their own process on this test's database."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from uuid import uuid4

from django.conf import settings
from django.db import connection

from tests.ports import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent


@dataclass
class Served:
    """A server: where it listens, and the nonce by which its answers are known."""

    port: int
    nonce: str
    process: subprocess.Popen[str]
    exits: list[int] = field(default_factory=list)


@contextmanager
def granian(directory: Path, **env: str) -> Iterator[Served]:
    """The product's own server, as `bin/serve` starts it."""
    port = free_port()
    with _running(granian_command(port), directory, env) as (process, nonce):
        served = Served(port, nonce, process)
        wait(served)
        yield served


def granian_command(port: int) -> list[str]:
    """How the product is served there, told apart by the nonce."""
    return [
        str(BIN / "granian"), "--interface", "rsgi", "--factory", "tests.faults.wsgi:make_front", "--host", "127.0.0.1",
        "--port", str(port), "--workers", "1", "--no-ws", "--log-level", "error",
    ]  # fmt: skip


@contextmanager
def crashing(directory: Path, plan: Sequence[tuple[str, int]]) -> Iterator[Served]:
    """A server that crashes at each point of the plan in turn, and then no more."""
    command = [sys.executable, "-m", "tests.faults.prefork"]
    with _running(command, directory, {"FAULTS_PLAN": json.dumps(plan), "CONN_MAX_AGE": "0"}) as (process, nonce):
        assert process.stdout is not None
        word, port = process.stdout.readline().split()
        assert word == "port"
        served = Served(int(port), nonce, process)
        Thread(target=_collect, args=(served,), daemon=True).start()
        wait(served)
        yield served


def _collect(served: Served) -> None:
    assert served.process.stdout is not None
    for line in served.process.stdout:
        word, code = line.split()
        assert word == "exit"
        served.exits.append(int(code))


@contextmanager
def _running(
    command: Sequence[str], directory: Path, extra: dict[str, str]
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    nonce = uuid4().hex
    env = environment(directory) | extra | {"FAULTS_NONCE": nonce}
    process = subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process, nonce
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def environment(directory: Path) -> dict[str, str]:
    """The product's settings on this test's database: on SQLite, a link at the place where it looks."""
    (directory / "static").mkdir(parents=True, exist_ok=True)
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {
        "VAR_DIR": str(directory),
        "PYTHONPATH": str(ROOT),
        "LOG_FORMAT": "json",
        "PEOPLE_KEYS": str(settings.PEOPLE_KEYS),
        "PAGES_NICENESS": "0",  # beside other tests, pages that give way would wait for all of them
    }
    of = connection.settings_dict
    if connection.vendor == "postgresql":
        login = f"{of['USER']}:{of['PASSWORD']}" if of["PASSWORD"] else of["USER"]
        env["DATABASE_URL"] = f"postgres://{login}@{of['HOST']}:{of['PORT'] or 5432}/{of['NAME']}"
    else:
        link = directory / "cuarenta.sqlite3"
        link.unlink(missing_ok=True)
        link.symlink_to(of["NAME"])
    return env


def wait(served: Served) -> None:
    """Until our own server answers; another that happens to listen there is not taken for it."""
    for _ in range(600):
        if served.process.poll() is not None:
            raise RuntimeError(f"the server ended with {served.process.returncode}")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/api/v1/mesas", timeout=5):
                pass
        except HTTPError as answer:
            if answer.headers.get("X-Run") == served.nonce:
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server does not answer")
