"""Lines under titles in two columns of a screen, as many as its height holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

COLUMN: Final = 78.0
TITLE: Final = 6.4
LINE: Final = 5.5
"""How high a column, a title with the gap above it and a line are, in hundredths of the height of the screen."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under a title, in a column; `goes_on`: the rest of one that did not fit."""

    title: str
    lines: Sequence[Any]
    goes_on: bool = False


def columns_of(blocks: Sequence[Block]) -> list[list[list[Block]]]:
    """Pages of two columns; a block that does not fit goes on in the next column.

    >>> [[len(column) for column in page] for page in columns_of([Block("Serie 1", range(4)), Block("Serie 2", range(6))])]
    [[2]]
    >>> [[len(each.lines) for each in column] for column in columns_of([Block("Entran", range(25))])[0]]
    [[13], [12]]
    """
    columns: list[list[Block]] = [[]]
    room = COLUMN
    for block in blocks:
        if TITLE + LINE * len(block.lines) > room and columns[-1]:
            columns.append([])
            room = COLUMN
        rest, goes_on = list(block.lines), False
        while rest or not goes_on:
            if goes_on:
                columns.append([])
                room = COLUMN
            taken = rest[: int((room - TITLE) / LINE)]
            columns[-1].append(Block(block.title, taken, goes_on))
            rest, goes_on, room = rest[len(taken) :], True, room - TITLE - LINE * len(taken)
    return [columns[at : at + 2] for at in range(0, len(columns), 2)] if columns[0] else []
