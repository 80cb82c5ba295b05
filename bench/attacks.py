"""What a tap waits for while strangers do their worst: 64 tablets, beside the same with the attacker replaced by as much idle work.

`python -m bench.attacks [NAME …]`. The server (`bin/serve`, both processes, SQLite) has one core; tablets and attacker share the other.
A tablet taps twice a second, twenty times as often as people do. Of each attack: the median over the rounds of p99 with the attack to
p99 of the idle run beside it (at most 1.2), and the most memory of all our processes (PSS, under 600 MiB). `BENCH_ROUNDS`,
`BENCH_SECONDS`.
"""

import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from bench import hostile, load, recording, serving
from bench.attackers import ATTACKS
from bench.report import results_write

TABLETS = 64
EVERY_SECONDS = 0.5
SECONDS = float(os.environ.get("BENCH_SECONDS", "8"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
AT_MESAS_SECONDS = 8
WARM_SECONDS = 1.5
REST_SECONDS = 6
"""Until the server has done what strangers left waiting."""
MIB = 600
RATIO = 1.2


class Tablets:
    """So many, each at a mesa of its own, which tap at their own moments."""

    def __init__(self, site: recording.Site) -> None:
        self._clients = [recording.TabletClient(site, 1, whole=False, signs=False) for _ in range(TABLETS)]

    def tap(self, port: int, seconds: float) -> load.Load:
        return asyncio.run(self._tap(port, seconds))

    async def _tap(self, port: int, seconds: float) -> load.Load:
        seen = load.Load()
        until = time.perf_counter() + seconds
        await asyncio.gather(*(self._one(client, port, until, seen) for client in self._clients))
        return seen

    async def _one(self, client: recording.TabletClient, port: int, until: float, seen: load.Load) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        due = time.perf_counter() + random.random() * EVERY_SECONDS
        while due < until:
            await asyncio.sleep(max(0, due - time.perf_counter()))
            begun = time.perf_counter()
            writer.write(load.written(*client.request()))
            status, body, closing = await load.answered(reader)
            seen.latencies.append(time.perf_counter() - begun)
            client.answered(status, body)
            due = max(due + EVERY_SECONDS, time.perf_counter())
            if closing:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()


@contextmanager
def stranger(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "bench.attackers", *arguments]
    process = subprocess.Popen(command, cwd=serving.ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def measured(site: recording.Site, name: str, slug: str) -> dict[str, float]:
    """One attack and the idle run beside it, on a server that has just begun."""
    port = serving.free_port()
    env = site.env | {
        "DJANGO_SETTINGS_MODULE": "bench.real_settings",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "LIVE_PORT": str(serving.free_port()),
    }
    serving.sweep(site.env)
    with serving.apart([sys.executable, "-m", "cuarenta_torneo.serving"], env, port) as server:
        seconds = SECONDS + WARM_SECONDS
        used, done, attacked, memory = under(site, server, name, str(seconds), str(port), env["LIVE_PORT"], slug)
        time.sleep(REST_SECONDS)
        *_, quiet, _ = under(site, server, "idle", str(seconds), str(used / seconds))
    return {
        "ratio": attacked.percentile(0.99) / quiet.percentile(0.99),
        "p99_ms": attacked.percentile(0.99),
        "idle_p99_ms": quiet.percentile(0.99),
        "p50_ms": attacked.percentile(0.5),
        "idle_p50_ms": quiet.percentile(0.5),
        "pss_mib": memory,
        "attacks_done": done,
        "attacker_share": used / seconds,
    }


def under(site: recording.Site, server: serving.Measured, *stranger_does: str) -> tuple[float, float, load.Load, float]:
    """The stranger's seconds of processor and what it did, what the tablets saw meanwhile, and the most memory after a few seconds each.

    At mesas of their own that have just begun, others every few seconds: one that ends takes ten milliseconds, whoever else is there.
    """
    rooms = [Tablets(site) for _ in range(math.ceil(SECONDS / AT_MESAS_SECONDS))]
    for tablets in rooms:
        tablets.tap(server.port, 2)
    tapped, memory = load.Load(), 0.0
    with stranger(*stranger_does) as process:
        time.sleep(WARM_SECONDS)
        for tablets in rooms:
            tapped.latencies += tablets.tap(server.port, (SECONDS - 0.5) / len(rooms)).latencies
            memory = max(memory, server.pss_mib())
        said, _ = process.communicate(timeout=SECONDS + 60)
    used, done = map(float, said.split())
    return used, done, tapped, memory


def main() -> None:
    """Measure, print and write."""
    names = sys.argv[1:] or list(ATTACKS)
    with tempfile.TemporaryDirectory() as directory:
        site = recording.Site("SQLite", Path(directory))
        os.environ["BENCH_HOSTILE"] = f"{directory}/hostile"
        hostile.write(Path(os.environ["BENCH_HOSTILE"]))
        rounds: dict[str, list[dict[str, float]]] = {name: [] for name in names}
        for _ in range(ROUNDS):
            for name in names:
                os.sync()
                rounds[name].append(measured(site, name, site.slug))
                print(name, json.dumps(rounds[name][-1]), flush=True)
    figures: dict[str, Any] = {
        name: {key: median(each[key] for each in runs) for key in runs[0]}
        | {"worst_pss_mib": max(each["pss_mib"] for each in runs)}
        for name, runs in rounds.items()
    }
    met = {name: row["ratio"] <= RATIO and row["worst_pss_mib"] < MIB for name, row in figures.items()}
    results_write(
        "attacks",
        {"seconds": SECONDS, "rounds": ROUNDS, "tablets": TABLETS, "load": os.getloadavg()[0], **figures, "met": met},
        ("Django", "granian"),
    )


if __name__ == "__main__":
    main()
