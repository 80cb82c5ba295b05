"""(j) The pages of a hall of 24 live tables and 1,000 parejas, each beside a bare Django list of the same rows.

    python -m bench.control; BENCH_PAREJAS=1000 BENCH_TABLES=24 BENCH_ROUNDS=15 for other numbers

Each page is asked for in turn with its peer, in one process on SQLite in a file: ours with session, rights, filters and
menus; the peer's a view with one queryset and a template that lists it.
"""

import json
import os
import tempfile
from pathlib import Path

from bench import serving
from bench.report import results_write

PAREJAS = os.environ.get("BENCH_PAREJAS", "1000")
TABLES = os.environ.get("BENCH_TABLES", "24")
ROUNDS = os.environ.get("BENCH_ROUNDS", "15")


def main() -> None:
    """Measure, print and write."""
    with tempfile.TemporaryDirectory() as directory:
        env = serving.environment("", Path(directory)) | {"DJANGO_ALLOWED_HOSTS": "testserver", "ALLOWED_HOSTS": "*"}
        said = serving.manage(
            env, "bench_control", "--parejas", PAREJAS, "--tables", TABLES, "--rounds", ROUNDS
        )  # fmt: skip
    results_write("control", json.loads(said.splitlines()[-1]), ("Django",))


if __name__ == "__main__":
    main()
