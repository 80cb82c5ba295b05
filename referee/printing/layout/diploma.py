"""A certificate laid out: a page lying on its side, framed in black, that any printer prints."""

from typing import Final, NamedTuple

from referee.printing.layout.sheets import LEAST, Sheet
from referee.printing.page import Code, Page
from referee.printing.type import wrapped
from referee.selectors.papers.values import Diploma, Paper

HIGH: Final = 595.28
"""The height of the large sheet lying, in points: sizes are given for it."""
LEADING: Final = 1.24
FOOT: Final = 138.0
"""What signatures and code need above the lower edge."""
SHRUNK: Final = 0.95
QR: Final = 80.0


class Words(NamedTuple):
    """A text in the middle of the page; `gap` is its share of the room that is left, above it."""

    text: str
    size: float
    gap: float = 0.0
    bold: bool = False


def diploma_page(paper: Paper, diploma: Diploma, sheet: Sheet) -> Page:
    """One page; on a smaller sheet all of it is smaller, down to 7 points."""
    lying = sheet.lying if sheet.width < sheet.height else sheet
    k = lying.height / HIGH
    page = Page(size=(lying.width, lying.height), fresh=True)
    _frame(page, lying, k)
    _words(page, paper, diploma, lying, k)
    _foot(page, paper, diploma, lying, k)
    return page


def _frame(page: Page, sheet: Sheet, k: float) -> None:
    for inset, thick in ((0.0, True), (2.2, True), (8 * k, False)):
        edge = sheet.margin + inset
        page.box(edge, sheet.height - edge, sheet.width - 2 * edge, sheet.height - 2 * edge, thick=thick)


def _words(page: Page, paper: Paper, diploma: Diploma, sheet: Sheet, k: float) -> None:
    """Names that would need more room make all smaller; the room that is left goes between."""
    told = (
        Words(paper.organiser, 12, 1.0),
        Words(paper.championship, 21, 0.2, bold=True),
        Words(paper.where, 10, 0.1),
        Words(paper.title.upper(), 17, 1.4),
        Words("se otorga a", 11, 0.2),
        *(Words(name, 27, 0.5, bold=True) for name in diploma.to),
        Words(diploma.honour, 34, 0.9, bold=True),
        *(Words(sentence, 13, 0.5 if not number else 0.2) for number, sentence in enumerate(diploma.told)),
        Words(diploma.motto, 12, 0.2),
    )
    shown = [words for words in told if words.text]
    left = sheet.margin + 34 * k
    room, low = sheet.width - 2 * left, sheet.margin + FOOT * k
    height = sheet.top - 14 * k - low
    scale, lines = k, _set(shown, k, room)
    while _height(lines) > height and scale > k / 4:
        scale *= SHRUNK
        lines = _set(shown, scale, room)
    spare = max(0.0, height - _height(lines))
    share = spare / (sum(words.gap for words in shown) + 1)
    y = sheet.top - 14 * k
    for line in lines:
        y -= line.size * LEADING + share * line.gap
        page.text(left, y, room, line.text, size=line.size, least=LEAST, bold=line.bold, align="center")


def _set(shown: list[Words], scale: float, room: float) -> list[Words]:
    """Line by line in the sizes of this scale; what stands above a text stands above its first line."""
    lines: list[Words] = []
    for words in shown:
        size = max(words.size * scale, LEAST)
        broken = wrapped(words.text, size=size, room=room, bold=words.bold, most=12)
        lines += [Words(line, size, 0 if number else words.gap, words.bold) for number, line in enumerate(broken)]
    return lines


def _height(lines: list[Words]) -> float:
    return sum(line.size * LEADING for line in lines)


def _foot(page: Page, paper: Paper, diploma: Diploma, sheet: Sheet, k: float) -> None:
    """Lines to sign on, and at the right the code with the number below it."""
    left, base, side = sheet.margin + 34 * k, sheet.margin + 56 * k, QR * k
    room = sheet.width - 2 * left
    width = (room - side - 10) / max(1, len(diploma.signatures))
    small = max(LEAST, 9 * k)
    for place, (who, name) in enumerate(diploma.signatures):
        x = left + width * place
        page.rule(x + 6, base, width - 18)
        lines = (*wrapped(name, size=LEAST, room=width - 18, most=2), who) if name else (who,)
        for number, text in enumerate(lines, 1):
            page.text(x + 6, base - small * 1.25 * number, width - 18, text, size=small, least=LEAST, align="center")
    low = sheet.margin + 14 * k
    if paper.url:
        page.codes.append(Code(paper.url, left + room - side, low + 9, side))
    page.text(left + room - side - 40, low, side + 40, diploma.number, size=LEAST, align="right")
