"""Several cards on a sheet, with marks where to cut."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from referee.printing.page import Page
from referee.printing.type import wrapped

TICK: Final = 9.0
AWAY: Final = 3.0
"""How far a mark at the edge stands off the cards."""
EDGE: Final = 6.0
"""No mark comes nearer to the edge of the sheet: printers leave that white."""
FOOT: Final = 22.0

Card = TypeVar("Card")
Draw = Callable[[Page, float, float, Card], None]


class Grid(NamedTuple):
    """So many cards of one size across and down a page, hanging from its upper left corner at (`left`, `top`)."""

    page: tuple[float, float]
    across: int
    down: int
    left: float
    top: float
    width: float
    height: float

    @classmethod
    def on(cls, page: tuple[float, float], across: int, down: int, *, margin: float, bottom: float) -> "Grid":
        """As large as the page allows between its margins."""
        top = page[1] - 26
        return cls(page, across, down, margin, top, (page[0] - 2 * margin) / across, (top - bottom) / down)

    @property
    def each(self) -> int:
        return self.across * self.down


def card_pages(cards: Sequence[Card], draw: Draw[Card], title: str, grid: Grid) -> Iterator[Page]:
    """As many to a page as the grid holds; `draw` is told where its card hangs. A sheet that is cut up has nothing on its back."""
    sheets = -(-len(cards) // grid.each)
    room = grid.page[0] - 2 * grid.left
    for number in range(1, sheets + 1):
        page = Page(size=grid.page, fresh=True)
        _marks(page, grid)
        for place, card in enumerate(cards[grid.each * (number - 1) : grid.each * number]):
            row, column = divmod(place, grid.across)
            draw(page, grid.left + column * grid.width, grid.top - row * grid.height, card)
        for line, told in enumerate(wrapped(title, size=7, room=room - 90, most=2)):
            page.text(grid.left, FOOT - 8 * line, room - 90, told, size=7)
        page.text(grid.left + room - 86, FOOT, 86, f"Página {number} de {sheets}", size=7, align="right")
        yield page


def _marks(page: Page, grid: Grid) -> None:
    """Short lines at the edges, and crosses between the cards."""
    width, height = grid.page
    right, low = grid.left + grid.across * grid.width, grid.top - grid.down * grid.height
    for column in range(grid.across + 1):
        x = grid.left + column * grid.width
        page.post(x, min(grid.top + AWAY + TICK, height - EDGE), TICK)
        page.post(x, low - AWAY, TICK)
        for row in range(1, grid.down):
            page.post(x, grid.top - row * grid.height + TICK / 2, TICK)
    for row in range(grid.down + 1):
        y = grid.top - row * grid.height
        page.rule(grid.left - AWAY - TICK, y, TICK)
        page.rule(right + AWAY, y, min(TICK, width - right - EDGE))
        for column in range(1, grid.across):
            page.rule(grid.left + column * grid.width - TICK / 2, y, TICK)
