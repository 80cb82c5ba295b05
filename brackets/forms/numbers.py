"""Parejas and partidas by the number that is printed everywhere: of a thousand nobody chooses from a list."""

from typing import Any, Final

from django import forms
from django.db.models import Model, QuerySet

NO_SUCH_NUMBER: Final = "No hay tal número en este campeonato. Búsquelo en la lista de inscritos."
NO_SUCH_PARTIDA: Final = "No hay tal partida, o le falta alguno de sus dos lados. Busque su número en Partidas."


class NumberedField(forms.IntegerField):
    """The row of this number; the form gives the `rows` there are, and says what is wrong with any other number."""

    rows: "QuerySet[Any]"

    def __init__(self, *, unknown: str, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=99999, **kwargs)
        self.unknown = unknown

    def clean(self, value: Any) -> Model | None:
        number = super().clean(value)
        if number is None:
            return None
        found: Model | None = self.rows.filter(number=number).first()
        if found is None:
            raise forms.ValidationError(self.unknown)
        return found
