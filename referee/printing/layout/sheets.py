"""Sheets of paper, and the flow of a document over as many as it needs: each with heading, number and hour."""

from typing import Final, NamedTuple

from django.utils.timezone import localtime

from referee.printing.page import Code, Page
from referee.printing.type import wrapped
from referee.selectors.papers.values import Paper

HOUR: Final = "%d/%m/%Y %H:%M"
LEAST: Final = 7.0
"""Nothing is printed smaller, in points."""
FOOT: Final = 20.0
GAP: Final = 6.0


class Sheet(NamedTuple):
    """A sheet in points; `cell` is the size of type of its tables."""

    width: float
    height: float
    margin: float
    cell: float

    @property
    def lying(self) -> "Sheet":
        return self._replace(width=self.height, height=self.width)

    @property
    def room(self) -> float:
        return self.width - 2 * self.margin

    @property
    def right(self) -> float:
        return self.width - self.margin

    @property
    def top(self) -> float:
        return self.height - self.margin

    @property
    def bottom(self) -> float:
        """Above the line of the page's number."""
        return self.margin + FOOT

    @property
    def small(self) -> bool:
        return min(self.width, self.height) < SMALL


SMALL: Final = 500.0
SHEETS: Final = {"a4": Sheet(595.28, 841.89, 28.35, 8.5), "a5": Sheet(419.53, 595.28, 22.68, 8.0)}
MANY: Final = 10
"""Columns of a table that a standing sheet of A4 holds."""
LARGE: Final = 1.25
"""How much larger the tables of what hangs on a wall are set."""


def sheet_for(paper: Paper, size: str) -> Sheet:
    """What is wide lies on its side where the sheet is small: so it has the room of the large one standing. With many columns it always does."""
    sheet = SHEETS[size]
    if paper.large:
        sheet = sheet._replace(cell=sheet.cell * LARGE)
    crowded = any(len(table.columns) > MANY for table in paper.tables)
    return sheet.lying if paper.wide and (sheet.small or crowded) else sheet


class Flow:
    """Pages of one document filled from the top: `y` is where the next thing hangs."""

    def __init__(self, paper: Paper, sheet: Sheet) -> None:
        self.paper, self.sheet = paper, sheet
        self.pages: list[Page] = []
        self.explained: set[str] = set()
        """The short heads that were explained, each once in a document."""
        self.turn()

    def turn(self) -> None:
        """Begin a new page."""
        self.page = Page(size=(self.sheet.width, self.sheet.height), fresh=not self.pages)
        self.pages.append(self.page)
        self.y = self.sheet.top if self.paper.bare else self._opened(first=len(self.pages) == 1)
        self.high = self.y

    @property
    def left(self) -> float:
        """The height that is left on the page."""
        return self.y - self.sheet.bottom

    @property
    def is_fresh(self) -> bool:
        """Whether nothing stands on this page yet."""
        return self.y == self.high

    def need(self, height: float) -> bool:
        """Make sure that `height` fits, as far as an empty page holds it; say whether a page was begun for it."""
        if height <= self.left or self.is_fresh:
            return False
        self.turn()
        return True

    def take(self, height: float) -> float:
        """Use up `height` and return where it hangs."""
        top = self.y
        self.y -= height
        return top

    def lines(self, text: str, *, size: float, bold: bool = False, gap: float = 3.0) -> None:
        """Write `text` over as many lines and pages as it needs."""
        leading = size * 1.25
        for line in wrapped(text, size=size, room=self.sheet.room, bold=bold, most=400):
            self.need(leading)
            top = self.take(leading)
            self.page.text(
                self.sheet.margin, top - size, self.sheet.room, line, size=size, least=min(size, LEAST), bold=bold
            )
        self.y -= gap

    def closed(self) -> list[Page]:
        """The pages with their feet."""
        sheet = self.sheet
        made = f"Hecho el {localtime(self.paper.made):{HOUR}}"
        for number, page in enumerate(self.pages, 1):
            if not self.paper.bare:
                page.rule(sheet.margin, sheet.margin + 12, sheet.room)
            page.text(sheet.margin, sheet.margin + 2, sheet.room - 96, made, size=7)
            told = f"Página {number} de {len(self.pages)}"
            page.text(sheet.right - 92, sheet.margin + 2, 92, told, size=8, bold=True, align="right")
        return self.pages

    def _opened(self, *, first: bool) -> float:
        return self._heading() if first else self._running()

    def _heading(self) -> float:
        sheet, paper, page = self.sheet, self.paper, self.page
        side = (52.0 if sheet.small else 66.0) if paper.url else 0.0
        room = sheet.room - side - (10 if side else 0)
        y = sheet.top
        lines = (
            (paper.organiser, 8.0, False),
            (paper.where, 8.0, False),
            (paper.championship, 11.0 if sheet.small else 13.0, True),
            (paper.title.upper(), 13.0 if sheet.small else 16.0, True),
            (paper.subtitle, 9.0 if sheet.small else 10.0, False),
        )
        for text, size, bold in lines:
            for line in wrapped(text, size=size, room=room, bold=bold, most=8) if text else ():
                y -= size * 1.25
                page.text(sheet.margin, y, room, line, size=size, least=LEAST, bold=bold)
            y -= 1.5 if text else 0
        if side:
            page.codes.append(Code(paper.url, sheet.right - side + 4, sheet.top - side + 6, side))
            y = min(y, sheet.top - side + 6)
        page.rule(sheet.margin, y - 5, sheet.room, thick=True)
        return y - 5 - GAP

    def _running(self) -> float:
        sheet, y = self.sheet, self.sheet.top
        said = " · ".join(filter(None, (self.paper.title, self.paper.subtitle)))
        for text, bold in ((said, True), (self.paper.championship, False)):
            for line in wrapped(text, size=8, room=sheet.room, bold=bold, most=6):
                y -= 10
                self.page.text(sheet.margin, y, sheet.room, line, size=8, bold=bold)
        self.page.rule(sheet.margin, y - 4, sheet.room, thick=True)
        return y - 4 - GAP
