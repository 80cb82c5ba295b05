"""What a tap waits for while strangers do their worst: 64 tablets, beside the same with the attacker replaced by as much idle work.

`python -m bench.attacks [NAME …]`. The server (`bin/serve`, both processes, SQLite) has one core; tablets and attacker share the other.
A tablet taps twice a second, twenty times as often as people do. Of each attack: p99 with the attack, over the taps of all rounds, to
p99 of the idle runs beside it (at most 1.2), and the most memory of all our processes (PSS, under 600 MB). `nothing` attacks with
nothing: its ratio is what the machine alone makes of 1. `ratio_to_all_idle` is to the idle runs of all attacks together, which move less. `BENCH_ROUNDS`, `BENCH_SECONDS`.
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
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench import hostile, load, recording, serving
from bench.attackers import ATTACKS, NOTHING
from bench.report import results_write

TABLETS = 64
EVERY_SECONDS = 0.5
SECONDS = float(os.environ.get("BENCH_SECONDS", "8"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "4"))
AT_MESAS_SECONDS = 8
"""How long a tablet taps at one mesa: one that is played longer than that ends."""
WARM_SECONDS = 1.5
REST_SECONDS = 6
"""Until the server has done what strangers left waiting."""
MIB = 600e6 / 2**20
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


@dataclass
class Seen:
    """Of one attack, over its rounds: what the tablets saw under it and beside idle work, and what it all used."""

    attacked: load.Load = field(default_factory=load.Load)
    quiet: load.Load = field(default_factory=load.Load)
    ratios: list[float] = field(default_factory=list)
    """Of p99, one a round."""
    pss_mib: float = 0.0
    """The most of any round."""
    done: float = 0.0
    shares: list[float] = field(default_factory=list)
    """Of its core, that the stranger used, one a round."""

    def figures(self) -> dict[str, Any]:
        p99, idle = self.attacked.percentile(0.99), self.quiet.percentile(0.99)
        return {
            "ratio": p99 / idle,
            "p99_ms": p99,
            "idle_p99_ms": idle,
            "p50_ms": self.attacked.percentile(0.5),
            "idle_p50_ms": self.quiet.percentile(0.5),
            "taps": len(self.attacked.latencies) + len(self.quiet.latencies),
            "ratios_of_rounds": self.ratios,
            "pss_mib": self.pss_mib,
            "attacks_done": self.done,
            "attacker_share": median(self.shares),
            "met": p99 / idle <= RATIO and self.pss_mib < MIB,
        }


def measure(site: recording.Site, name: str, seen: Seen) -> None:
    """One attack and the idle run beside it, on a server that has just begun.

    Every other round the idle run is the first, with what the attack used before: on a young server taps may be slower.
    """
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
        if is_idle_first := len(seen.shares) % 2 == 1:
            *_, quiet, _ = under(site, server, "idle", str(seconds), str(seen.shares[-1]))
            time.sleep(REST_SECONDS)
        used, done, attacked, memory = under(site, server, name, str(seconds), str(port), env["LIVE_PORT"], site.slug)
        if not is_idle_first:
            time.sleep(REST_SECONDS)
            *_, quiet, _ = under(site, server, "idle", str(seconds), str(used / seconds))
    seen.attacked.latencies += attacked.latencies
    seen.quiet.latencies += quiet.latencies
    seen.ratios.append(round(attacked.percentile(0.99) / quiet.percentile(0.99), 2))
    seen.pss_mib = max(seen.pss_mib, memory)
    seen.done += done
    seen.shares.append(used / seconds)


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
    names = sys.argv[1:] or [*ATTACKS, NOTHING]
    with tempfile.TemporaryDirectory() as directory:
        site = recording.Site("SQLite", Path(directory))
        os.environ["BENCH_HOSTILE"] = f"{directory}/hostile"
        hostile.write(Path(os.environ["BENCH_HOSTILE"]))
        seen = {name: Seen() for name in names}
        for _ in range(ROUNDS):
            for name in names:
                os.sync()
                measure(site, name, seen[name])
                print(name, json.dumps(seen[name].figures()), flush=True)
    idle = load.Load(latencies=[each for one in seen.values() for each in one.quiet.latencies]).percentile(0.99)
    figures = {
        name: each.figures() | {"ratio_to_all_idle": each.attacked.percentile(0.99) / idle}
        for name, each in seen.items()
    }
    about = {"seconds": SECONDS, "rounds": ROUNDS, "tablets": TABLETS, "load": os.getloadavg()[0]}
    results_write("attacks", about | {"attacks": figures}, ("Django", "granian"))


if __name__ == "__main__":
    main()
