"""(h) Results and corrections in large stages: milliseconds and queries, with few and with many championships in the database.

    python -m bench.correction; BENCH_OTHERS=1,50 BENCH_RESULTS=40 for other numbers

A double elimination of 128 is played to its end; then a result of its first round turns out to be wrong. Everything played after
that round is taken back, the latest first, the result is corrected, and all is played again: each action by its service, with its
audit entry, in its own transaction, on SQLite in a file with every commit on the disk. Then results are typed into large stages,
when nothing has been played and when little is left.
"""

import json
import os
import tempfile
from pathlib import Path

from bench import serving
from bench.report import results_write

OTHERS = os.environ.get("BENCH_OTHERS", "1,50").split(",")
RESULTS = os.environ.get("BENCH_RESULTS", "40")


def main() -> None:
    """Measure, print and write."""
    with tempfile.TemporaryDirectory() as directory:
        env = serving.environment("", Path(directory))
        said = serving.manage(env, "bench_correction", "--others", *OTHERS, "--results", RESULTS)
    results_write("correction", json.loads(said.splitlines()[-1]), ("Django",))


if __name__ == "__main__":
    main()
