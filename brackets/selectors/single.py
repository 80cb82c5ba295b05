"""Rows read without having them put in order, as `first` would: that costs as much again where a row is wide."""

from typing import Any, TypeVar

from django.core.exceptions import MultipleObjectsReturned
from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def single(rows: QuerySet[Row]) -> Row | None:
    """The row of a key, or None. Raises MultipleObjectsReturned where there are two, which the key forbids."""
    found = list(rows.order_by()[:2])
    if len(found) > 1:
        raise MultipleObjectsReturned(f"two rows of {rows.model.__name__} for one key")
    return found[0] if found else None


def any_of(rows: QuerySet[Row]) -> Row | None:
    """One of these rows, whichever the database finds; None where there is none."""
    return next(iter(rows.order_by()[:1]), None)


def annotated(row: Model, name: str) -> Any:
    """What the query of this row was to work out. AttributeError where it did not: that is no answer."""
    return getattr(row, name)
