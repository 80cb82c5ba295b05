"""The words and the tables of a form as blocks of a document: what is drawn on its pages by `Flow` is read there."""

from collections.abc import Sequence

from referee.printing.flow import Column as Drawn
from referee.selectors.papers.values import Block, Column, Heading, Paragraph, Table


class Written:
    """A `Writer` that keeps what is written; sizes and gaps are the page's own."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def title(self, text: str, *, article: str = "", keep: float = 0) -> None:
        self.blocks.append(Heading(text, article))

    def paragraph(self, text: str, *, size: float = 8, bold: bool = False, gap: float = 3) -> None:
        self.blocks.append(Paragraph(text, strong=bold))

    def table(self, columns: Sequence[Drawn], rows: Sequence[Sequence[str]]) -> None:
        heads = tuple(Column(column.head, align=column.align) for column in columns)
        self.blocks.append(Table(heads, tuple(map(tuple, rows))))

    def gap(self, height: float) -> None:
        """A page of the browser has its own."""
