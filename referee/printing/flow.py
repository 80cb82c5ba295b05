"""The flow of a form over as many pages as it needs, each with its heading: of A4, or of A5 lying, which is as broad and half as high."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from referee.printing.page import BOTTOM, HALF, HEIGHT, LEFT, RIGHT, ROOM, Page
from referee.printing.type import Align, wrapped

TITLE: Final = 17.0
CELL: Final = 7.5
LEADING: Final = 9.0
PAD: Final = 3.0
HEIGHTS: Final = {"a4": HEIGHT, "a5": HALF}
NUMBERED: Final = ("Página", "de")


class Opener(Protocol):
    """Draws the heading of a page and returns where its content may start."""

    def __call__(self, page: Page, *, first: bool) -> float: ...


class Column(NamedTuple):
    """A column of a table of text."""

    head: str
    width: float
    align: Align = "left"


class Writer(Protocol):
    """What words and tables are written to: pages, or the blocks of a document."""

    def title(self, text: str, *, article: str = "", keep: float = 0) -> None: ...

    def paragraph(self, text: str, *, size: float = 8, bold: bool = False, gap: float = 3) -> None: ...

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None: ...

    def gap(self, height: float) -> None: ...


class Flow:
    """Pages filled from the top: `y` is where the next thing hangs.

    All hangs where it would on A4; a smaller page ends higher.
    """

    def __init__(self, opener: Opener, *, mark: str = "", size: str = "a4") -> None:
        self._opener = opener
        self._mark = mark
        self._lowest = HEIGHT - HEIGHTS[size]
        self.pages: list[Page] = []
        self.turn()

    @property
    def small(self) -> bool:
        """Whether a page holds half of what one of A4 does."""
        return self._lowest > 0

    def turn(self) -> None:
        """Begin a new page."""
        self.page = Page(mark=self._mark, fresh=not self.pages)
        self.y = self._opener(self.page, first=not self.pages)
        self.pages.append(self.page)

    def closed(self, caption: str, *, digest: str = "", words: tuple[str, str] = NUMBERED) -> list[Page]:
        """The pages as large as their paper, numbered, with `caption` at their foot and the digest of a log that binds them to it."""
        pages = [page.without(self._lowest) for page in self.pages] if self.small else self.pages
        return numbered(pages, caption, digest=digest, words=words)

    def need(self, height: float) -> bool:
        """Make sure that `height` fits on the page; say whether a new page was begun for it."""
        if height <= self.left:
            return False
        self.turn()
        return True

    def take(self, height: float) -> float:
        """Use up `height` and return where it hangs; the caller has asked whether it fits."""
        top = self.y
        self.y -= height
        return top

    @property
    def left(self) -> float:
        """The height that is left on the page."""
        return self.y - BOTTOM - self._lowest

    def title(self, text: str, *, article: str = "", keep: float = 0) -> None:
        """Write the title of a section together with `keep` points of what follows."""
        self.need(TITLE + keep)
        top = self.take(TITLE)
        self.page.text(LEFT, top - 12, ROOM - 130, text.upper(), size=8, bold=True)
        if article:
            self.page.text(LEFT, top - 12, ROOM, article, size=7, align="right")
        self.page.rule(LEFT, top - 14.5, ROOM, thick=True)

    def paragraph(self, text: str, *, size: float = 8, bold: bool = False, gap: float = 3) -> None:
        """Write `text` over as many lines as it needs."""
        leading = size * 1.22
        for line in wrapped(text, size=size, room=ROOM, bold=bold):
            self.need(leading)
            self.page.text(LEFT, self.take(leading) - size, ROOM, line, size=size, least=size, bold=bold)
        self.y -= gap

    def table(self, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
        """Draw rows of wrapped text with rules between them; the heads are repeated on every page."""
        cells = [
            [wrapped(text, size=CELL, room=column.width - 2 * PAD) for column, text in zip(columns, row, strict=True)]
            for row in rows
        ]
        heights = [max(map(len, row)) * LEADING + 3 for row in cells]
        self.need(LEADING + 3 + heights[0])
        self._heads(columns)
        for row, height in zip(cells, heights, strict=True):
            if self.need(height):
                self._heads(columns)
            self._row(columns, row, height)
        self.y -= 4

    def gap(self, height: float) -> None:
        """Leave so much empty."""
        self.y -= height

    def _heads(self, columns: Sequence[Column]) -> None:
        top = self.take(LEADING + 3)
        for x, column in _placed(columns):
            self.page.text(x + PAD, top - 9, column.width - 2 * PAD, column.head, size=7, bold=True, align=column.align)
        self.page.rule(LEFT, top - LEADING - 3, ROOM)

    def _row(self, columns: Sequence[Column], row: Sequence[Sequence[str]], height: float) -> None:
        top = self.take(height)
        for (x, column), lines in zip(_placed(columns), row, strict=True):
            room = column.width - 2 * PAD
            for index, line in enumerate(lines):
                y = top - LEADING * (index + 1) + 0.5
                self.page.text(x + PAD, y, room, line, size=CELL, align=column.align)
        self.page.rule(LEFT, top - height, ROOM)


def numbered(pages: list[Page], caption: str, *, digest: str = "", words: tuple[str, str] = NUMBERED) -> list[Page]:
    """The same pages with their feet."""
    for number, page in enumerate(pages, 1):
        page.rule(LEFT, 42, ROOM)
        page.text(LEFT, 33, ROOM - 90, caption, size=7)
        told = f"{words[0]} {number} {words[1]} {len(pages)}"
        page.text(RIGHT - 86, 33, 86, told, size=8, bold=True, align="right")
        if digest:
            page.text(LEFT, 23, ROOM, digest_told(digest), size=7)
    return pages


def digest_told(digest: str) -> str:
    return f"Huella completa de la bitácora (SHA-256): {digest}"


def table(flow: Writer, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Rows of text with the heads of their columns."""
    flow.table(columns, rows)


def _placed(columns: Sequence[Column]) -> list[tuple[float, Column]]:
    x, placed = LEFT, []
    for column in columns:
        placed.append((x, column))
        x += column.width
    return placed
