"""When jueces and tables are there, and to whom a Juez belongs."""

from typing import Final

from django import forms

from brackets.forms.site_form import SiteForm

LOCAL: Final = "%Y-%m-%dT%H:%M"


def _hour(label: str, help_text: str) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)
    return forms.DateTimeField(
        label=label,
        required=False,
        widget=widget,
        input_formats=[LOCAL, "%Y-%m-%dT%H:%M:%S"],
        help_text=help_text,
        error_messages={"invalid": "Escriba día y hora, por ejemplo 28/11/2026 18:30, o déjelo vacío."},
    )


class HoursForm(SiteForm):
    available_from = _hour("Desde", "Vacío: desde que se abre el salón.")
    available_until = _hour("Hasta", "Vacío: hasta el final.")


class PauseForm(forms.Form):
    """The hour at which a pause ends, if anybody knows."""

    until = forms.TimeField(required=False)


class JuezProfileForm(HoursForm):
    club = forms.CharField(
        label="Club", max_length=60, required=False, help_text="No dirige a nadie de este club o institución."
    )
    institution = forms.CharField(label="Institución", max_length=60, required=False)
    family = forms.CharField(
        label="Familia",
        max_length=60,
        required=False,
        help_text="Como se anotó en la inscripción de sus familiares.",
    )
    field_order = ("club", "institution", "family", "available_from", "available_until")
