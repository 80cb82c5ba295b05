"""(j) The live stream to 1,000, 3,000 and 5,000 boards while 40 mesas record two jugadas a minute each.

Ours follows the database and sends whole states; the peer is a bare ASGI application that is handed the same bytes, by turns
in one run, under the same server. Jugadas come at their honest rate, one in three quarters of a second over all mesas, for
shorter than an evening. A message counts from the answer to whoever recorded it (the peer: from the moment it is handed over)
until the last board has it; one that does not come to every board ends the run.
"""

import json
import os
import resource
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from bench import serving
from bench.fanout_bad import with_bad_boards
from bench.fanout_parts import Boards, Recorder, Witness, memory, post, streaming
from bench.report import results_write

SIZES = tuple(int(size) for size in os.environ.get("BENCH_BOARDS", "1000,3000,5000").split(","))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
MESSAGES = int(os.environ.get("BENCH_MESSAGES", "8"))
MESAS, APART = 40, 60 / (40 * 2)
TWICE, KILOBYTES = 2.0, 60.0
"""The last of the boards at the largest size, at most so many times the bare application's; and of memory a board."""


def measured(size: int, env: dict[str, str], made: dict[str, Any], record: Recorder) -> dict[str, Any]:
    path = f"/vivo/c/{made['slug']}"
    with ExitStack() as stack:
        port, process = stack.enter_context(streaming(env, "cuarenta_torneo.asgi:application"))
        peer_port, peer_process = stack.enter_context(streaming(env, "bench.fanout_peer:application"))
        witness = Witness(port, path)
        before, peer_before = memory(process), memory(peer_process)
        boards, peers = Boards(port, path, size), Boards(peer_port, path, size)
        stack.callback(boards.close)
        stack.callback(peers.close)
        ours: list[float] = []
        theirs: list[float] = []

        def a_round() -> tuple[list[float], list[float]]:
            took, peer_took, messages = [], [], []
            for _ in range(MESSAGES):
                begun = record()
                number, body = witness.next()
                messages.append((number, body))
                took.append(1000 * (boards.last(number) - begun))
                time.sleep(max(0, APART - (time.monotonic() - begun)))
            for number, body in messages:
                begun = time.monotonic()
                post(peer_port, "/", body, {})
                peer_took.append(1000 * (peers.last(number) - begun))
                time.sleep(max(0, APART - (time.monotonic() - begun)))
            return took, peer_took

        a_round()
        after, peer_after = memory(process), memory(peer_process)
        for _ in range(ROUNDS):
            took, peer_took = a_round()
            ours += took
            theirs += peer_took
        return {
            "boards": size,
            "messages": len(ours),
            "last_board_ms": median(ours),
            "p99_ms": worst(ours),
            "peer_last_board_ms": median(theirs),
            "peer_p99_ms": worst(theirs),
            "ratio": median(ours) / median(theirs),
            "kb_a_board": (after - before) / size,
            "peer_kb_a_board": (peer_after - peer_before) / size,
        }


def worst(values: list[float]) -> float:
    return sorted(values)[max(0, int(len(values) * 0.99) - 1)]


def main() -> None:
    """Measure, print and write."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory:
        env = serving.environment("", Path(directory))
        made = json.loads(serving.manage(env, "bench_prepare", "--mesas", str(MESAS)).splitlines()[-1])
        with serving.granian(env) as port:
            record = Recorder(port, made)
            figures = [measured(size, env, made, record) for size in SIZES]
    load = {"load_average": os.getloadavg()[0], "mesas": MESAS, "jugadas_a_minute": 2}
    met = figures[-1]["ratio"] <= TWICE and all(each["kb_a_board"] <= KILOBYTES for each in figures)
    required = {"ratio": TWICE, "kb_a_board": KILOBYTES}
    told = {"rounds": ROUNDS, **load, "sizes": figures, "required": required, "met": met}
    results_write("fanout", told, ("granian", "Django"))
    if not met:
        raise SystemExit("slower than twice a bare application, or more than 60 KB a board")
    results_write("fanout", told | {"slow_and_dead": with_bad_boards()}, ("granian", "Django"))


if __name__ == "__main__":
    main()
