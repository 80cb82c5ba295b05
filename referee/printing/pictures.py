"""The preview that shows where somebody shares a link: 1200 × 630, with names that can still be read the size of a stamp."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any, Final

from brackets.selectors.letters import printed
from referee.printing.type import BOLD, FONTS, REGULAR

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 64
FELT: Final = (9, 53, 41)
PAPER: Final = (250, 247, 240)
SOFT: Final = (202, 221, 212)
GOLD: Final = (255, 210, 138)
LARGEST: Final = 76
SMALLEST: Final = 34
MOST: Final = 3
"""Rows of one text."""


@dataclass(frozen=True, slots=True)
class Picture:
    """`kicker` above, up to two `lines` in large letters each with what stands at its end, and `foot` below."""

    kicker: str
    lines: tuple[tuple[str, str], ...]
    foot: str
    state: str = ""


def picture_png(picture: Picture) -> bytes:
    """The same bytes for the same words."""
    from PIL import Image, ImageDraw

    picture = _printed(picture)
    canvas = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    draw = ImageDraw.Draw(canvas)
    draw.rectangle((0, 0, WIDTH, 14), fill=GOLD)
    _card(draw)
    room = WIDTH - 2 * EDGE - 150
    draw.text((EDGE, 58), _cut(draw, picture.kicker, 36, room), font=_font(REGULAR, 36), fill=SOFT)
    if picture.state:
        draw.text((EDGE, 108), _cut(draw, picture.state, 40, room), font=_font(BOLD, 40), fill=GOLD)
    top = 182
    each = (HEIGHT - top - 96) // max(1, len(picture.lines))
    for number, (text, end) in enumerate(picture.lines):
        _line(draw, text, end, top + number * each, each)
    draw.text((EDGE, HEIGHT - 78), _cut(draw, picture.foot, 32, WIDTH - 2 * EDGE), font=_font(REGULAR, 32), fill=SOFT)
    written = BytesIO()
    canvas = canvas.quantize(64)
    canvas.save(written, "PNG", optimize=True)
    return written.getvalue()


def _printed(picture: Picture) -> Picture:
    """With the letters that the faces have, as on paper."""
    lines = tuple((printed(text), printed(end)) for text, end in picture.lines)
    return Picture(printed(picture.kicker), lines, printed(picture.foot), printed(picture.state))


def _line(draw: Any, text: str, end: str, top: int, room: int) -> None:
    """As large as fits in a few rows, what stands at the end on the right."""
    beside = draw.textlength(end, font=_font(BOLD, 64)) + 40 if end else 0
    width = WIDTH - 2 * EDGE - beside
    for size in range(LARGEST, SMALLEST - 1, -2):
        rows = _rows(draw, text, size, width)
        if (
            len(rows) <= MOST
            and len(rows) * size * 1.2 <= room
            and all(_length(draw, row, size) <= width for row in rows)
        ):
            break
    else:
        kept = [*rows[: MOST - 1], " ".join(rows[MOST - 1 :])]
        size, rows = SMALLEST, [_cut(draw, row, SMALLEST, width, bold=True) for row in kept if row]
    high = size * 1.2
    y = top + (room - len(rows) * high) / 2
    for row in rows:
        draw.text((EDGE, y), row, font=_font(BOLD, size), fill=PAPER)
        y += high
    if end:
        draw.text((WIDTH - EDGE, top + room / 2), end, font=_font(BOLD, 64), fill=PAPER, anchor="rm")


def _rows(draw: Any, text: str, size: int, width: float) -> list[str]:
    """Broken between words."""
    rows: list[str] = []
    for word in text.split():
        if rows and _length(draw, f"{rows[-1]} {word}", size) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return rows or [""]


def _length(draw: Any, text: str, size: int) -> float:
    length: float = draw.textlength(text, font=_font(BOLD, size))
    return length


def _cut(draw: Any, text: str, size: int, width: float, *, bold: bool = False) -> str:
    face = _font(BOLD if bold else REGULAR, size)
    if draw.textlength(text, font=face) <= width:
        return text
    while text and draw.textlength(f"{text}…", font=face) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def _card(draw: Any) -> None:
    """The sign of the site: a card with the number."""
    left, top = WIDTH - EDGE - 92, 48
    draw.rounded_rectangle((left, top, left + 92, top + 122), radius=12, fill=PAPER)
    draw.text((left + 46, top + 61), "40", font=_font(BOLD, 56), fill=FELT, anchor="mm")


@cache
def _font(face: str, size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(FONTS / f"{face}.ttf", size)
