"""Boards that take nothing any more, until they are dropped, and what it costs those beside them.

The kernel keeps some four megabytes for each connection before a server waits for it: so what is told of a mesa grows here with each jugada
of one long data, until something waits for who reads 64 bytes a second, or nothing. Measured are the last jugadas before the dead
ones are dropped, and as many after that, which are a little longer.
"""

import json
import time
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench import serving
from bench.fanout_parts import PATIENCE, Boards, Recorder, Witness, memory, streaming

GOOD, BAD, MESAS = 300, 50, 8
ALL = GOOD + 2 * BAD + 1  # with the witness
COMPARED, APART, LONGEST = 60, 0.25, 240.0
HOLDS, GROWS = 2.0, 60_000.0
"""At most so many times the latency without the dead; at most so many kilobytes more."""
REASON = "para que lo que se dice de la mesa sea largo, y más con cada una"
LINES = [
    "sorteo A1=7 B1=K A2=3 B2=A reparte=B1",
    *(f'ajusta A {points} "{REASON}"' for _ in range(200) for points in ("+2", "-2")),
]


def with_bad_boards() -> dict[str, Any]:
    """Latencies to the last good board beside bad ones and without the dead; how many were dropped, and the memory meanwhile."""
    with TemporaryDirectory() as directory:
        env = serving.environment("", Path(directory))
        made = json.loads(serving.manage(env, "bench_prepare", "--mesas", str(MESAS)).splitlines()[-1])
        made["scripts"], path = [LINES], f"/vivo/c/{made['slug']}"
        with serving.granian(env) as port, streaming(env, "cuarenta_torneo.asgi:application") as (live, process):
            record, witness, boards = Recorder(port, made), Witness(live, path), Boards(live, path, GOOD)
            try:
                boards.ask("slow", BAD)
                boards.ask("dead", BAD)
                _await(live, ALL)
                before = most = memory(process)
                beside, until = list[float](), time.monotonic() + LONGEST
                while _connected(live) > ALL - BAD and time.monotonic() < until:
                    beside.append(_told(record, witness, boards))
                    most = max(most, memory(process))
                dropped = ALL - _connected(live)
                after = [_told(record, witness, boards) for _ in range(COMPARED)]
            finally:
                boards.close()
    held = beside[-COMPARED:]
    figures = {
        "good": GOOD, "slow": BAD, "dead": BAD, "messages_until_dropped": len(beside), "dropped": dropped,
        "beside_ms": median(held), "after_ms": median(after), "ratio": median(held) / median(after),
        "grew_kb": most - before,
    }  # fmt: skip
    if dropped < BAD or figures["ratio"] > HOLDS or figures["grew_kb"] > GROWS:
        raise SystemExit(f"slow and dead boards hold the others: {figures}")
    return figures


def _told(record: Recorder, witness: Witness, boards: Boards) -> float:
    """Milliseconds from the answer to the last good board, and a moment's rest."""
    begun = record()
    took = boards.last(witness.next()[0]) - begun
    time.sleep(APART)
    return 1000 * took


def _await(port: int, boards: int) -> None:
    """Those that read nothing are not heard of when they are let in."""
    until = time.monotonic() + PATIENCE
    while _connected(port) < boards:
        if time.monotonic() > until:
            raise RuntimeError(f"{_connected(port)} of {boards} boards were let in")
        time.sleep(0.05)


def _connected(port: int) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", "/vivo/salud")
    return int(connection.getresponse().read())
