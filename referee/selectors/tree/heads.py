"""The last checkpoint of a championship in short, as pages, screens and papers show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

from django.db.models import Model, OuterRef, QuerySet, Subquery
from django.utils.timezone import localtime

from brackets.models import Championship
from brackets.selectors.single import annotated
from referee.models import Checkpoint, TreeLog

SHORT: Final = 16
"""Hexadecimal digits of a root where people compare them: 64 bits."""

FIELDS: Final = ("size", "root", "at")
Row = TypeVar("Row", bound=Model)
PURPOSE: Final = "Con él se ve si después se cambió algo de lo registrado hasta esa hora."


@dataclass(frozen=True, slots=True)
class Head:
    """`root` in 64 hexadecimal digits; `at` is when it was signed, as the server says."""

    size: int
    root: str
    at: datetime

    @property
    def short(self) -> str:
        return self.root[:SHORT]

    @property
    def mark(self) -> str:
        """Another one whenever a page would show another head."""
        return f"{self.size}.{self.short}"

    @property
    def words(self) -> str:
        """As papers print it."""
        return f"Punto de control: tamaño {self.size}, raíz {self.short}, {localtime(self.at):%d/%m/%Y %H:%M}"

    def as_json(self) -> dict[str, Any]:
        return {"size": self.size, "root": self.short, "at": self.at.isoformat()}


def tree_head(championship: Championship) -> Head | None:
    """The last one, None before the first: one query."""
    signed = Checkpoint.objects.filter(championship=championship).order_by("-size")
    found = signed.values_list(*FIELDS).first()
    return Head(*found) if found else None


def head_sentence(championship: Championship) -> str:
    """The last one in a sentence with what it is for; empty before the first: one query."""
    return _sentence(tree_head(championship))


def with_heads(rows: QuerySet[Row], championship: str) -> QuerySet[Row]:
    """These rows each with the last checkpoint of its championship, of which `championship` is the path, for `head_on`."""
    signed = Checkpoint.objects.filter(championship=OuterRef(championship)).order_by("-size")
    annotated_rows: QuerySet[Row] = rows.annotate(
        **{f"log_{name}": Subquery(signed.values(name)[:1]) for name in FIELDS}
    )
    return annotated_rows


def head_on(row: Model) -> str:
    """`head_sentence` of a row of `with_heads`."""
    size, root, at = (annotated(row, f"log_{name}") for name in FIELDS)
    return _sentence(Head(size, root, at) if size else None)


def _sentence(head: Head | None) -> str:
    return f"{head.words}. {PURPOSE}" if head else ""


def newest_sizes() -> dict[int, int]:
    """The size of the last checkpoint of each championship that has one, by its key: one query."""
    return dict(TreeLog.objects.filter(signed_size__gt=0).values_list("championship", "signed_size"))


def heads_since(known: Mapping[int, int], newest: Mapping[int, int]) -> dict[str, Head]:
    """By slug the checkpoints of `newest` that are of more entries than those of `known`, both from `newest_sizes`: at most one query.

    Sizes are compared and not keys: transactions commit in another order than they begin.
    """
    grown = {championship: size for championship, size in newest.items() if size > known.get(championship, 0)}
    if not grown:
        return {}
    signed = Checkpoint.objects.filter(championship__in=grown, size__in={*grown.values()})
    told = signed.values_list("championship", "championship__slug", *FIELDS)
    return {slug: Head(size, root, at) for championship, slug, size, root, at in told if grown[championship] == size}
