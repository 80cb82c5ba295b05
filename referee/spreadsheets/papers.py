"""The tables of documents as an Excel book or as CSV; nothing that a spreadsheet would run as a formula.

Tables with the same heads are one table with their titles in its first column: what can be sorted belongs together.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO, StringIO
from itertools import takewhile
from typing import Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from brackets.spreadsheets.formulas import formula_neutralise
from referee.selectors.papers.values import Heading, Paper, Table

FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f]")
NUMBER: Final = re.compile(r"[-−]?(0|[1-9]\d{0,8})(,\d{1,4})?")
NAME: Final = 31
"""What Excel takes as the name of a sheet."""
WIDTHS: Final = (8, 60)

Heads = tuple[str, ...]


@dataclass(slots=True)
class Grid:
    """Tables with the same heads; `named` is what each is called: by itself, by the heading above it, by its document."""

    heads: Heads
    rows: list[tuple[str, Sequence[str]]] = field(default_factory=list)
    titles: dict[str, None] = field(default_factory=dict)
    named: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def title(self) -> str:
        """The nearest name that all of them share; of their documents the words with which they all begin."""
        own, headings, documents = ({names[level] for names in self.named} for level in range(3))
        for shared in (own, headings, documents):
            if len(shared) == 1 and "" not in shared:
                return shared.pop()
        words = zip(*(document.split() for document in documents), strict=False)
        return " ".join(each[0] for each in takewhile(lambda same: len(set(same)) == 1, words))

    @property
    def lines(self) -> list[Sequence[str]]:
        """The heads and the rows; before each the title of its table, where there are several."""
        if len(self.titles) < 2:
            return [self.heads, *(row for _, row in self.rows)]
        return [("", *self.heads), *((title, *row) for title, row in self.rows)]


def papers_xlsx(papers: Iterable[Paper]) -> bytes:
    """A book with a sheet for each kind of table; numbers are numbers."""
    workbook = Workbook(write_only=True)
    taken: set[str] = set()
    for grid in _grids(papers) or [Grid(("",), named=[("", "", "Vacío")])]:
        sheet = workbook.create_sheet(_name(grid.title, taken))
        sheet.freeze_panes = "A2"
        lines = grid.lines
        for place, width in enumerate(_widths(lines), start=1):
            sheet.column_dimensions[get_column_letter(place)].width = width
        for number, line in enumerate(lines):
            cells = [WriteOnlyCell(sheet, value=_value(text)) for text in line]
            for cell in cells:
                cell.font = Font(bold=number == 0)
            sheet.append(cells)
    file = BytesIO()
    workbook.save(file)
    return file.getvalue()


def papers_csv(papers: Iterable[Paper]) -> bytes:
    """As Excel in Ecuador opens it: UTF-8 with its mark, semicolons; kinds of tables one below the other."""
    file = StringIO(newline="")
    writer = csv.writer(file, delimiter=";")
    for number, grid in enumerate(_grids(papers)):
        if number:
            writer.writerow(())
        writer.writerows([_written(text) for text in line] for line in grid.lines)
    return file.getvalue().encode("utf-8-sig")


def _grids(papers: Iterable[Paper]) -> list[Grid]:
    found: dict[Heads, Grid] = {}
    for paper in papers:
        heading = ""
        for block in paper.blocks:
            if isinstance(block, Heading):
                heading = block.text
            elif isinstance(block, Table):
                heads = tuple(column.head for column in block.columns)
                title = _title(paper, heading, block)
                grid = found.setdefault(heads, Grid(heads))
                grid.named.append((block.title, heading, paper.title))
                grid.titles[title] = None
                grid.rows += [(title, row) for row in block.rows]
    return list(found.values())


def _title(paper: Paper, heading: str, table: Table) -> str:
    """What tells this table from another with the same heads."""
    return " · ".join(dict.fromkeys(filter(None, (paper.title, paper.subtitle, heading, table.title))))


def _name(title: str, taken: set[str]) -> str:
    name = " ".join(FORBIDDEN.sub(" ", title).split()).strip("'")[:NAME].strip() or "Tabla"
    base, number = name, 1
    while name.casefold() in taken:
        number += 1
        name = f"{base[: NAME - 4]} {number}"
    taken.add(name.casefold())
    return name


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    low, high = WIDTHS
    return [min(high, max(low, *(len(text) + 2 for text in column))) for column in zip(*lines, strict=True)]


def _value(text: str) -> str | int | float:
    plain = _plain(text)
    if NUMBER.fullmatch(plain):
        number = _signed(plain).replace(",", ".")
        return float(number) if "." in number else int(number)
    return formula_neutralise(plain)


def _written(text: str) -> str:
    """As a cell of CSV; a number with the sign that spreadsheets know, which runs nothing there."""
    plain = _plain(text)
    return _signed(plain) if NUMBER.fullmatch(plain) else formula_neutralise(plain)


def _signed(number: str) -> str:
    return number.replace("−", "-")


def _plain(text: str) -> str:
    """Without what no file of these may hold."""
    return CONTROL.sub(" ", text)
