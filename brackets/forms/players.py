"""One player replaced, or on his own with another partner."""

from collections.abc import Iterable
from typing import Any

from django import forms

from brackets.forms.floor import LeavingForm
from brackets.forms.parejas import CEDULA
from brackets.forms.site_form import SiteForm
from brackets.models import Pareja
from brackets.selectors.late import Place


class SubstituteForm(SiteForm):
    position = forms.TypedChoiceField(label="¿Quién deja de jugar?", coerce=int, widget=forms.RadioSelect)
    name = forms.CharField(label="Quién juega en su lugar: nombre y apellido", max_length=60)
    cedula = forms.CharField(label="Su cédula", max_length=15, required=False, widget=forms.TextInput(attrs=CEDULA))
    reason = forms.CharField(label="Motivo", max_length=300)

    def __init__(self, *args: Any, pareja: Pareja, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = _players(pareja)
        self.fields["position"].choices = self.players.items()  # type: ignore[attr-defined]
        if len(self.players) == 1:
            self.fields["position"].initial = next(iter(self.players))

    @property
    def leaves(self) -> str:
        """Whom somebody replaces, once the form is valid."""
        return self.players[self.cleaned_data["position"]]


class ReformForm(LeavingForm):
    """`place` is asked once the draw is published; its `own` is chosen already, where it is open."""

    field_order = ("played",)

    stays = forms.TypedChoiceField(label="¿Quién sigue jugando?", coerce=int, widget=forms.RadioSelect)
    partner = forms.CharField(label="Su nuevo compañero: nombre y apellido", max_length=60)
    cedula = forms.CharField(
        label="Cédula del compañero", max_length=15, required=False, widget=forms.TextInput(attrs=CEDULA)
    )
    place = forms.TypedChoiceField(
        label="Lugar en que entran", coerce=int, error_messages={"required": "Elija en qué lugar entran."}
    )
    reason = forms.CharField(label="Motivo", max_length=300)

    def __init__(
        self, *args: Any, pareja: Pareja, places: Iterable[Place] | None, own: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = _players(pareja)
        self.fields["stays"].choices = self.players.items()  # type: ignore[attr-defined]
        if places is None:
            del self.fields["place"]
        else:
            self.fields["place"].choices = [(place.number, place.label) for place in places]  # type: ignore[attr-defined]
            self.fields["place"].initial = own

    @property
    def goes_on(self) -> str:
        """Who stays, once the form is valid."""
        return self.players[self.cleaned_data["stays"]]


def _players(pareja: Pareja) -> dict[int, str]:
    return {player.position: player.name for player in pareja.players.all()}
