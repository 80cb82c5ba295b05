"""The golden mesas: files of notation that say in their comments what they come to.

A line `#= clave JSON` states one key of the result of the file up to that line; the jugadas refused so far, and
those that are warned of, are stated as `[jugada, code]`. Everything else about a golden mesa is in its own comments.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.rules import parse_game, play, result

GAMES = Path(__file__).parent / "games"
ALWAYS = {"estado", "chicas", "ganador", "motivo", "marcador"}

Expectation = tuple[int, str, Any]


def golden_files() -> list[Path]:
    return sorted(GAMES.glob("*.cuarenta"))


def expectations(text: str) -> Iterator[Expectation]:
    """Each expectation as (line, key, value)."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#="):
            key, value = line.removeprefix("#=").strip().split(" ", 1)
            yield number, key, json.loads(value)


def cited(text: str, label: str) -> set[str]:
    """The articles (`artículos`) or readings (`lecturas`) that the file names."""
    lines = (line.partition(f"# {label}:")[2] for line in text.splitlines())
    return {item.strip() for line in lines for item in line.split(",") if item.strip()}


def result_up_to(text: str, line: int) -> dict[str, Any]:
    """The result of the first `line` lines, its `rechazadas` and `advertencias` as `[jugada, code]`."""
    found = result(*play(parse_game("\n".join(text.splitlines()[:line]))))
    for key in ("rechazadas", "advertencias"):
        found[key] = [[each["jugada"], each["codigo"]] for each in found[key]]
    return found
