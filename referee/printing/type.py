"""Type: how wide a text is, how it shrinks, breaks and is cut short.

Everything is set in DejaVu Sans Condensed, kept in `fonts/` and embedded in what is printed: it has the letters of
every language written in Latin letters, is narrow, and looks the same in every reader and on every printer. What it lacks is
printed as `brackets.selectors.letters` says.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from brackets.selectors.letters import printed

Align = Literal["left", "center", "right"]

REGULAR: Final = "DejaVuSansCondensed"
BOLD: Final = "DejaVuSansCondensed-Bold"
FONTS: Final = Path(__file__).parent / "fonts"
ELLIPSIS: Final = "…"


class Line(NamedTuple):
    """Text in a face, and its width at one point."""

    text: str
    face: str
    unit: float


@lru_cache(maxsize=8192)
def typeset(text: str, *, bold: bool = False) -> Line:
    """Set `text` as one line: as `letters.printed` has it, with single spaces."""
    plain = " ".join(printed(text).split())
    face = BOLD if bold else REGULAR
    return Line(plain, face, _unit(plain, face))


def fitted(line: Line, *, size: float, least: float, room: float) -> tuple[Line, float, float]:
    """Make `line` fit `room`: return it, perhaps cut short, with its size and width."""
    width = line.unit * size
    if width <= room:
        return line, size, width
    if line.unit * least <= room:
        size = room / line.unit
        return line, size, room
    line = _cut(line, room / least)
    return line, least, line.unit * least


@lru_cache(maxsize=2048)
def wrapped(text: str, *, size: float, room: float, bold: bool = False, most: int = 60) -> tuple[str, ...]:
    """Break `text` into lines that fit `room`, inside a word only where the word alone is too wide, at its hyphen if it has one.

    The last of `most` lines holds all that is left, and is cut short where it is written.
    """
    lines: list[str] = []
    line = typeset(text, bold=bold)
    rest = line.text
    while len(lines) < most - 1:
        head = _fitting(rest, line.face, room / size)
        if head == len(rest):
            break
        space = rest.rfind(" ", 0, head + 1)
        end = space if space > 0 else rest.rfind("-", 0, head) + 1 or max(head, 1)
        lines.append(rest[:end])
        rest = rest[end:].lstrip()
    return (*lines, rest) if rest else tuple(lines)


def shrunk(
    text: str, *, size: float, least: float, room: float, height: float, leading: float, bold: bool = False
) -> tuple[tuple[str, ...], float]:
    """The lines of `text` in the largest size that leaves them within `height`, `leading` sizes apart; and that size."""
    while True:
        lines = wrapped(text, size=size, room=room, bold=bold)
        if len(lines) * size * leading <= height + 0.01 or size <= least:
            return lines, size
        size = max(least, size - 0.5)


def _cut(line: Line, units: float) -> Line:
    """Cut `line` short with an ellipsis so that it is at most `units` wide at one point."""
    head = _fitting(line.text, line.face, units - _unit(ELLIPSIS, line.face))
    text = line.text[:head].rstrip() + ELLIPSIS
    return Line(text, line.face, _unit(text, line.face))


def _fitting(text: str, face: str, units: float) -> int:
    """How many letters of `text` are at most `units` wide at one point."""
    if _unit(text, face) <= units:
        return len(text)
    low, high = 0, len(text) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _unit(text[:middle], face) <= units:
            low = middle
        else:
            high = middle - 1
    return low


@lru_cache(maxsize=8192)
def _unit(text: str, face: str) -> float:
    width: float = font(face).stringWidth(text, 1)
    return width


@cache
def font(face: str) -> Any:
    """Register a face, once in a process: reading its file takes longer than a page."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    made = TTFont(face, FONTS / f"{face}.ttf")
    registerFont(made)
    return made
