"""The one row that there is, or any of several."""

from typing import TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


def single(rows: QuerySet[Row]) -> Row | None:
    """None where there is none. `first` has them put in order, which costs as much again where a row is wide."""
    return next(iter(rows.order_by()[:1]), None)
