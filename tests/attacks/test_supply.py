"""What is installed is known to the byte: every pin has its lock, every lock its hashes, and nothing else comes in."""

import json
import re
from pathlib import Path

import pytest

PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==(\S+?)\s*(?:;.*|#.*|\\)?$", re.MULTILINE)
HASHED = re.compile(
    r"^([A-Za-z0-9._-]+)(?:\[[\w,-]+\])?==\S+(?: ; [^\\\n]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n|\n))+",
    re.MULTILINE,
)
ASKED = {
    "requirements": ("requirements",),
    "requirements-dev": ("requirements-dev", "requirements"),
    "requirements-bench": ("requirements-bench", "requirements"),
}


def pins(path: Path) -> dict[str, str]:
    return {name.lower().replace("_", "-"): version for name, version in PIN.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("lock", ASKED)
def test_what_is_locked_is_what_is_pinned(project_root: Path, lock: str) -> None:
    pinned: dict[str, str] = {}
    for each in ASKED[lock]:
        pinned |= pins(project_root / f"{each}.txt")

    assert len(pinned) > 60
    assert pins(project_root / "locks" / f"{lock}.txt") == pinned, "make locks"


def test_every_file_that_is_installed_has_its_hash(project_root: Path) -> None:
    asked = {each.name for each in project_root.glob("requirements*.txt")}
    locks = {each.name: each.read_text(encoding="utf-8") for each in (project_root / "locks").iterdir()}

    assert locks.keys() == asked
    assert [name for name, text in locks.items() if HASHED.sub("", text)] == []


def test_make_installs_nothing_else(project_root: Path) -> None:
    made = (project_root / "Makefile").read_text(encoding="utf-8")

    assert made.count("pip install") == made.count("--require-hashes --requirement locks/") == 5


def test_every_npm_package_has_its_digest(project_root: Path) -> None:
    lock = json.loads((project_root / "package-lock.json").read_text(encoding="utf-8"))
    found = {name: each.get("integrity", "") for name, each in lock["packages"].items() if name}

    assert len(found) > 20
    assert [name for name, digest in found.items() if not digest.startswith("sha512-")] == []
