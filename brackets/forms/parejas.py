"""A pareja as it is typed, and the spreadsheet with many of them."""

from collections.abc import Iterable
from typing import Any

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.selectors.late import Place
from brackets.selectors.wording import said
from brackets.services.inscription import FIELDS, FOR_TWO, ParejaData

LARGEST = 5 * 1024 * 1024
APART = "El sorteo separa en su primera mesa, hasta donde se puede, a las parejas del mismo club."
SEEDED = "1 es la mejor. Vacío: entra al sorteo como las demás."
SINGLE = {
    "player_1": ("Nombre y apellido", ""),
    "cedula_1": ("Cédula", ""),
    "name": ("Sobrenombre", "Con el que se le conoce y saldrá en la llave. Si queda vacío, sale su nombre."),
    "club": ("Club o institución", said(1, APART)),
    "seed": ("Cabeza de serie", said(1, SEEDED)),
}
"""What a single player is asked: label and help."""
CEDULA = {"inputmode": "numeric", "autocomplete": "off"}


class ParejaForm(SiteForm):
    """The fields of `ParejaData` that so many players have; what is wrong with their values, the service says."""

    player_1 = forms.CharField(label="Jugador 1: nombre y apellido", max_length=60)
    cedula_1 = forms.CharField(
        label="Jugador 1: cédula", max_length=15, required=False, widget=forms.TextInput(attrs=CEDULA)
    )
    player_2 = forms.CharField(label="Jugador 2: nombre y apellido", max_length=60)
    cedula_2 = forms.CharField(
        label="Jugador 2: cédula", max_length=15, required=False, widget=forms.TextInput(attrs=CEDULA)
    )
    name = forms.CharField(
        label="Nombre de la pareja",
        max_length=60,
        required=False,
        help_text="Si queda vacío, la pareja se llama como sus dos jugadores.",
    )
    club = forms.CharField(
        label="Club o institución",
        max_length=60,
        required=False,
        help_text=APART,
    )
    institution = forms.CharField(
        label="Otra institución",
        max_length=60,
        required=False,
        help_text="Si además del club hay otra: colegio, empresa.",
    )
    family = forms.CharField(
        label="Familia", max_length=60, required=False, help_text="El mismo nombre para los parientes."
    )
    province = forms.CharField(label="Provincia", max_length=60, required=False)
    finalist = forms.BooleanField(label="Finalista de la edición anterior", required=False)
    category = forms.CharField(label="Categoría", max_length=30, required=False)
    representative = forms.TypedChoiceField(
        label="Representante de la pareja",
        coerce=int,
        choices=[(1, "Jugador 1"), (2, "Jugador 2")],
        initial=1,
        widget=forms.RadioSelect,
        help_text="Quien firma la Planilla.",
    )
    uniform = forms.BooleanField(label="Juega con chompas uniformes", required=False)
    seed = forms.IntegerField(
        label="Cabeza de serie",
        required=False,
        min_value=1,
        max_value=9999,
        help_text=SEEDED,
    )

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if players == 1:
            for field in FOR_TWO:
                del self.fields[field]
            for field, (label, help_text) in SINGLE.items():
                self.fields[field].label, self.fields[field].help_text = label, help_text

    def data_of_pareja(self) -> ParejaData:
        return ParejaData(**{field: self.cleaned_data[field] for field in FIELDS if field in self.fields})


class NewParejaForm(ParejaForm):
    number = forms.IntegerField(
        label="Número",
        required=False,
        min_value=1,
        max_value=9999,
        help_text="Vacío: el siguiente libre. Es el mismo durante todo el campeonato.",
    )
    field_order: tuple[str, ...] = ("number",)


class LateParejaForm(NewParejaForm):
    """One that enters after the draw, in a place that is open."""

    place = forms.TypedChoiceField(
        label="Lugar en que entra", coerce=int, error_messages={"required": "Elija en qué lugar entra."}
    )
    reason = forms.CharField(label="Motivo", max_length=300, help_text="Por qué entra después del sorteo.")
    field_order = ("place", "number")

    def __init__(self, *args: Any, places: Iterable[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["seed"]
        self.fields["place"].choices = [(place.number, place.label) for place in places]  # type: ignore[attr-defined]


class ImportForm(SiteForm):
    file = forms.FileField(
        label="Archivo .xlsx o .csv",
        help_text="Hasta 2.000 filas, con títulos en la primera fila, en cualquier orden.",
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,text/csv"}),
        error_messages={"required": "Elija el archivo con las inscripciones.", "empty": "El archivo está vacío."},
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError("El archivo pasa de 5 MB. Deje en él solo la hoja de las inscripciones.")
        return file


def initial_of(data: ParejaData) -> dict[str, Any]:
    return {field: getattr(data, field) for field in FIELDS}
