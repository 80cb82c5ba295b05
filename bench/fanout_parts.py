"""Who records, who follows, and the server between them."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench import serving
from bench.recording import client_id

PATIENCE = 20.0


class Recorder:
    """Forty Jueces, by turns."""

    def __init__(self, port: int, made: dict[str, Any]) -> None:
        self._port, self._mesas = port, made["mesas"]
        self._lines = [made["scripts"][n % len(made["scripts"])] for n in range(len(self._mesas))]
        self._done = [0] * len(self._mesas)
        self._turn = 0

    def __call__(self) -> float:
        """Record one jugada; when it was answered."""
        index = self._turn % len(self._mesas)
        self._turn += 1
        mesa, base = self._mesas[index], self._done[index]
        line = self._lines[index][base]
        body = {
            "lease_epoch": 1,
            "base_seq": base,
            "jugadas": [{"client_id": client_id(), "notation": line, "device_ts": None}],
        }
        headers = {
            "Authorization": f"Device {mesa['token']}",
            "Content-Type": "application/json",
            "Prefer": "return=minimal",
        }
        post(self._port, f"/api/v1/mesas/{mesa['id']}/jugadas", json.dumps(body).encode(), headers)
        self._done[index] += 1
        return time.monotonic()


class Boards:
    """The readers' process."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.fanout_boards", str(port), path, str(count)],
            cwd=serving.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.count = count
        self._answer()

    def ask(self, *words: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def last(self, number: int) -> float:
        """When the last board had this message; every one must get it."""
        until = time.monotonic() + PATIENCE
        while True:
            seen = self.ask("seen", number)
            if seen["count"] >= self.count:
                return float(seen["last"])
            if time.monotonic() > until:
                message = f"message {number} came to {seen['count']} of {self.count} boards, {seen['lost']} lost"
                raise RuntimeError(message)
            time.sleep(0.02)

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


class Witness:
    """One more board of ours, that keeps what it is sent."""

    def __init__(self, port: int, path: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._connection.request("GET", path)
        self._answer = self._connection.getresponse()
        self.next()

    def next(self) -> tuple[int, bytes]:
        """The next message: its number and its bytes. Signs of life are none."""
        head, body, until = b"", b"", time.monotonic() + PATIENCE
        while not head.startswith(b"id: "):
            if time.monotonic() > until:
                raise RuntimeError("a jugada was recorded, and no message came of it")
            head = self._answer.readline()
        body = head + self._answer.readline() + self._answer.readline()
        return int(head[4:]), body


def post(port: int, path: str, body: bytes, headers: dict[str, str]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {told[:300]!r}")


@contextmanager
def streaming(env: dict[str, str], application: str) -> Iterator[tuple[int, int]]:
    """Serve as `bin/serve` does, but with the weight of all others and no metronome, as the peer; the port, and the process that holds the boards."""
    port = serving.free_port()
    command = [
        str(serving.BIN / "granian"), "--interface", "asgi", application, "--host", "127.0.0.1", "--port", str(port),
        "--http", "1", "--backlog", "4096", "--backpressure", "8000", "--workers-kill-timeout", "1", "--no-ws",
        "--log-level", "critical",
    ]  # fmt: skip
    process = subprocess.Popen(command, env=env | {"LIVE_BOARDS": "8000"}, cwd=serving.ROOT)
    try:
        while True:
            time.sleep(0.3)
            if children := Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
                with_socket = HTTPConnection("127.0.0.1", port, timeout=1)
                try:
                    with_socket.connect()
                    break
                except OSError:
                    continue
        time.sleep(1)
        yield port, max(map(int, children), key=memory)
    finally:
        process.terminate()
        process.wait()


def memory(process: int) -> float:
    """Kilobytes resident."""
    status = Path(f"/proc/{process}/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])
