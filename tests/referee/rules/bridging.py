"""Mesas as a tablet opens them: a header and lines."""

from pathlib import Path
from typing import Any

from referee.rules import dump_jugada, parse_game

HEADER = {
    "mesa": "2b1f6f8e-6f0a-4a5d-9d0c-1f1d3a2b4c5d",
    "reglamento": "riobamba",
    "version": 1,
    "settings": {},
    "seats": ["A1", "B1", "A2", "B2"],
}
SORTEO = "sorteo A1=7 B1=K A2=3 B2=A reparte=B1"


def game_of(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The header and the lines of a golden mesa."""
    game = parse_game(path.read_text(encoding="utf-8"))
    header = {**HEADER, "reglamento": game.reglamento, "settings": dict(game.settings), "seats": list(game.seats)}
    return header, [dump_jugada(line.jugada) for line in game.lines]
