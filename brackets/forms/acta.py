"""The acta of a draw, as a file or as text."""

from typing import Any

from django import forms

from brackets.forms.site_form import SiteForm

LARGEST = 4 * 1024 * 1024


class ActaForm(SiteForm):
    file = forms.FileField(
        label="Archivo del acta",
        required=False,
        help_text="El acta en PDF, que lleva dentro su archivo, o el archivo .json de la página del sorteo.",
        widget=forms.FileInput(attrs={"accept": ".json,application/json,.pdf,application/pdf"}),
        error_messages={"empty": "El archivo está vacío."},
    )
    text = forms.CharField(
        label="O su texto, pegado aquí",
        required=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """`acta`: the bytes, not looked at yet."""
        cleaned = super().clean() or self.cleaned_data
        file, raw = cleaned.get("file"), cleaned.get("text", "").encode()
        if file is not None and file.size > LARGEST:
            raise forms.ValidationError("El archivo pasa de 4 MB: no es un acta de sorteo.")
        if file is not None:
            raw = file.read()
        if not raw.strip() and not self.errors:
            raise forms.ValidationError("Elija el archivo del acta, o pegue su texto.")
        return {**cleaned, "acta": raw}
