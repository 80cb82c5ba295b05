"""Where a partida is played, and how it ended when no tablet tells."""

from typing import Any, Final

from django import forms

from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Fixture, Table, User
from brackets.selectors.team import jueces
from brackets.selectors.wording import said

BOTH: Final = "ninguna"


class AssignForm(SiteForm):
    table = forms.ModelChoiceField(label="Mesa", queryset=Table.objects.none(), required=False)
    juez = forms.ModelChoiceField(label="Juez", queryset=User.objects.none(), required=False)

    def __init__(self, *args: Any, championship: Championship, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = championship.tables.all()  # type: ignore[attr-defined]
        self.fields["juez"].queryset = jueces(championship)  # type: ignore[attr-defined]


class ResultForm(SiteForm):
    """A partida that was not played to its end; the scores of one kept on paper are typed elsewhere."""

    how = forms.ChoiceField(
        label="¿Qué pasó?",
        widget=forms.RadioSelect,
        choices=(
            (Fixture.How.WALKOVER, "No se presentó una pareja: gana la otra (W.O.)"),
            (Fixture.How.RETIREMENT, "Una pareja abandonó: gana la otra"),
            (Fixture.How.DISQUALIFICATION, "Descalificación"),
            (Fixture.How.DOUBLE_NO_SHOW, "No se presentó ninguna de las dos"),
        ),
        error_messages={"required": "Diga qué pasó."},
    )
    winner = forms.ChoiceField(
        label="¿Quién pasa a la siguiente ronda?",
        widget=forms.RadioSelect,
        error_messages={"required": "Diga quién pasa."},
    )
    reason = forms.CharField(
        label="Motivo u observación",
        max_length=300,
        required=False,
        help_text="Obligatorio en una descalificación, al cambiar un resultado y en un W.O. de una partida que nadie convocó.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = fixture.stage.championship.players_per_pareja
        how = self.fields["how"]
        how.choices = [(value, said(players, label)) for value, label in how.choices]  # type: ignore[attr-defined]
        self.fields["winner"].choices = (  # type: ignore[attr-defined]
            ("A", str(fixture.pareja_a)),
            ("B", str(fixture.pareja_b)),
            (BOTH, said(players, "Ninguna de las dos")),
        )
        # Who wins when nobody came needs no answer.
        self.fields["winner"].required = self.data.get("how") != Fixture.How.DOUBLE_NO_SHOW

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        winner = cleaned.get("winner")
        return cleaned | {"winner": None if winner in ("", BOTH) else winner}


class ReasonForm(SiteForm):
    reason = forms.CharField(label="Motivo", max_length=300, widget=forms.TextInput())


class TakeBackForm(ReasonForm):
    """Why a result does not count: by a ruling, or since the mesa is played once more."""

    replayed = forms.ChoiceField(
        label="¿Por qué se quita?",
        widget=forms.RadioSelect,
        choices=(("", "Se anula por un fallo"), ("si", "Se vuelve a jugar")),
        required=False,
        initial="",
    )
    field_order = ("replayed",)

    def clean_replayed(self) -> bool:
        return bool(self.cleaned_data["replayed"] == "si")


class DepartureForm(SiteForm):
    """How a pareja leaves, and what becomes of what it played in series."""

    expelled = forms.ChoiceField(
        label="¿Cómo sale?",
        widget=forms.RadioSelect,
        choices=(("", "Se retira"), ("si", "Se la expulsa, por un fallo")),
        required=False,
        initial="",
        help_text="Una expulsada no figura en ninguna tabla; una retirada queda última.",
    )
    voided = forms.ChoiceField(
        label="Lo que jugó en series",
        widget=forms.RadioSelect,
        choices=(("", "Queda como está"), ("si", "No cuenta para nadie")),
        required=False,
        initial="",
        help_text="En una llave o en un suizo lo jugado siempre queda: otros ya siguieron por eso.",
    )
    reason = forms.CharField(label="Motivo", max_length=300, widget=forms.TextInput())

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        expelled = self.fields["expelled"]
        expelled.choices = [(value, said(players, label)) for value, label in expelled.choices]  # type: ignore[attr-defined]
        expelled.help_text = said(players, str(expelled.help_text))

    def clean_expelled(self) -> bool:
        return bool(self.cleaned_data["expelled"] == "si")

    def clean_voided(self) -> bool:
        return bool(self.cleaned_data["voided"] == "si")
