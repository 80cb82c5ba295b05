"""What the Director settles before a championship, and what is typed of a mesa kept on paper."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.forms import BoundField

from brackets.forms.site_form import SiteForm
from brackets.models import Championship
from referee.rules import REGLAMENTOS, PaperResult, Reglamento, RuleViolation, Setting, check_chicas

RULE = "ajuste-"
MAX_CHICAS = 3


def reglamento_choices() -> list[tuple[str, str]]:
    return [(rules.key, f"{rules.name}: {rules.source}") for rules in REGLAMENTOS.values()]


def only_reglamento() -> str | None:
    """The one there is, which nobody has to choose."""
    return next(iter(REGLAMENTOS)) if len(REGLAMENTOS) == 1 else None


class DetailsForm(SiteForm):
    """What may change as long as the championship lasts: its name, its place and its days."""

    name = forms.CharField(label="Nombre del campeonato", max_length=100)
    edition = forms.IntegerField(
        label="Edición", required=False, min_value=1, max_value=999, help_text="El número que la convocatoria le da."
    )
    organiser = forms.CharField(label="Organizador", max_length=120, required=False)
    place = forms.CharField(label="Lugar", max_length=120, help_text="Local y ciudad; sale en la Planilla.")
    starts_on = forms.DateField(label="Primer día", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    ends_on = forms.DateField(label="Último día", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "El último día no puede ser anterior al primero.")
        return cleaned


class ChampionshipForm(DetailsForm):
    """A championship in preparation: also what the reglamento leaves to the organiser (3.a, 16, 17)."""

    reglamento = forms.ChoiceField(
        label="Reglamento", choices=reglamento_choices, initial=only_reglamento, widget=forms.RadioSelect
    )
    appeal_minutes = forms.IntegerField(
        label="Minutos para apelar",
        required=False,
        min_value=1,
        max_value=600,
        help_text="El artículo 17 habla de un tiempo que el reglamento no fija: lo fija el organizador.",
    )
    grace_minutes = forms.IntegerField(
        label="Minutos de espera",
        min_value=0,
        max_value=600,
        initial=10,
        help_text="Lo que se espera a una pareja convocada antes de darla por ausente (W.O.).",
    )
    identification = forms.CharField(
        label="Documento de identificación",
        max_length=80,
        initial="cédula",
        help_text="Con qué se identifican los jugadores ante el Juez (artículo 3.a).",
    )
    loser_signature = forms.ChoiceField(
        label="Firma de la pareja perdedora",
        choices=Championship.LoserSignature.choices,
        initial=Championship.LoserSignature.OPTIONAL,
        widget=forms.RadioSelect,
        help_text="El artículo 16 pide la firma del representante de «la pareja», que se lee como la ganadora.",
    )


class SettingsForm(ChampionshipForm):
    """The same with one question for each point that the chosen reglamento leaves open."""

    def __init__(self, *args: Any, rules: Reglamento, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        for setting in rules.settings:
            self.fields[RULE + setting.key] = forms.ChoiceField(
                label=setting.question,
                choices=[(choice.value, choice.label) for choice in setting.choices],
                initial=setting.default,
                widget=forms.RadioSelect,
            )

    def general(self) -> Iterator[BoundField]:
        return (field for field in self if not field.name.startswith(RULE))

    def championship_fields(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if not name.startswith(RULE)}

    def questions(self) -> list[tuple[Setting, BoundField]]:
        return [(setting, self[RULE + setting.key]) for setting in self.rules.settings]

    def rule_settings(self) -> dict[str, str]:
        """What differs from the adopted readings, as the championship keeps it."""
        chosen = [(setting, self.cleaned_data[RULE + setting.key]) for setting in self.rules.settings]
        return {setting.key: value for setting, value in chosen if value != setting.default}


def initial_of(championship: Championship, rules: Reglamento) -> dict[str, Any]:
    """The settings form as it stands for this championship."""
    names = ChampionshipForm.base_fields
    chosen: Mapping[str, str] = championship.rule_settings
    return {name: getattr(championship, name) for name in names} | {RULE + key: value for key, value in chosen.items()}


class PaperResultForm(SiteForm):
    """Up to three chicas of a mesa kept on paper, judged by the rulebook as the mesa would have been."""

    reason = forms.CharField(label="Observación", max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        rules: Reglamento,
        parejas: tuple[str, str],
        chicas: Sequence[Sequence[int]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.paper: PaperResult | None = None
        self.chicas: list[tuple[int, int]] = []
        known = dict(enumerate(chicas, start=1))
        for chica in range(1, MAX_CHICAS + 1):
            for place, (side, pareja) in enumerate(zip("ab", parejas, strict=True)):
                self.fields[f"{side}{chica}"] = forms.IntegerField(
                    label=f"Chica {chica}, puntos de {pareja}",
                    required=False,
                    initial=known[chica][place] if chica in known else None,
                    min_value=0,
                    max_value=rules.match_target_points,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": rules.match_points_step}),
                )

    def rows(self) -> list[tuple[int, BoundField, BoundField]]:
        return [(chica, self[f"a{chica}"], self[f"b{chica}"]) for chica in range(1, MAX_CHICAS + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pairs = [(cleaned[f"a{n}"], cleaned[f"b{n}"]) for n in range(1, MAX_CHICAS + 1)]
        while pairs and pairs[-1] == (None, None):
            pairs.pop()
        for number, (a, b) in enumerate(pairs, start=1):
            if a is None or b is None:
                self.add_error(f"a{number}" if a is None else f"b{number}", "Faltan los puntos de esta pareja.")
        if not self.errors:
            self.chicas = cast("list[tuple[int, int]]", pairs)
            self._judge(self.chicas)
        return cleaned

    def _judge(self, chicas: Sequence[tuple[int, int]]) -> None:
        """Put a refusal of the rulebook beside the first chica that brings it about."""
        for number in range(1, len(chicas) + 1):
            try:
                self.paper = check_chicas(self.rules, chicas[:number])
            except RuleViolation as refusal:
                if refusal.code != "faltan-chicas":
                    self.add_error(f"a{number}", sentence(refusal))
                    return
        if self.paper is None or len(chicas) == 0:
            self.add_error(None, "Con estas chicas la mesa no ha terminado: falta escribir una.")


def sentence(refusal: RuleViolation) -> str:
    """A refusal of the rulebook as a sentence with its article."""
    return f"{refusal.message[:1].upper()}{refusal.message[1:]} (artículo {refusal.article})."
