"""Days that people type."""

from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError

FIRST: Final = date(2000, 1, 1)
LAST: Final = date(2099, 12, 30)


class DayField(forms.DateField):
    """A day of this century: a date box makes the year 26 of a «26» typed in haste, and the calendar ends."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
        super().__init__(**kwargs)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not FIRST <= value <= LAST:
            raise ValidationError("Escriba el año con sus cuatro cifras, desde 2000.", code="invalid")
