"""Files below a directory of their own, each the file of a row: what nobody names any more is removed."""

from collections.abc import Container, Iterable
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from typing import Final

UUID_LENGTH: Final = 36
STRAY: Final = 24 * 3600  # seconds


def unlink(root: Path, files: Iterable[str]) -> None:
    for file in files:
        (root / file).unlink(missing_ok=True)


def unlink_all_of(root: Path, jobs: Container[str]) -> None:
    """What is half made too: a draft, and what a killed task left of one."""
    for path in root.glob("*/*"):
        if path.name[:UUID_LENGTH] in jobs:
            path.unlink(missing_ok=True)


def unlink_strays(root: Path, named: Container[str], now: datetime) -> None:
    """Files without a row, and the directories of killed tasks: older than any task runs."""
    for path in root.iterdir() if root.is_dir() else ():
        if path.name in named or now.timestamp() - path.stat().st_mtime <= STRAY:
            continue
        if path.is_dir():
            rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
