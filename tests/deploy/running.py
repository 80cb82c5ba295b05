"""The product and Caddy as processes of their own, as docs/operacion.md has them started."""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import IO

from tests.ports import free_port
from tests.template_database import sqlite_template

ROOT = Path(__file__).resolve().parent.parent.parent
CADDY = Path(sys.executable).parent / "caddy"
SERVE = [str(ROOT / "bin" / "serve")]
PATIENCE = 90
"""Seconds: a machine that runs all tests at once may keep a new process waiting long."""


@contextmanager
def serving(var: Path, **env: str) -> Iterator[int]:
    """`bin/serve` on this machine alone, with a migrated database and static files from their sources; yields its port."""
    port = free_port()
    with running(SERVE, port, serving_environment(var, port) | env):
        yield port


def serving_environment(var: Path, port: int) -> dict[str, str]:
    shutil.copyfile(sqlite_template(), var / "cuarenta.sqlite3")
    return {
        "VAR_DIR": str(var),
        "PORT": str(port),
        "HOST": "127.0.0.1",
        "DEBUG": "1",
        "PAGES_NICENESS": "0",  # beside other tests, pages that give way would wait for all of them
    }


@contextmanager
def caddy(config: str, folder: Path, upstream: int, **env: str) -> Iterator[tuple[int, int]]:
    """Caddy with one of the configurations of `deploy/caddy`; yields its ports for http and https."""
    http, https = free_port(), free_port()
    given = {
        "UPSTREAM": f"127.0.0.1:{upstream}",
        "HTTP_PORT": str(http),
        "HTTPS_PORT": str(https),
        "CADDY_DIR": str(folder),
        "HOME": str(folder),
        **env,
    }
    command = [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "caddy" / config)]
    with running(command, https, given):
        _has_certificate(https)
        yield http, https


@contextmanager
def running(command: list[str], port: int, env: dict[str, str]) -> Iterator[int]:
    """A process that listens there, until the block ends; with all that it started, of whose group it yields the number."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    # Into a file: a pipe that is read only at the end would stop the process once it is full.
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command,
            env=inherited | env,
            cwd=ROOT,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        try:
            until = time.monotonic() + PATIENCE
            while not listens(port):
                assert process.poll() is None, _words(said)
                assert time.monotonic() < until, f"nobody listens on {port}: {_words(said)}"
                time.sleep(0.05)
            yield process.pid
        finally:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # what goes on would be blamed on a later test
                process.wait()
                raise


def _words(said: IO[bytes]) -> str:
    said.seek(0)
    return said.read().decode()


def _has_certificate(port: int) -> None:
    """Wait until it has been issued, which takes Caddy a moment after it listens."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port)) as plain:
                context.wrap_socket(plain, server_hostname="localhost").close()
                return
        except ssl.SSLError:
            assert time.monotonic() < until, "no certificate"
            time.sleep(0.05)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def asked(
    port: int, path: str, *, trusting: Path | None = None, host: str = "localhost", **headers: str
) -> tuple[HTTPResponse, bytes]:
    """What is answered over https by whom this authority vouches for; without one, over plain http."""
    connection: HTTPConnection
    if trusting is None:
        connection = HTTPConnection(host, port, timeout=PATIENCE)
    else:
        context = ssl.create_default_context(cafile=str(trusting))
        connection = HTTPSConnection(host, port, timeout=PATIENCE, context=context)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def pages_process(port: int) -> int:
    """The process that makes the pages of what is served there: granian has a worker, the worker a keeper, and the keeper has it."""
    served = f"--port\0{port}\0".encode()
    numbers = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal() and served in _command(each))
    parents = {each: _parent(each) for each in numbers}
    [pid] = (each for each in parents if _depth(each, parents) == 3)
    return pid


def _depth(process: int, parents: Mapping[int, int]) -> int:
    parent = parents[process]
    return 1 + _depth(parent, parents) if parent in parents else 0


def _parent(process: int) -> int:
    with suppress(OSError):  # it has just ended
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def _command(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""
