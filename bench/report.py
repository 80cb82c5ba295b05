"""Where a measurement leaves its figures, and on what machine it was made."""

import json
import os
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def results_write(name: str, figures: Mapping[str, object], packages: tuple[str, ...]) -> None:
    """Write `results/<name>.json` and print it."""
    machine = {"cores": os.cpu_count(), "system": f"{platform.system()} {platform.machine()}"}
    versions = {package: version(package) for package in packages} | {"python": platform.python_version()}
    text = json.dumps({**figures, "versions": versions, "machine": machine}, indent=2, ensure_ascii=False)
    (RESULTS / f"{name}.json").write_text(text + "\n")
    print(f"{name}\n{text}")
