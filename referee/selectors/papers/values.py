"""A document as plain values: laid out as PDF, shown as a page, and its tables written into a spreadsheet.

A document knows nothing of paper sizes, of HTML or of spreadsheets: it says what stands in it, block by block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import ClassVar, Final, Literal

from brackets.models import Championship

Align = Literal["left", "center", "right"]
Fill = Literal["", "tick", "line"]
"""What is left to be done by hand in a cell: a box to be ticked, or room to write."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section; `aside` stands small at its end: an article, an hour."""

    kind: ClassVar[str] = "heading"
    text: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text over as many lines as it needs; `strong` is set bold and larger."""

    kind: ClassVar[str] = "paragraph"
    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what they are."""

    kind: ClassVar[str] = "facts"
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. With `weight` 0 it is as broad as its words; the others share what is left by their weights.

    `short` is its head on a sheet where the whole heads leave no room for the rest; it is explained below the table.
    """

    head: str
    weight: float = 0.0
    align: Align = "left"
    fill: Fill = ""
    bold: bool = False
    short: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text. `empty` is said where there are none; `tall` leaves room to write in each row."""

    kind: ClassVar[str] = "table"
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    empty: str = "Todavía no hay nada que poner aquí."
    tall: bool = False

    @property
    def lines(self) -> list[list[tuple[Column, str]]]:
        """The rows, each cell with its column."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on, each with who signs and, where it is known, his name below."""

    kind: ClassVar[str] = "signatures"
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One of several on a page, to be cut out: what is read from afar is `big`, and `url` is what its QR opens."""

    big: str
    lines: tuple[str, ...] = ()
    above: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with marks where to cut."""

    kind: ClassVar[str] = "cards"
    cards: tuple[Card, ...]
    empty: str = "Todavía no hay tarjetas que imprimir."


@dataclass(frozen=True, slots=True)
class Diploma:
    """A certificate: it fills a page lying on its side. `told` are the sentences below the names; `motto` closes them."""

    kind: ClassVar[str] = "diploma"
    honour: str
    to: tuple[str, ...]
    told: tuple[str, ...]
    motto: str = ""
    number: str = ""
    signatures: tuple[tuple[str, str], ...] = ()


Block = Heading | Paragraph | Facts | Table | Signatures | Cards | Diploma


@dataclass(frozen=True, slots=True)
class Paper:
    """One document: `subtitle` says which part of the championship it is about, `url` is where the same is read today.

    `wide`: it has many columns, and lies on its side where the sheet is small; `large`: it hangs on a wall. `bare`: it has no
    heading of its own, since what stands on it is cut out or framed.
    """

    title: str
    championship: str
    organiser: str
    where: str
    made: datetime
    blocks: tuple[Block, ...]
    subtitle: str = ""
    url: str = ""
    wide: bool = False
    large: bool = False
    bare: bool = False

    @property
    def is_framed(self) -> bool:
        """Whether it is a certificate, whose frame holds its heading too."""
        return any(isinstance(block, Diploma) for block in self.blocks)

    @property
    def tables(self) -> list[Table]:
        """What of it can be a spreadsheet."""
        return [block for block in self.blocks if isinstance(block, Table)]


@dataclass(frozen=True, slots=True)
class Where:
    """What of a championship is asked for; what is not said is everything. `partida` and `juez` are keys, the others numbers.

    `everybody` is 1 where also who is awaited no more is asked for.
    """

    stage: int | None = None
    round: int | None = None
    day: date | None = None
    table: int | None = None
    juez: int | None = None
    pareja: int | None = None
    partida: int | None = None
    appeal: int | None = None
    everybody: int | None = None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for what, when, and under which address the championship is seen."""

    championship: Championship
    now: datetime
    base_url: str
    where: Where = field(default_factory=Where)

    @property
    def players(self) -> int:
        return self.championship.players_per_pareja


TICK: Final = Column("", align="center", fill="tick")


def paper(
    asked: Asked,
    title: str,
    blocks: Sequence[Block],
    *,
    subtitle: str = "",
    url: str = "",
    wide: bool = False,
    large: bool = False,
    bare: bool = False,
) -> Paper:
    """A document under the heading of its championship."""
    championship = asked.championship
    return Paper(
        title=title,
        championship=str(championship),
        organiser=championship.organiser,
        where=f"{championship.place} · {championship.days}",
        made=asked.now,
        blocks=tuple(blocks),
        subtitle=subtitle,
        url=url,
        wide=wide,
        large=large,
        bare=bare,
    )
