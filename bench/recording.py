"""(a) Recording a jugada through the API, beside the plainest DRF view, gunicorn, and batches.

Ours: token, lease, idempotency, sequence, hash chain, fold, projections, answer with state and legal jugadas. The
peer: one INSERT and one UPDATE. Both in the same server process and database, by turns in one run. `signed`: the same from tablets
that sign; the load signs on the same processors, so that the server's part of the difference is less.
"""

import json
import os
import random
import tempfile
import time
import uuid
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from bench import load, serving
from bench.report import results_write
from kernel.tablet_keys import Signed, key_text, statement

SECONDS = float(os.environ.get("BENCH_SECONDS", "4"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
PATIENCE_ROUNDS = 2 * ROUNDS + 1  # one stall of the disk is more than a hundredth of the answers of a few seconds
MESAS = int(os.environ.get("BENCH_MESAS", "20000"))  # half of them at tablets that sign
KEY = ec.generate_private_key(ec.SECP256R1())
POSTGRES = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")


def client_id() -> str:
    """A UUID of version 7, as tablets make them (`uuid.js`): they sort by their hour, and an index grows at its end."""
    milliseconds, noise = time.time_ns() // 1_000_000, random.getrandbits(74)
    return str(uuid.UUID(int=milliseconds << 80 | 7 << 76 | noise >> 62 << 64 | 2 << 62 | noise & (1 << 62) - 1))


class TabletClient:
    """Plays whole mesas, one after another, `batch` jugadas a request.

    It asks for `acked` and `state` alone, as a tablet that folds by itself does, or for the `whole` answer with
    the legal jugadas and the tail of the log. `signs`: its jugadas are signed, as those of a tablet over https are.
    """

    def __init__(self, site: "Site", batch: int, *, whole: bool, signs: bool) -> None:
        self._signs = signs
        self._mesas, self._scripts, self._turn, self._batch = site.mesas[signs], site.scripts, site.turn, batch
        self._prefer = {} if whole else {"Prefer": "return=minimal"}
        self._next_mesa()

    def _next_mesa(self) -> None:
        self._mesa = next(self._mesas)
        self._lines = self._scripts[next(self._turn) % len(self._scripts)]
        if self._batch > 1:  # whole batches only
            self._lines = self._lines[: len(self._lines) // self._batch * self._batch]
        self._base = 0

    def request(self) -> tuple[str, dict[str, str], bytes]:
        while self._base >= len(self._lines):
            self._next_mesa()
        lines = self._lines[self._base : self._base + self._batch]
        body: dict[str, Any] = {
            "lease_epoch": 1,
            "base_seq": self._base,
            "jugadas": [self._jugada(line) for line in lines],
        }
        self._base += len(lines)
        headers = {
            "Authorization": f"Device {self._mesa['token']}",
            "Content-Type": "application/json",
            **self._prefer,
        }
        return f"/api/v1/mesas/{self._mesa['id']}/jugadas", headers, json.dumps(body).encode()

    def _jugada(self, line: str) -> dict[str, Any]:
        jugada: dict[str, Any] = {"client_id": client_id(), "notation": line, "device_ts": None}
        if self._signs:
            said = {"counter": 1, "previous": "", "head": "0" * 64}  # no server compares them as it records
            stated = statement(mesa=self._mesa["id"], **jugada, **said)
            r, s = decode_dss_signature(KEY.sign(stated, ec.ECDSA(SHA256())))
            numbers = urlsafe_b64encode(r.to_bytes(32) + s.to_bytes(32)).decode().rstrip("=")
            jugada["signed"] = str(Signed(signature=numbers, **said))
        return jugada

    def answered(self, status: int, body: bytes) -> None:
        if status != 200:
            message = f"{status}: {body[:300]!r}"
            raise RuntimeError(message)


class PeerClient:
    """Posts points for one match."""

    def __init__(self, match: int) -> None:
        self._match = match

    def request(self) -> tuple[str, dict[str, str], bytes]:
        body = json.dumps({"match": self._match, "kind": "caida", "points": 2}).encode()
        return "/bench/events", {"Content-Type": "application/json"}, body

    def answered(self, status: int, body: bytes) -> None:
        if status != 201:
            message = f"{status}: {body[:300]!r}"
            raise RuntimeError(message)


class Site:
    """A database with mesas to play and a server on it."""

    def __init__(self, name: str, var: Path) -> None:
        self.name = name
        url = f"{POSTGRES.rsplit('/', 1)[0]}/bench_{uuid.uuid4().hex[:10]}" if name == "PostgreSQL" else ""
        self.env = serving.environment(url, var / name)
        prepare = ("bench_prepare", "--mesas", str(MESAS), "--public-key", key_text(KEY.public_key()))
        made = json.loads(serving.manage(self.env, *prepare).splitlines()[-1])
        self.mesas = {
            signs: iter([mesa for mesa in made["mesas"] if mesa["signs"] == signs]) for signs in (True, False)
        }
        self.scripts: list[list[str]] = made["scripts"]
        self.slug: str = made["slug"]
        self.turn = count()

    def tablets(self, clients: int, batch: int = 1, *, whole: bool = False, signs: bool = False) -> list[load.Client]:
        return [TabletClient(self, batch, whole=whole, signs=signs) for _ in range(clients)]

    @staticmethod
    def peers(clients: int) -> list[load.Client]:
        return [PeerClient(match) for match in range(1, clients + 1)]

    def close(self) -> None:
        serving.manage(self.env, "bench_drop")


def main() -> None:
    """Measure, print and write."""
    with tempfile.TemporaryDirectory() as directory:
        figures = {name: _site(name, Path(directory)) for name in ("SQLite", "PostgreSQL")}
    packages = ("Django", "djangorestframework", "granian", "gunicorn", "psycopg")
    results_write(
        "recording", {"seconds": SECONDS, "rounds": ROUNDS, "patience_rounds": PATIENCE_ROUNDS, **figures}, packages
    )


def _site(name: str, var: Path) -> dict[str, Any]:
    site = Site(name, var)
    try:
        answer = _throughput(site)
        if name == "SQLite":
            answer |= _patience(site)
        return answer
    finally:
        site.close()


def _throughput(site: Site) -> dict[str, Any]:
    """Requests a second of ours and the peer with 32 clients; jugadas a second in batches of 50."""
    workers = 1 if site.name == "SQLite" else 2
    with serving.granian(site.env, workers=workers) as port:
        load.run(port, site.tablets(32), 2), load.run(port, site.peers(32), 2)
        rates = load.interleaved(
            ROUNDS,
            {
                "ours": lambda: load.run(port, site.tablets(32), SECONDS).rate,
                "ours_signed": lambda: load.run(port, site.tablets(32, signs=True), SECONDS).rate,
                "ours_with_legal": lambda: load.run(port, site.tablets(32, whole=True), SECONDS).rate,
                "peer": lambda: load.run(port, site.peers(32), SECONDS).rate,
                "batches_signed": lambda: 50 * load.run(port, site.tablets(32, 50, signs=True), SECONDS / 4).rate,
                "batches": lambda: 50 * load.run(port, site.tablets(32, batch=50), SECONDS / 4).rate,
            },
        )
    return rates | {
        "ratio": rates["ours"] / rates["peer"],
        "signed_ratio": rates["ours_signed"] / rates["ours"],
        "ratio_with_legal": rates["ours_with_legal"] / rates["peer"],
        "batch_ratio": rates["batches"] / rates["ours"],
    }


def _patience(site: Site) -> dict[str, Any]:
    """The slowest answers with 64 clients: the embedded server, and gunicorn with 2 × 8 threads on the same file.

    `disk_worst_ms`: the slowest of many small writes to the same disk in the same run, with nothing else going on.
    gunicorn serves the very same application, the same API as SQLite is usually written to (each request in a
    transaction of its own), and the peer's view.
    """
    ours: list[load.Load] = []
    disk: list[float] = []

    def alone() -> float:
        disk.append(_slowest_write(Path(site.env["VAR_DIR"])))
        return disk[-1]

    def embedded() -> float:
        with serving.granian(site.env) as port:
            load.run(port, site.tablets(64), 1)
            ours.append(load.run(port, site.tablets(64), SECONDS))
        return ours[-1].percentile(0.99)

    def gunicorn(site_module: str, clients: Callable[[int], list[load.Client]]) -> float:
        with serving.gunicorn(site.env, site=site_module) as port:
            load.run(port, clients(64), 1)
            return load.run(port, clients(64), SECONDS).percentile(0.99)

    p99 = load.interleaved(
        PATIENCE_ROUNDS,
        {
            "disk_ms": alone,
            "p99_ms": embedded,
            "gunicorn_p99_ms": lambda: gunicorn("cuarenta_torneo.wsgi", site.tablets),
            "gunicorn_usual_p99_ms": lambda: gunicorn("bench.usual", site.tablets),
            "gunicorn_peer_p99_ms": lambda: gunicorn("cuarenta_torneo.wsgi", site.peers),
        },
    )
    return p99 | {
        "p99_ratio": p99["p99_ms"] / p99["gunicorn_p99_ms"],
        "p99_ratio_usual": p99["p99_ms"] / p99["gunicorn_usual_p99_ms"],
        "p99_ratio_peer": p99["p99_ms"] / p99["gunicorn_peer_p99_ms"],
        "worst_ms": max(run.worst for run in ours),
        "disk_worst_ms": max(disk),
    }


def _slowest_write(folder: Path) -> float:
    """Milliseconds until 8 KiB at the end of a file were on the disk, as a commit writes them; the slowest in a run."""
    slowest, until = 0.0, time.perf_counter() + SECONDS
    with tempfile.TemporaryFile(dir=folder) as file:
        while (begun := time.perf_counter()) < until:
            file.write(bytes(8192))
            file.flush()
            os.fdatasync(file.fileno())
            slowest = max(slowest, time.perf_counter() - begun)
    return 1000 * slowest


if __name__ == "__main__":
    main()
