"""A spreadsheet of parejas as it was read: texts by field, whatever the file was."""

from collections.abc import Mapping
from dataclasses import dataclass

from brackets.services.imports.report import Problem


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row that is not empty; `number` is the sheet's, `values` has the columns the sheet has.

    `cells` are their addresses; `problems` what the reader could not accept, such as a formula.
    """

    number: int
    values: Mapping[str, str]
    cells: Mapping[str, str]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRows:
    """The rows below the headers; `empty` counts the empty ones among them, `unknown` the columns left out."""

    rows: tuple[SheetRow, ...]
    empty: int = 0
    unknown: tuple[str, ...] = ()
