"""What is looked for in the record."""

from collections.abc import Iterable
from typing import Any

from django import forms

from brackets.forms.days import DayField
from brackets.forms.site_form import SiteForm
from brackets.models import User
from brackets.selectors.audit import Wanted


class AuditForm(SiteForm):
    """All of it may stay empty; what is no date or nobody's name finds everything, and says so beside the field."""

    buscar = forms.CharField(
        label="Palabras",
        required=False,
        max_length=80,
        help_text="Por ejemplo «partida 5», «mesa 3», un nombre o un motivo.",
    )
    quien = forms.TypedChoiceField(label="Quién", required=False, coerce=int, empty_value=None)
    accion = forms.ChoiceField(label="Acción", required=False)
    desde = DayField(label="Desde", required=False)
    hasta = DayField(label="Hasta", required=False)

    def __init__(self, *args: Any, people: Iterable[User], actions: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["quien"].choices = [("", "Todos"), *((user.pk, str(user)) for user in people)]  # type: ignore[attr-defined]
        named = [(action, action.replace("-", " ")) for action in actions]
        self.fields["accion"].choices = [("", "Todas"), *named]  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        self.is_valid()
        told = self.cleaned_data
        return Wanted(
            words=told.get("buscar") or "",
            user=told.get("quien"),
            action=told.get("accion") or "",
            since=told.get("desde"),
            until=told.get("hasta"),
        )
