"""Rows of a document as their tables have them."""

from collections.abc import Callable
from typing import Any

from django.db.models import Model
from msgspec import Struct

from referee.selectors.archive.columns import Column
from referee.selectors.archive.parts import Part

Refers = Callable[[Column, int], int]


def values_of(part: Part, row: Struct, refers: Refers) -> dict[str, Any]:
    """By the field of the model, without what is enciphered; `refers` gives the key of a row that is referred to by its number."""
    values = {}
    for column in part.columns:
        if column.sealed:
            continue
        told = getattr(row, column.name)
        if column.refers is None:
            values[column.field] = column.read(told)
        else:
            values[column.field] = None if told is None else refers(column, told)
    return values


def as_told(_column: Column, number: int) -> int:
    """The numbers of the document for keys, where there is no database."""
    return number


def instance_of(part: Part, row: Struct) -> Model:
    """The row as an instance that is in no database, with the number of the document for its key."""
    return part.model(pk=getattr(row, "id", None), **values_of(part, row, as_told))
