"""How the lots are drawn, who is kept apart, and what is changed by hand."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms

from brackets.draw.protections import ATTRIBUTES, Protection
from brackets.draw.shares import LEAST
from brackets.draw.sources import DICE, OFFERED, SHARES
from brackets.forms.site_form import SiteForm
from brackets.selectors.wording import said

HOW_LONG: Final = (
    ("", "No se separan"),
    ("1", "En su primera mesa, si se puede"),
    ("1!", "En su primera mesa, obligatorio"),
    ("2", "En las 2 primeras rondas, si se puede"),
    ("2!", "En las 2 primeras rondas, obligatorio"),
    ("3", "En las 3 primeras rondas, si se puede"),
    ("3!", "En las 3 primeras rondas, obligatorio"),
    ("0", "Lo más lejos posible"),
)
PUBLIC_SEED_HELP: Final = (
    "Tal como salió: los dados uno tras otro, o el número de la lotería. Se muestra así en la pantalla."
)
FALLBACK: Final = {DICE: OFFERED[DICE]}
NAME: Final = {"autocomplete": "off", "autocapitalize": "words"}


class ProtectionsForm(SiteForm):
    """Who is kept apart; `club` alone in the first round is the box, and more is chosen below it."""

    apart = forms.BooleanField(
        label="Separar en su primera mesa a las parejas del mismo club", required=False, initial=True
    )

    series_apart = forms.BooleanField(
        label="Separar en su primera mesa a quienes vienen de la misma serie", required=False, initial=True
    )

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["apart"].label = said(players, str(self.fields["apart"].label))
        for attribute, name in ATTRIBUTES.items():
            self.fields[attribute] = forms.ChoiceField(
                label=name[0].upper() + name[1:], choices=HOW_LONG, required=False
            )

    @property
    def further(self) -> list[forms.BoundField]:
        """The fields that most draws leave empty."""
        return [self[attribute] for attribute in ATTRIBUTES]

    @property
    def is_further(self) -> bool:
        """Whether one of them is filled in, or wrong."""
        return any(field.errors or field.value() for field in self.further)

    def chosen(self) -> dict[str, Any]:
        """As the services take it."""
        return {
            "apart": self.cleaned_data["apart"],
            "series_apart": self.cleaned_data["series_apart"],
            "protections": self.protections(),
        }

    def protections(self) -> list[Protection]:
        """Those chosen below the box."""
        return [
            Protection(attribute, int(value.removesuffix("!")), value.endswith("!"))
            for attribute in ATTRIBUTES
            if (value := self.cleaned_data[attribute])
        ]


class CommitmentForm(ProtectionsForm):
    """What a commitment promises, and with `again` why the draw or the commitment before it does not count any more."""

    source = forms.ChoiceField(
        label="De dónde sale la semilla pública", choices=[], initial=DICE, required=False, widget=forms.RadioSelect
    )
    closes = forms.TimeField(
        label="Hasta qué hora se prometen los aportes",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="Usted puede cerrar antes. Desde el cierre hay 10 minutos para mostrarlos.",
    )
    least = forms.IntegerField(
        label="Cuántos aportes hacen falta, al menos",
        required=False,
        min_value=LEAST,
        max_value=9999,
        initial=LEAST,
        help_text="Con menos no se sortea: hay que anular el compromiso y publicar otro.",
    )
    why = forms.CharField(
        label="Motivo para no usar lo anterior", max_length=200, help_text="Queda en el acta, a la vista de todos."
    )

    def __init__(
        self, *args: Any, again: bool, sources: Mapping[str, str] = FALLBACK, why: str = "", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        source = self.fields["source"]
        source.choices = list(sources.items())  # type: ignore[attr-defined]
        if SHARES not in sources:
            source.widget = forms.HiddenInput()
            del self.fields["closes"], self.fields["least"]
        if again:
            self.fields["why"].initial = why
        else:
            del self.fields["why"]

    def chosen(self) -> dict[str, Any]:
        """As the service takes it, but for the instant that `closes` means."""
        return super().chosen() | {
            "source": self.cleaned_data["source"] or DICE,
            "closes": self.cleaned_data.get("closes"),
            "least": self.cleaned_data.get("least") or LEAST,
            "why": self.cleaned_data.get("why", ""),
        }


class PublicSeedForm(SiteForm):
    """After a commitment only what fell is left to type, and who saw it."""

    public_seed = forms.CharField(
        label="Semilla pública",
        max_length=80,
        help_text=PUBLIC_SEED_HELP,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    witness_1 = forms.CharField(label="Primer testigo", max_length=120, widget=forms.TextInput(attrs=NAME))
    witness_2 = forms.CharField(label="Segundo testigo", max_length=120, widget=forms.TextInput(attrs=NAME))

    def chosen(self) -> dict[str, Any]:
        """As the service takes it."""
        given = self.cleaned_data
        return {"public_seed": given["public_seed"], "witnesses": (given["witness_1"], given["witness_2"])}


class SharesDrawForm(SiteForm):
    """To draw from shares nothing is typed."""


class ExchangeForm(SiteForm):
    """Two numbers; what may be exchanged, the service says."""

    a = forms.IntegerField(label="Número", min_value=1, max_value=9999)
    b = forms.IntegerField(label="Cambia de lugar con el número", min_value=1, max_value=9999)
    reason = forms.CharField(label="Motivo", max_length=200, help_text="Queda en el acta, a la vista de todos.")


class RevokeForm(SiteForm):
    why = forms.CharField(label="Motivo", max_length=200, help_text="Queda a la vista de todos.")
