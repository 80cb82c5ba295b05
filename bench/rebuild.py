"""(b) Jugadas folded per second, and rebuilding all projections of a database with 200,000 jugadas.

The floor of the fold is the plainest loop: it splits each line and adds points, and knows no rule.
"""

import json
import os
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from bench import serving
from bench.load import interleaved
from bench.report import results_write
from referee.management.rehearsal.playing import mesa_jugadas
from referee.rules import SEATS, dump_jugada, parse_jugada, reglamento_get, replay

ROUNDS = 5
JUGADAS = int(os.environ.get("BENCH_JUGADAS", "200000"))
POSTGRES = os.environ.get("BENCH_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
AWARDS = {"caida": 2, "limpia": 2, "caida-limpia": 2, "ronda": 2, "doble-ronda": 4}


def folding(scripts: list[list[str]]) -> dict[str, Any]:
    """Jugadas a second: parsed and folded by the rules, folded only, and by the plain loop."""
    rules = reglamento_get("riobamba")
    parsed = [[parse_jugada(line) for line in lines] for lines in scripts]
    count = sum(map(len, scripts))

    def rate(work: Callable[[], object]) -> Callable[[], float]:
        def measured() -> float:
            start = time.perf_counter()
            work()
            return count / (time.perf_counter() - start)

        return measured

    rates = interleaved(
        ROUNDS,
        {
            "folded": rate(lambda: [replay(rules, SEATS, jugadas) for jugadas in parsed]),
            "parsed_and_folded": rate(lambda: [replay(rules, SEATS, map(parse_jugada, lines)) for lines in scripts]),
            "plain_loop": rate(lambda: [plain(lines) for lines in scripts]),
        },
    )
    return {f"{name}_per_second": round(value) for name, value in rates.items()} | {
        "ratio_to_plain_loop": round(rates["folded"] / rates["plain_loop"], 3)
    }


def plain(lines: list[str]) -> dict[str, int]:
    """Add points by the first word of each line."""
    points = {"A": 0, "B": 0}
    for line in lines:
        words = line.split()
        if words[0] in AWARDS:
            points[words[1][0]] += AWARDS[words[0]]
    return points


def rebuild(name: str, var: Path) -> dict[str, Any]:
    """Seconds that `verificar_bitacora --reconstruir` takes over logs without projections, and over right ones."""
    url = f"{POSTGRES.rsplit('/', 1)[0]}/bench_{uuid.uuid4().hex[:10]}" if name == "PostgreSQL" else ""
    env = serving.environment(url, var / name)
    made = json.loads(serving.manage(env, "bench_prepare", "--mesas", str(JUGADAS // 60), "--logs").splitlines()[-1])
    try:
        seconds = []
        for arguments in (("--reconstruir",), ()):
            start = time.perf_counter()
            serving.manage(env, "verificar_bitacora", *arguments)
            seconds.append(time.perf_counter() - start)
    finally:
        serving.manage(env, "bench_drop")
    return {
        "jugadas": made["rows"],
        "rebuild_seconds": round(seconds[0], 1),
        "rebuilt_per_second": round(made["rows"] / seconds[0]),
        "verify_seconds": round(seconds[1], 1),
        "verified_per_second": round(made["rows"] / seconds[1]),
    }


def main() -> None:
    """Measure, print and write."""
    rules = reglamento_get("riobamba")
    scripts = [[dump_jugada(jugada) for jugada in mesa_jugadas(rules, Random(seed))] for seed in range(300)]
    figures: dict[str, Any] = {"folding": folding(scripts)}
    with tempfile.TemporaryDirectory() as directory:
        figures |= {name: rebuild(name, Path(directory)) for name in ("SQLite", "PostgreSQL")}
    results_write("rebuild", figures, ("Django", "psycopg"))


if __name__ == "__main__":
    main()
