"""Why a mesa or the hall stands still, and what is decided about it."""

from typing import Any
from uuid import uuid4

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.models import Championship
from referee.models import Mesa
from referee.selectors.suspensions import mesas_in_play
from referee.services.suspensions import CAUSE, MEASURE


class HallForm(SiteForm):
    cause = forms.CharField(
        label="Causa", max_length=CAUSE, error_messages={"required": "Diga la causa: «corte de luz», por ejemplo."}
    )
    measure = forms.CharField(
        label="Medida",
        max_length=MEASURE,
        required=False,
        help_text="Lo que se decide: cada uno se queda en su puesto, los naipes boca abajo, se sigue en la data que iba…",
    )
    client_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class MesaField(forms.ModelChoiceField):  # type: ignore[type-arg] # no subscript at run time
    """Mesas by their table and who plays there."""

    def label_from_instance(self, obj: Mesa) -> str:
        table = f"Mesa {obj.fixture.table.number}" if obj.fixture.table else "Sin mesa"
        sides = f"{obj.pareja_a.number} y {obj.pareja_b.number}"
        return f"{table}: {obj.fixture.name}, {sides}"


class MesaForm(HallForm):
    mesa = MesaField(
        label="Mesa en juego",
        queryset=Mesa.objects.none(),
        to_field_name="public_id",
        empty_label="Elija la mesa",
        error_messages={"required": "Elija la mesa.", "invalid_choice": "Esa mesa ya no está en juego: elija otra."},
    )
    prefix = "una"
    field_order = ("mesa", "cause", "measure")

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mesa"].queryset = mesas_in_play(championship)  # type: ignore[attr-defined]


class MeasureForm(SiteForm):
    text = forms.CharField(label="Medida", max_length=MEASURE, error_messages={"required": "Escriba la medida."})
    client_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
