"""What an import would do, or did, row by row."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from brackets.services.doubts import seal_of


class Outcome(StrEnum):
    """What becomes of a row."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"

    @property
    def label(self) -> str:
        return {"added": "se agrega", "changed": "cambia", "unchanged": "sin cambios", "refused": "no se importa"}[self]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row is refused, or in doubt; `cell` is the address where it stands in one cell ("C5")."""

    code: str
    message: str
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One value of a pareja before and after, as shown."""

    field: str
    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowReport:
    """One row of the sheet; `number` is the pareja's, also the one a new pareja gets."""

    row: int
    outcome: Outcome
    number: int | None
    title: str
    changes: tuple[Change, ...] = ()
    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """All rows that were not empty; `applied` tells a check from what was done."""

    rows: tuple[RowReport, ...]
    empty: int
    unknown: tuple[str, ...]
    applied: bool

    @property
    def added(self) -> tuple[RowReport, ...]:
        return tuple(self._of(Outcome.ADDED))

    @property
    def changed(self) -> tuple[RowReport, ...]:
        return tuple(self._of(Outcome.CHANGED))

    @property
    def unchanged(self) -> tuple[RowReport, ...]:
        return tuple(self._of(Outcome.UNCHANGED))

    @property
    def refused(self) -> tuple[RowReport, ...]:
        return tuple(self._of(Outcome.REFUSED))

    @property
    def doubtful(self) -> tuple[RowReport, ...]:
        return tuple(row for row in self.rows if row.doubts)

    @property
    def seal(self) -> str:
        """What says that somebody was told the doubts of all rows; empty without any."""
        told = [f"{row.row}: {doubt.message}" for row in self.doubtful for doubt in row.doubts]
        return seal_of(told)

    def _of(self, outcome: Outcome) -> Iterator[RowReport]:
        return (row for row in self.rows if row.outcome is outcome)
