"""How the lots are drawn."""

from typing import Any

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.selectors.wording import said


class DrawForm(SiteForm):
    lots_seed = forms.CharField(
        label="Semilla del sorteo",
        max_length=80,
        required=False,
        help_text="Un texto cualquiera, por ejemplo el número que salga en público. "
        "Con él se puede repetir y comprobar el sorteo. Vacía: la pone el sistema al azar.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    apart = forms.BooleanField(
        label="Separar en la primera ronda a las parejas del mismo club", required=False, initial=True
    )

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["apart"].label = said(players, str(self.fields["apart"].label))
