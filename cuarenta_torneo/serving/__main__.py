"""Serve pages and API, and beside them the live stream: processes that end together.

Pages and API begin as one process, which forks another for the pages (`pages.py`). The stream only reads. Neither Django nor the site
is loaded here.
`TLS=1`: over https with a certificate made here; `TLS_CERTIFICATE` and `TLS_KEY`: with one of your own.
To end it waits five seconds for answers on their way, no longer: a phone whose Wi-Fi went halfway through asking never finishes.
`LIVE_PORT`: of the stream, the next one by default; 0 leaves it out, and pages ask every few seconds instead.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from types import FrameType
from typing import Final

from cuarenta_torneo.serving.giving_way import niceness, take_short_turns
from cuarenta_torneo.serving.ports import given, ports, refusal

ROOT: Final = Path(__file__).resolve().parent.parent.parent
GRANIAN: Final = (sys.executable, str(ROOT / "bin" / "granian"))
AGAIN_SECONDS: Final = 2
"""Between the end of a stream and the next one."""
CONNECTIONS: Final = 8192
"""Of pages and API, open at once: what says nothing costs nothing but one of these and a file."""
GIVEN_BACK: Final = str(256 * 1024)
"""What is as long goes back to the system once it is freed: glibc else keeps room for several of the longest files that ever came."""
HEADER_MILLISECONDS: Final = 15_000


def tls(env: Mapping[str, str]) -> list[str]:
    if not env.get("TLS_CERTIFICATE"):
        return []
    return [
        "--ssl-certificate", env["TLS_CERTIFICATE"], "--ssl-keyfile", env["TLS_KEY"], "--ssl-protocol-min", "tls1.2",
    ]  # fmt: skip


def pages_command(env: Mapping[str, str]) -> list[str]:
    """The process that records, and forks the one that makes pages. Bodies wait at its door (`cuarenta_torneo.rsgi`)."""
    return [
        *GRANIAN, "--interface", "rsgi", "cuarenta_torneo.rsgi:application",
        "--host", given("HOST", "0.0.0.0"), "--port", env["PORT"], *tls(env),
        "--workers", given("WORKERS", "1"), "--backlog", "4096", "--backpressure", given("CONNECTIONS", str(CONNECTIONS)),
        "--http1-header-read-timeout", str(HEADER_MILLISECONDS),
        "--workers-kill-timeout", "5", "--no-ws", "--log-level", "error",
    ]  # fmt: skip


def stream_command(env: Mapping[str, str]) -> list[str]:
    return [
        *GRANIAN, "--interface", "asgi", "--factory", "cuarenta_torneo.asgi:beside_tablets",
        "--host", given("HOST", "0.0.0.0"), "--port", env["LIVE_PORT"], *tls(env), "--http", "1",
        "--workers", given("LIVE_WORKERS", "1"), "--backlog", "4096",
        "--backpressure", str(int(given("LIVE_BOARDS", "6000")) + 100),
        "--workers-kill-timeout", "1", "--no-ws", "--log-level", "critical",
    ]  # fmt: skip


class Processes:
    """Those that were begun: the stream again where it fails, all ended where the pages end."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = env
        self._ending = Event()
        self._stream: subprocess.Popen[bytes] | None = None
        self._pages: subprocess.Popen[bytes] | None = None

    def run(self) -> int:
        """Until the pages end or a signal asks for the end; how it ended."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        follower = Thread(target=self._follow, daemon=True)
        if self._env["LIVE_PORT"] != "0":
            follower.start()
        self._pages = subprocess.Popen(pages_command(self._env), env=self._env)
        try:
            return self._pages.wait()
        finally:
            self._ending.set()
            _stop(self._stream)
            if follower.ident:
                follower.join()

    def _follow(self) -> None:
        """The pages are what a championship is run with: the stream starts again by itself."""
        while not self._ending.is_set():
            self._stream = subprocess.Popen(stream_command(self._env), env=self._env)
            if self._ending.is_set():  # it was asked to end while this one began
                _stop(self._stream)
            self._stream.wait()
            self._ending.wait(AGAIN_SECONDS)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self._ending.set()
        _stop(self._pages)
        _stop(self._stream)
        if self._pages is None:
            raise SystemExit(128 + number)


def _stop(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)


def main() -> int:
    os.chdir(ROOT)
    if told := refusal():
        sys.exit(told)
    try:
        niceness()
    except ValueError as error:
        sys.exit(str(error))
    take_short_turns()
    env = dict(os.environ) | ports()
    env.setdefault("MALLOC_MMAP_THRESHOLD_", GIVEN_BACK)
    if env.get("TLS") == "1":
        folder = Path(given("VAR_DIR", "var")) / "tls"
        subprocess.run([sys.executable, "bin/certificate", str(folder)], check=True)
        env |= {
            "TLS_CERTIFICATE": f"{folder}/server.pem",
            "TLS_KEY": f"{folder}/server.key",
            "TLS_CA": f"{folder}/ca.crt",
        }
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # each connection is an open file
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    subprocess.run([sys.executable, "manage.py", "direcciones"], check=True, env=env)
    return Processes(env).run()


if __name__ == "__main__":
    sys.exit(main())
