"""A mesa as a file of notation that proves itself: what people signed can be computed again from it alone.

Beside the notation it has comments: the public id of the mesa and the version of the rulebook, before each jugada its
client_id and the tablet's hour, at the end the digest and the head of the chain of where it was played.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.rules.digest import LogHeader, LogLine, log_digest
from referee.rules.games import Game

FORM: Final = "cuarenta-mesa/1"
MESA: Final = re.compile(r"# mesa ([0-9a-f-]{36})")
VERSION: Final = re.compile(r"# version (\d{1,6})")
ROW: Final = re.compile(r"# (\d+) ([0-9a-f-]{36}) (-|\S+)")
DIGEST: Final = re.compile(r"# huella ([0-9a-f]{64})")
UNKNOWN: Final = "-"


@dataclass(frozen=True, slots=True)
class Proof:
    """The digest that a file says, and the one that its mesa and jugadas give."""

    said: str
    found: str

    @property
    def good(self) -> bool:
        return self.said == self.found


def mesa_file(header: LogHeader, lines: Sequence[LogLine], *, title: str, head_hash: str) -> str:
    """The file; `parse_game` reads it like any other, and numbers its jugadas as the log does."""
    return "\n".join([*_lines(header, lines, title, head_hash), ""])


def _lines(header: LogHeader, lines: Sequence[LogLine], title: str, head_hash: str) -> Iterator[str]:
    yield f"# {FORM} {' '.join(title.split())}"
    yield f"# mesa {header['mesa']}"
    yield f"# version {header['version']}"
    yield f"reglamento {header['reglamento']}"
    yield from (f"ajuste {key}={value}" for key, value in header["settings"].items())
    yield f"asientos {' '.join(header['seats'])}"
    yield ""
    for number, line in enumerate(lines, start=1):
        yield f"# {number} {line['client_id']} {line['device_ts'] or UNKNOWN}"
        yield line["notation"]
    yield ""
    yield f"# huella {log_digest(header, lines)}"
    yield f"# cadena {head_hash}"


def mesa_proof(text: str, game: Game) -> Proof | None:
    """Compute the digest of a file again; None where it says none, and so promises nothing."""
    comments = [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]
    said = _last(DIGEST, comments)
    if said is None:
        return None
    rows = [found for comment in comments if (found := ROW.fullmatch(comment))]
    mesa, version = _last(MESA, comments), _last(VERSION, comments)
    if mesa is None or version is None or len(rows) != len(game.lines):
        return Proof(said, "")
    header = LogHeader(
        mesa=mesa, reglamento=game.reglamento, version=int(version), settings=game.settings, seats=game.seats
    )
    lines = [
        LogLine(client_id=row[2], notation=line.text, device_ts=None if row[3] == UNKNOWN else row[3])
        for row, line in zip(rows, game.lines, strict=True)
    ]
    try:
        return Proof(said, log_digest(header, lines))
    except ValueError:  # an hour that is none
        return Proof(said, "")


def _last(pattern: re.Pattern[str], comments: Sequence[str]) -> str | None:
    found = [match[1] for comment in comments if (match := pattern.fullmatch(comment))]
    return found[-1] if found else None
