"""(g) Seven Swiss rounds of 96, 300 and 1,000: ours beside py4swiss (PyPI) and tournament-pairings (npm).

    python -m bench.swiss; ROUNDS=3 SIZES=96 for less

Each engine plays its own championship, since after the first round the pairings differ; who wins a meeting is the same for all.
What is timed is the pairing alone: no text is parsed or written in it. Quality is counted the same way for all three: the sum of
the differences of wins, meetings repeated, rests repeated. Each engine has BUDGET_S (120 s) for a championship: where it is used
up the engine is left in that round, which the figures name, and what it paired until then counts. So a whole run ends within a quarter
of an hour. ENGINES=ours,py4swiss leaves one out.
"""

import json
import multiprocessing
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from statistics import median
from typing import Any

from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from bench.report import results_write
from brackets.draw.swiss import Standing, pair_round

NODE = Path(__file__).parent / "node"
SIZES = [int(size) for size in os.environ.get("SIZES", "96,300,1000").split(",")]
ROUNDS = int(os.environ.get("ROUNDS", "7"))
BUDGET_S = float(os.environ.get("BUDGET_S", "120"))
Pairs = list[tuple[int, int | None]]
"""Who meets whom, by number from 1; None where somebody rests."""


@dataclass
class Stage:
    """A championship so far: rounds as they were paired, and what each has."""

    size: int
    rounds: list[Pairs] = field(default_factory=list)
    wins: dict[int, int] = field(default_factory=dict)
    rivals: dict[int, set[int]] = field(default_factory=dict)
    rested: set[int] = field(default_factory=set)
    apart: list[int] = field(default_factory=list)
    repeated: int = 0
    rests_repeated: int = 0

    def __post_init__(self) -> None:
        self.wins = dict.fromkeys(range(1, self.size + 1), 0)
        self.rivals = {player: set() for player in self.wins}

    def play(self, pairs: Pairs) -> None:
        if sorted(side for pair in pairs for side in pair if side) != sorted(self.wins):
            raise RuntimeError("somebody is not paired, or twice")
        before = dict(self.wins)
        self.apart.append(sum(abs(before[a] - before[b]) for a, b in pairs if b is not None))
        for a, b in pairs:
            if b is None:
                self.rests_repeated += a in self.rested
                self.rested.add(a)
                self.wins[a] += 1
                continue
            self.repeated += b in self.rivals[a]
            self.rivals[a].add(b)
            self.rivals[b].add(a)
            self.wins[winner(a, b)] += 1
        self.rounds.append(pairs)


def winner(a: int, b: int) -> int:
    """The same whoever pairs them; the smaller number wins somewhat more often."""
    low, high = sorted((a, b))
    return low if sha256(f"{low}|{high}".encode()).digest()[0] < 150 else high


def ours(stage: Stage) -> tuple[float, Pairs]:
    standings = [
        Standing(player, wins, tuple(stage.rivals[player]), player in stage.rested)
        for player, wins in stage.wins.items()
    ]
    begun = time.perf_counter()
    paired = pair_round(standings, f"banco|{len(stage.rounds) + 1}")
    taken = time.perf_counter() - begun
    rests: Pairs = [] if paired.rests is None else [(paired.rests, None)]
    return 1000 * taken, [*paired.pairs, *rests]


class Py4Swiss:
    """The Dutch system of FIDE, with its colours, from a file of the federation's format; in a process that can be left."""

    def __init__(self) -> None:
        self.pool = ProcessPoolExecutor(1)

    def __call__(self, stage: Stage, patience: float) -> tuple[float, Pairs]:
        path = Path(os.environ.get("TMPDIR", "/tmp")) / "bench-swiss.trf"
        path.write_text(_trf(stage))
        return self.pool.submit(_py4swiss, path).result(timeout=patience)

    def leave(self) -> None:
        for process in multiprocessing.active_children():
            process.kill()


def _py4swiss(path: Path) -> tuple[float, Pairs]:
    parsed = TrfParser.parse(path)
    begun = time.perf_counter()
    found = DutchEngine.generate_pairings(parsed)
    taken = time.perf_counter() - begun
    return 1000 * taken, [(pair.white, pair.black or None) for pair in found]


def _trf(stage: Stage) -> str:
    """The championship as the federation writes it: fields at fixed columns, ten characters for each round."""
    order = sorted(stage.wins, key=lambda player: (-stage.wins[player], player))
    rank = {player: place for place, player in enumerate(order, start=1)}
    results = dict.fromkeys(stage.wins, "")
    for pairs in stage.rounds:
        for white, black in pairs:
            if black is None:
                results[white] += "0000 - U  "
                continue
            won = winner(white, black) == white
            results[white] += f"{black:4} w {int(won)}  "
            results[black] += f"{white:4} b {int(not won)}  "
    lines = [f"XXR {ROUNDS}", "XXC white1"]
    for player, wins in stage.wins.items():
        line = f"001 {player:4}"
        for column, text in ((14, f"Pareja {player}"), (48, "1500"), (80, f"{wins:4.1f}"), (85, f"{rank[player]:4}")):
            line = f"{line:<{column}}{text}"
        lines.append(f"{line:<91}{results[player]}")
    return "\n".join(lines) + "\n"


class TournamentPairings:
    """The peer of npm, in a process that stays warm."""

    def __init__(self) -> None:
        if not (NODE / "node_modules" / "tournament-pairings").exists():
            subprocess.run([shutil.which("npm") or "npm", "ci", "--no-progress"], cwd=NODE, check=True)
        command = [shutil.which("node") or "node", "swiss.mjs"]
        self.process = subprocess.Popen(command, cwd=NODE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, stage: Stage, patience: float) -> tuple[float, Pairs]:
        players = [
            {"id": player, "score": wins, "avoid": sorted(stage.rivals[player]), "receivedBye": player in stage.rested}
            for player, wins in stage.wins.items()
        ]
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"players": players, "round": len(stage.rounds) + 1}) + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], patience)[0]:
            raise TimeoutError
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return float(answer["milliseconds"]), [(a, b) for a, b in answer["pairs"]]

    def leave(self) -> None:
        self.process.kill()


class Ours:
    """This project's."""

    def __call__(self, stage: Stage, _patience: float) -> tuple[float, Pairs]:
        return ours(stage)

    def leave(self) -> None:
        """Nothing is left behind."""


Engine = Ours | Py4Swiss | TournamentPairings
ENGINES: dict[str, Callable[[], Engine]] = {
    "ours": Ours,
    "py4swiss": Py4Swiss,
    "tournament-pairings": TournamentPairings,
}
CHOSEN = os.environ.get("ENGINES", ",".join(ENGINES)).split(",")


def measure(engine: Engine, size: int) -> dict[str, object]:
    """A whole championship, or as far as the engine comes."""
    stage, taken, begun = Stage(size), [], time.monotonic()
    given_up: dict[str, object] = {}
    try:
        for _ in range(ROUNDS):
            milliseconds, pairs = engine(stage, max(1.0, BUDGET_S - (time.monotonic() - begun)))
            taken.append(milliseconds)
            stage.play(pairs)
    except TimeoutError:
        given_up = {"given_up": {"in_round": len(taken) + 1, "after_s": round(time.monotonic() - begun)}}
    finally:
        engine.leave()
    return {
        "rounds": len(taken),
        "round_ms": {"p50": round(median(taken), 1), "worst": round(max(taken), 1)} if taken else None,
        "differences": sum(stage.apart),
        "differences_by_round": stage.apart,
        "repeated": stage.repeated,
        "rests_repeated": stage.rests_repeated,
        **given_up,
    }


def main() -> None:
    """Measure, print and keep the figures."""
    pair_round([Standing(1, 0), Standing(2, 0)], "caliente")
    sizes: dict[str, dict[str, object]] = {}
    for size in SIZES:
        sizes[str(size)] = {}
        for name in CHOSEN:
            engine = ENGINES[name]
            sizes[str(size)][name] = measure(engine(), size)
            print(size, name, json.dumps(sizes[str(size)][name]), flush=True)
    results_write("swiss", {"rounds": ROUNDS, "budget_s": BUDGET_S, "sizes": sizes}, ("py4swiss", "rustworkx"))


if __name__ == "__main__":
    main()
