"""(c) A thousand Planillas as one print job: seconds and peak memory with 128, 1,024 and 3,008 of them.

    python -m bench.print_job; BENCH_PLANILLAS=64,640 for other multiples of 64

Sealed Planillas of scripted mesas, signed with ink by three, in a database in a file. Each measurement is a process of its own that
runs the task a worker runs: it reads them, lays them out, writes the file, tells its progress, looks after every page whether
somebody cancelled. Its peak is what the operating system has seen (`ru_maxrss`); `before` is the same when everything is imported and
64 Planillas were printed. The peer, `kept`, is the same job whose pages the PDF library keeps until it saves the document, as its
users do.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from bench import serving
from bench.report import results_write

SIZES = [int(size) for size in os.environ.get("BENCH_PLANILLAS", "128,1024,3008").split(",")]
WAYS = (("pdf", "streamed"), ("zip", "streamed"), ("pdf", "kept"))
PER_PAGE = 2_000  # bytes that may stay of each page


def main() -> None:
    """Measure, print and write."""
    with tempfile.TemporaryDirectory() as directory:
        env = serving.environment("", Path(directory))
        serving.manage(env, "bench_print_job", "--make", str(max(SIZES)))
        seen: dict[str, dict[str, Any]] = {f"{output}, {how}": {} for output, how in WAYS}
        for size in SIZES:  # in turn, so that whatever else the machine does is shared
            for output, how in WAYS:
                seen[f"{output}, {how}"][str(size)] = measured(env, size, output, how)
    growth = {way: grown(figures) for way, figures in seen.items()}
    met = max(growth["pdf, streamed"], growth["zip, streamed"]) <= PER_PAGE
    outcome = {"planillas": seen, "bytes_that_stay_of_a_page": growth, "required": PER_PAGE, "met": met}
    results_write("print_job", outcome, ("Django", "reportlab"))
    if not met:
        raise SystemExit("the memory grows with the pages")


def measured(env: dict[str, str], size: int, output: str, how: str) -> dict[str, Any]:
    """One job in a process of its own."""
    said = serving.manage(env, "bench_print_job", "--run", str(size), "--output", output, "--how", how)
    figures: dict[str, Any] = json.loads(said.splitlines()[-1])
    return figures


def grown(figures: dict[str, dict[str, Any]]) -> int:
    """By how much the peak rose between the two largest, for each page more: what is kept to typeset the next text is full by then."""
    few, many = list(figures.values())[-2:]
    return round((many["peak_mb"] - few["peak_mb"]) * 1e6 / (many["pages"] - few["pages"]))


if __name__ == "__main__":
    main()
