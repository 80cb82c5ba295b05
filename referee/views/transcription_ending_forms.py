"""What stands once on a paper, what the second person reads on it, and what is decided where it says something else."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.forms import BoundField

from brackets.forms.days import DayField
from brackets.forms.site_form import SiteForm
from brackets.selectors.wording import said
from referee.models import LONGEST_NAME, PaperIncident, Signature, Transcription
from referee.rules import SIDES
from referee.selectors.planilla import by_hand
from referee.selectors.planilla.paper_ending import PaperEnding, Signed
from referee.selectors.planilla.sheet import Pair
from referee.views.transcription_forms import Figure

CAUSES_OF_END: Final = {
    "chicas": "Por chicas ganadas",
    "zapateria": "Por zapatería",
    "abandono": "Por abandono",
    "descalificacion": "Por descalificación",
    "mal-reparto": "Por mal reparto, donde hace perder la mesa",
    "fallo": "Por fallo del Director",
}
OUTCOMES: Final = (("", "Sin firma en el papel"), *Signature.Outcome.choices)


class EndingForm(SiteForm):
    """The day, who won and why, who signed, the hours, and what is written in words."""

    day = DayField(
        label=by_hand.DAY, help_text="La fecha es la de su casilla en el papel; si está vacía, el día en que se jugó.",
    )  # fmt: skip
    identified = forms.BooleanField(required=False)
    winner = forms.ChoiceField(label="Gana la mesa", widget=forms.RadioSelect)
    cause = forms.ChoiceField(label="Cómo", choices=list(CAUSES_OF_END.items()), initial="chicas")
    reason = forms.CharField(
        label="Motivo", required=False, max_length=200, help_text="De un abandono, una descalificación o un fallo."
    )
    began = forms.TimeField(
        label=by_hand.STARTED, required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    ended = forms.TimeField(
        label="Hora de las firmas", required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    remarks = forms.CharField(
        label=by_hand.INCIDENTS,
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Lo que el papel dice en palabras.",
    )

    def __init__(self, *args: Any, paper: Transcription, ending: PaperEnding, day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fixture = paper.fixture
        players = fixture.stage.championship.players_per_pareja
        self.fields["identified"].label = f"Marcado: {by_hand.identified_by(players)}"
        sides = (("A", paper.pareja_a), ("B", paper.pareja_b))
        self.fields["winner"].choices = [(side, f"{side}: {pareja}") for side, pareja in sides]  # type: ignore[attr-defined]
        for side, pareja in sides:
            names = [Signature.name_of(player) for player in pareja.players.all()]
            self._sign(side, f"{said(players, 'de la pareja')} {side}", names, ending.signers.get(side, Signed()))
        juez = ending.signers.get("juez", Signed(name=Signature.name_of(fixture.juez)))
        self.fields["outcome_juez"] = forms.ChoiceField(
            label="Firma del Juez", required=False, choices=OUTCOMES[:2], initial=juez.outcome
        )
        self.fields["name_juez"] = forms.CharField(
            label="Nombre del Juez", required=False, max_length=LONGEST_NAME, initial=juez.name
        )
        self.initial.update({
            "winner": ending.winner, "cause": ending.cause or "chicas", "reason": ending.reason,
            "began": ending.began, "ended": ending.ended, "remarks": ending.remarks,
            "day": ending.played_on or day, "identified": ending.identified,
        })  # fmt: skip

    def _sign(self, side: str, whose: str, names: Sequence[str], signed: Signed) -> None:
        self.fields[f"outcome_{side}"] = forms.ChoiceField(
            label=f"Firma {whose}", required=False, choices=OUTCOMES, initial=signed.outcome
        )
        self.fields[f"name_{side}"] = forms.ChoiceField(
            label="Quién firmó", required=False, choices=[(name, name) for name in names], initial=signed.name
        )
        self.fields[f"reason_{side}"] = forms.CharField(
            label="Motivo de la protesta, o de no firmar", required=False, max_length=300, initial=signed.reason
        )

    @property
    def signers(self) -> list[list[BoundField]]:
        return [
            *([self[f"outcome_{side}"], self[f"name_{side}"], self[f"reason_{side}"]] for side in SIDES),
            [self["outcome_juez"], self["name_juez"]],
        ]

    @property
    def ending(self) -> PaperEnding:
        given = self.cleaned_data
        signers = {
            party: Signed(given.get(f"name_{party}", ""), given[f"outcome_{party}"], given.get(f"reason_{party}", ""))
            for party in (*SIDES, "juez")
            if given[f"outcome_{party}"]
        }
        return PaperEnding(
            winner=given["winner"], cause=given["cause"], reason=given["reason"], signers=signers,
            began=_hour(given["began"]), ended=_hour(given["ended"]), remarks=given["remarks"],
            day=given["day"].isoformat(), identified=given["identified"],
        )  # fmt: skip


def _hour(at: Any) -> str:
    return f"{at:%H:%M}" if at else ""


class BlindForm(SiteForm):
    """The points after each data and the winner, as the second person reads them; it shows nothing of the first."""

    winner = forms.ChoiceField(label="Gana la mesa", widget=forms.RadioSelect)

    def __init__(self, *args: Any, paper: Transcription, keys: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keys = tuple(keys)
        sides = (("A", paper.pareja_a), ("B", paper.pareja_b))
        self.fields["winner"].choices = [(side, f"{side}: {pareja}") for side, pareja in sides]  # type: ignore[attr-defined]
        for number, key in enumerate(self.keys, 1):
            for side in SIDES:
                self.fields[f"{key}_{side}"] = Figure(f"Fila {number}, puntos de {side}", required=True, least=0)

    def pair(self, key: str) -> tuple[BoundField, BoundField]:
        return self[f"{key}_A"], self[f"{key}_B"]

    @property
    def scores(self) -> dict[str, Pair]:
        return {key: (self.cleaned_data[f"{key}_A"], self.cleaned_data[f"{key}_B"]) for key in self.keys}


class DecisionForm(SiteForm):
    """What holds, and why."""

    verdict = forms.ChoiceField(label="Qué vale", widget=forms.RadioSelect)
    words = forms.CharField(
        label="Por qué",
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Queda en el registro con su nombre y la hora.",
    )

    def __init__(self, *args: Any, against: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["verdict"].choices = VERDICTS[against]  # type: ignore[attr-defined]


VERDICTS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    PaperIncident.Against.TABLET: (
        ("papel", "Vale el papel: lo de la tablet se corrige por un fallo"),
        ("otro", "Vale lo de la tablet: no cambia nada"),
        ("ninguno", "No vale ninguno de los dos"),
    ),
    PaperIncident.Against.RULES: (
        ("otro", "Valen las reglas: las sumas del papel están mal"),
        ("papel", "Vale lo que dice el papel: se escriben sus chicas"),
        ("ninguno", "No vale ninguno de los dos"),
    ),
    PaperIncident.Against.RESULT: (
        ("papel", "Vale el papel: el resultado registrado se corrige"),
        ("otro", "Vale el resultado registrado: no cambia nada"),
        ("ninguno", "No vale ninguno de los dos"),
    ),
}
