"""`python -m bench`: everything, in turn. Each part can be run alone: `python -m bench.recording`."""

from importlib import import_module
from typing import Final

PARTS: Final = (
    "allocation",
    "control",
    "correction",
    "draw",
    "engine",
    "fanout",
    "planillas",
    "print_job",
    "rebuild",
    "recording",
    "signatures",
    "swiss",
)

for part in PARTS:
    import_module(f"bench.{part}").main()
