"""A page as plain values, in points from the lower left corner: text in its room, lines, ink and one QR.

Laying out knows nothing of the PDF library, so a page can be read by tests, and written by `referee.printing.pdf`.
"""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from referee.printing.type import Align, fitted, typeset

WIDTH: Final = 595.28  # A4
HEIGHT: Final = 841.89
HALF: Final = 419.53
"""The height of A5 lying, which is as broad as A4."""
LEFT: Final = 28.35  # 10 mm
RIGHT: Final = WIDTH - LEFT
ROOM: Final = RIGHT - LEFT
TOP: Final = HEIGHT - 26
BOTTOM: Final = 50  # the footer stands below

Line = tuple[float, float, float, float]
Stroke = tuple[tuple[float, float], ...]


class Text(NamedTuple):
    """Text set in `face`; `room` is the width it was given and never exceeds."""

    face: str
    size: float
    x: float
    y: float
    text: str
    room: float


class Code(NamedTuple):
    """A QR of `content` in the square of side `side` whose lower left corner is (`x`, `y`)."""

    content: str
    x: float
    y: float
    side: float


class Chart(NamedTuple):
    """A drawing of the PDF library's own charts, its lower left corner at (`x`, `y`)."""

    drawing: Any
    x: float
    y: float


@dataclass(slots=True)
class Page:
    """What is on one page, A4 unless it says otherwise; `mark` is written across it in outline.

    `fresh`: where both sides of the paper are printed it begins a sheet, so that it is never the back of what comes before.
    """

    mark: str = ""
    size: tuple[float, float] = (WIDTH, HEIGHT)
    texts: list[Text] = field(default_factory=list)
    thin: list[Line] = field(default_factory=list)
    thick: list[Line] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    codes: list[Code] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    fresh: bool = False

    def text(
        self,
        x: float,
        y: float,
        room: float,
        text: str,
        *,
        size: float,
        least: float = 7,
        bold: bool = False,
        align: Align = "left",
    ) -> None:
        """Write on the base line `y` within `room`: smaller down to `least` points, then cut short with an ellipsis."""
        if not text:
            return
        line, size, width = fitted(typeset(text, bold=bold), size=size, least=least, room=room)
        if align == "center":
            x += (room - width) / 2
        elif align == "right":
            x += room - width
        self.texts.append(Text(line.face, size, x, y, line.text, room))

    def cell(
        self,
        x: float,
        top: float,
        width: float,
        height: float,
        text: str,
        *,
        size: float,
        bold: bool = False,
        align: Align = "center",
    ) -> None:
        """Write in the middle of a box's height."""
        self.text(
            x + 1.5,
            top - height / 2 - size * 0.36,
            width - 3,
            text,
            size=size,
            least=min(size, 7),
            bold=bold,
            align=align,
        )

    def box(self, x: float, top: float, width: float, height: float, *, thick: bool = False) -> None:
        """Draw a frame hanging from `top`."""
        right, low = x + width, top - height
        lines = self.thick if thick else self.thin
        lines += ((x, top, right, top), (right, top, right, low), (right, low, x, low), (x, low, x, top))

    def rule(self, x: float, y: float, width: float, *, thick: bool = False) -> None:
        """Draw a horizontal line."""
        (self.thick if thick else self.thin).append((x, y, x + width, y))

    def tick(self, x: float, y: float, label: str, *, size: float = 9) -> float:
        """Draw a box to be ticked by hand before `label`; return where what follows may stand."""
        self.box(x, y + 7.5, 9, 9)
        room = typeset(label).unit * size
        self.text(x + 12, y, room, label, size=size, least=size)
        return x + 12 + room + 10

    def post(self, x: float, top: float, height: float, *, thick: bool = False) -> None:
        """Draw a vertical line hanging from `top`."""
        (self.thick if thick else self.thin).append((x, top, x, top - height))

    def without(self, lowest: float) -> "Page":
        """The page cut off below, where nothing stands."""
        width, height = self.size
        return Page(
            self.mark,
            (width, height - lowest),
            [text._replace(y=text.y - lowest) for text in self.texts],
            [(a, b - lowest, c, d - lowest) for a, b, c, d in self.thin],
            [(a, b - lowest, c, d - lowest) for a, b, c, d in self.thick],
            [tuple((x, y - lowest) for x, y in stroke) for stroke in self.strokes],
            [code._replace(y=code.y - lowest) for code in self.codes],
            [chart._replace(y=chart.y - lowest) for chart in self.charts],
            self.fresh,
        )
