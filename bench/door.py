"""What the door costs a tap: the same application served as it was before it, by turns in one run.

The server has a core of its own, and the load the other. `cost`: seconds of processor that a tap takes of the server, with the door to
without (at most 1.1). 32 clients play whole mesas on SQLite, as in `bench.recording`. `BENCH_ROUNDS`, `BENCH_SECONDS`.
"""

import os
import tempfile
from pathlib import Path
from statistics import median

from bench import load, recording, serving
from bench.report import results_write

CLIENTS = 32
KINDS = {"door": serving.door_command, "plain": serving.plain_command}


def main() -> None:
    """Measure, print and write."""
    seen: dict[str, list[tuple[float, float, float, float]]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as directory:
        site = recording.Site("SQLite", Path(directory))
        for number in range(recording.ROUNDS):
            for kind in sorted(KINDS, reverse=bool(number % 2)):
                os.sync()
                seen[kind].append(_run(site, kind))
    rows = {kind: _medians(runs) for kind, runs in seen.items()}
    ratios = {
        name: median(ours[place] / theirs[place] for ours, theirs in zip(seen["door"], seen["plain"], strict=True))
        for place, name in enumerate(("cost", "rate", "p50", "p99"))
    }
    figures = {"seconds": recording.SECONDS, "rounds": recording.ROUNDS, "load": os.getloadavg()[0], **rows, **ratios}
    results_write("door", figures, ("Django", "granian"))


def _run(site: recording.Site, kind: str) -> tuple[float, float, float, float]:
    """Microseconds of processor a tap, taps a second, and the milliseconds of p50 and p99."""
    serving.sweep(site.env)
    port = serving.free_port()
    with serving.apart(KINDS[kind](port), site.env, port) as server:
        load.run(port, site.tablets(CLIENTS), 1)
        before = server.cpu_seconds()
        seen = load.run(port, site.tablets(CLIENTS), recording.SECONDS)
        used = server.cpu_seconds() - before
    return 1e6 * used / len(seen.latencies), seen.rate, seen.percentile(0.5), seen.percentile(0.99)


def _medians(runs: list[tuple[float, float, float, float]]) -> dict[str, float]:
    names = ("cpu_us", "taps_s", "p50_ms", "p99_ms")
    return {name: median(values) for name, values in zip(names, zip(*runs, strict=True), strict=True)}


if __name__ == "__main__":
    main()
