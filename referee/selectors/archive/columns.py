"""How the columns of a table stand in a document: which type each has, and its value there and back."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import models
from msgspec import Meta

from referee.rules import moment
from referee.selectors.archive.json_columns import SHAPES

Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$", title="instante en UTC")]
Day = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$", title="día")]
Amount = Annotated[str, Meta(pattern=r"^-?\d+(\.\d+)?$", title="valor")]
Number = Annotated[int, Meta(ge=1, title="número dentro del documento")]
Loose = Annotated[int, Meta(title="número dentro del documento; negativo, de lo que ya no existe")]
BIGGEST: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Column:
    """One column: `refers` is the model whose rows it names by number, `loose` that they may be gone.

    `sealed`: it is no column of the table, but enciphered in `PersonalData`.
    """

    name: str
    field: str
    kind: Any
    refers: type[models.Model] | None = None
    loose: bool = False
    sealed: bool = False

    def told(self, value: Any) -> Any:
        """As a document has it; references are not known here."""
        write = TELL.get(type(value))
        return value if write is None else write(value)

    def read(self, value: Any) -> Any:
        """As the database takes it; references are not known here."""
        if not isinstance(value, str):
            return value
        for type_, take in READ:
            if self.kind in (type_, type_ | None):
                return take(value)
        return value


TELL: Final[Mapping[type, Callable[[Any], Any]]] = {datetime: moment, date: date.isoformat, Decimal: str}
READ: Final[tuple[tuple[Any, Callable[[str], Any]], ...]] = (
    (Moment, datetime.fromisoformat),
    (Day, date.fromisoformat),
    (Amount, Decimal),
)


def _sealed(name: str, longest: int) -> Column:
    return Column(name, name, Annotated[str, Meta(max_length=longest)], sealed=True)


SEALED: Final = (_sealed("cedula", 10), _sealed("email", 120), _sealed("phone", 20))
"""What is enciphered of a person, as `Values` has it. In a document it stands as it is."""


def columns_of(model: type[models.Model], *, owner: type[models.Model], left: frozenset[str]) -> Iterator[Column]:
    """All columns of a model but its key, those to `owner`, which are implied, and those that are `left` out."""
    for field in model._meta.concrete_fields:  # noqa: SLF001
        if field.primary_key or field.name in left:
            continue
        if not isinstance(field, models.ForeignKey) or not field.target_field.primary_key:
            yield Column(field.name, field.attname, _or_none(_type(field), field))
        elif field.related_model is not owner:
            loose = not field.db_constraint  # type: ignore[attr-defined]
            kind = _or_none(Loose if loose else Number, field)
            yield Column(field.name, field.attname, kind, field.related_model, loose)


def _or_none(type_: Any, field: "models.Field[Any, Any]") -> Any:
    return type_ | None if field.null else type_


def _type(field: "models.Field[Any, Any]") -> Any:
    if isinstance(field, models.ForeignKey):
        return _type(field.target_field)
    if isinstance(field, models.JSONField):
        return SHAPES[field.model, field.name]
    for of, type_ in _TYPES:
        if isinstance(field, of):
            return type_
    if isinstance(field, models.IntegerField):
        return Annotated[int, Meta(ge=0 if "Positive" in type(field).__name__ else -BIGGEST, le=BIGGEST)]
    if isinstance(field, models.CharField | models.TextField):
        return _text(field)
    raise TypeError(f"{field}: a document has no such values yet")


def _text(field: "models.Field[Any, Any]") -> Any:
    if field.choices:
        words = [str(value) for value, _ in field.flatchoices]
        return Literal[tuple(dict.fromkeys([*words, ""] if field.blank else words))]
    if isinstance(field, models.SlugField):  # it becomes part of an address
        return Annotated[str, Meta(max_length=field.max_length, pattern=r"^[-a-zA-Z0-9_]+$")]
    return Annotated[str, Meta(max_length=field.max_length)] if field.max_length else str


_TYPES: Final["tuple[tuple[type[models.Field[Any, Any]], Any], ...]"] = (
    (models.BooleanField, bool),
    (models.DateTimeField, Moment),
    (models.DateField, Day),
    (models.DecimalField, Amount),
    (models.UUIDField, UUID),
)
