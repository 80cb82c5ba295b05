"""What the Director writes of an appeal, and what a pareja does."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms

from brackets.forms.site_form import SiteForm
from referee.models import Appeal, AppealRuling
from referee.rules import CONFIRM, Measure
from referee.selectors.appeal_terms import Appealable

Kind = AppealRuling.Kind
NEEDS_SIDE = (Kind.ADJUST, Kind.AWARD_CHICA, Kind.AWARD_MESA, Kind.DISQUALIFY)
NEEDS_NUMBERS = (Kind.ANNUL, Kind.REPLAY_DATA, Kind.REPLAY_CHICA)


class QualificationForm(SiteForm):
    """Admitted or rejected, and why."""

    admitted = forms.TypedChoiceField(
        label="Calificación",
        choices=(("si", "La admito: la partida espera el fallo"), ("no", "La rechazo: queda lo que decidió el Juez")),
        coerce=lambda value: value == "si",
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label="Motivo", max_length=300, widget=forms.Textarea(attrs={"rows": 2}))


class RulingForm(SiteForm):
    """The ruling; which of its fields it needs depends on its kind."""

    kind = forms.ChoiceField(label="Fallo", choices=Kind.choices)
    side = forms.ChoiceField(label="", required=False)
    points = forms.IntegerField(
        label="Puntos", required=False, min_value=-40, max_value=40, help_text="Solo para ajustar: por ejemplo 2, o -2."
    )
    numbers = forms.CharField(
        label="Jugadas",
        required=False,
        max_length=200,
        help_text="Números de la bitácora, separados por comas: las que se anulan, o una de la data o chica que se repite.",
    )
    grounds = forms.CharField(
        label="Fundamentos",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="El fallo es final: después no se cambia. Se imprime y puede publicarse.",
    )

    def __init__(self, *args: Any, sides: Mapping[str, str], side_label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = [("", "—"), *sides.items()]  # type: ignore[attr-defined]
        self.fields["side"].label = side_label

    def clean_numbers(self) -> tuple[int, ...]:
        parts = self.cleaned_data["numbers"].replace(",", " ").split()
        if not all(part.isdigit() and len(part) < 6 for part in parts):
            message = "Escriba números de jugadas separados por comas: 12, 15."
            raise forms.ValidationError(message)
        return tuple(int(part) for part in parts)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        if kind in NEEDS_SIDE and not cleaned.get("side"):
            self.add_error("side", "Diga a quién favorece el fallo, o a quién descalifica.")
        if kind == Kind.ADJUST and not cleaned.get("points"):
            self.add_error("points", "Diga cuántos puntos se suman, o se restan.")
        if kind in NEEDS_NUMBERS and not cleaned.get("numbers") and "numbers" not in self.errors:
            self.add_error("numbers", "Diga de qué jugada se trata.")
        return cleaned

    def measure(self) -> Measure:
        """What was chosen, without what its kind does not use."""
        kind = self.cleaned_data["kind"]
        return Measure(
            kind,
            side=self.cleaned_data["side"] if kind in NEEDS_SIDE else "",
            points=self.cleaned_data["points"] if kind == Kind.ADJUST else 0,
            numbers=self.cleaned_data["numbers"] if kind in NEEDS_NUMBERS else (),
        )


def measures_shown(appeal: Appeal) -> Sequence[Measure]:
    """The rulings that the page foresees without being asked; an adjustment has to be typed."""
    number = (appeal.jugada,)
    return (
        Measure(CONFIRM),
        Measure(Kind.ANNUL, numbers=number),
        Measure(Kind.REPLAY_DATA, numbers=number),
        Measure(Kind.REPLAY_CHICA, numbers=number),
        Measure(Kind.REPLAY_MESA),
        *(Measure(kind, side=side) for kind in (Kind.AWARD_CHICA, Kind.AWARD_MESA, Kind.DISQUALIFY) for side in "AB"),
    )


class DecisionField(forms.TypedChoiceField):
    """A jugada of the log. One whose time ended while the page was open is let through: who takes it says why not."""

    def valid_value(self, value: object) -> bool:
        return str(value).isdigit() and len(str(value)) < 6


class OwnAppealForm(SiteForm):
    """An appeal as the players of a pareja write it on a telephone; each signs with his name and the end of his cédula."""

    jugada = DecisionField(label="Qué apelan", coerce=int)
    about = forms.ChoiceField(
        label="De esa jugada", choices=Appeal.About.choices, initial=Appeal.About.JUGADA, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label="Por qué",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Qué decidió el Juez y por qué les perjudica.",
    )
    client_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, there: Sequence[Appealable], players: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(row.jugada, f"{row.jugada}. {row.label}") for row in there]
        self.fields["jugada"].choices = choices  # type: ignore[attr-defined]
        self.players = list(players)
        for place, name in enumerate(self.players, 1):
            self.fields[f"cedula_{place}"] = forms.RegexField(
                r"^\d{4}$",
                label=f"Firma {name}: los cuatro últimos números de su cédula",
                widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "4"}),
                error_messages={"invalid": "Son cuatro números."},
            )

    def cedulas(self) -> list[tuple[str, str]]:
        """Each player with what he typed."""
        return [(name, self.cleaned_data[f"cedula_{place}"]) for place, name in enumerate(self.players, 1)]
