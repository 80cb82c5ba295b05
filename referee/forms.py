"""What the Director settles before a championship, and what is typed of a mesa kept on paper."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from django import forms
from django.forms import BoundField

from brackets.forms.site_form import SiteForm
from brackets.models import Championship
from brackets.selectors.callups import COUNTED_FROM, COUNTED_HELP
from referee.rules import REGLAMENTOS, PaperResult, Reglamento, RuleViolation, Setting, check_chicas, cite

RULE = "ajuste-"


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
    """A championship in preparation: also what every reglamento leaves to the organiser."""

    reglamento = forms.ChoiceField(
        label="Reglamento", choices=reglamento_choices, initial=only_reglamento, widget=forms.RadioSelect
    )
    players_per_pareja = forms.TypedChoiceField(
        label="Cómo se juega",
        choices=((2, "En parejas de dos"), (1, "Mano a mano: uno contra uno")),
        coerce=int,
        initial=2,
        widget=forms.RadioSelect,
        help_text="Queda fijado desde la primera inscripción.",
    )
    appeal_minutes = forms.IntegerField(
        label="Minutos para apelar",
        required=False,
        min_value=1,
        max_value=600,
        help_text="Cuánto tiempo hay para apelar al Director. Ningún reglamento lo fija: lo fija el organizador.",
    )
    correction_minutes = forms.IntegerField(
        label="Minutos para corregir una Planilla sellada",
        required=False,
        min_value=1,
        max_value=10_000,
        help_text="Después, ni un fallo del Director la enmienda. Vacío: sin límite, mientras nadie haya empezado la "
        "partida siguiente.",
    )
    grace_minutes = forms.IntegerField(
        label="Minutos de espera",
        min_value=0,
        max_value=600,
        initial=10,
        help_text="Lo que se espera a quien fue convocado antes de darlo por ausente (W.O.).",
    )
    walkover_call = forms.TypedChoiceField(
        label="La espera se cuenta desde", choices=COUNTED_FROM, coerce=int, initial=1, help_text=COUNTED_HELP
    )
    identification = forms.CharField(
        label="Documento de identificación",
        max_length=80,
        initial="cédula",
        help_text="Con qué se identifican los jugadores ante el Juez.",
    )
    loser_signature = forms.ChoiceField(
        label="Firma de quien pierde",
        choices=Championship.LoserSignature.choices,
        initial=Championship.LoserSignature.OPTIONAL,
        widget=forms.RadioSelect,
        help_text="La Planilla la firman siempre el Juez y quien gana.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        rules, players = REGLAMENTOS.get(cleaned.get("reglamento", "")), cleaned.get("players_per_pareja")
        if rules and players and players not in rules.match_players_per_pair:
            message = f"El reglamento {rules.name} no se juega así{_in_brackets(rules, 'match.players_per_pair')}."
            self.add_error("players_per_pareja", message)
        return cleaned


class Question(NamedTuple):
    """A point to be settled, its field, and where the text speaks of it."""

    setting: Setting
    field: BoundField
    place: str


class SettingsForm(ChampionshipForm):
    """The same with one question for each point that the chosen reglamento leaves open, and for each variant of it."""

    def __init__(self, *args: Any, rules: Reglamento, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        for name, help_text in helps(rules).items():
            self.fields[name].help_text = help_text
        for setting in rules.settings:
            self.fields[RULE + setting.key] = forms.ChoiceField(
                label=setting.question,
                choices=[(choice.value, choice.label) for choice in setting.choices],
                initial=setting.default,
                widget=forms.RadioSelect,
            )

    def championship_fields(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if not name.startswith(RULE)}

    def doubts(self) -> list[Question]:
        """What the text leaves open or contradicts."""
        return self._questions("duda")

    def variants(self) -> list[Question]:
        """Customs of other tables that change what the text says."""
        return self._questions("variante")

    def shows_variants(self) -> bool:
        """Whether one of them was chosen, or is wrong: then they are not folded away."""
        return any(field.errors or field.value() != setting.default for setting, field, _ in self.variants())

    def rule_settings(self) -> dict[str, str]:
        """What differs from the adopted readings, as the championship keeps it."""
        chosen = [(setting, self.cleaned_data[RULE + setting.key]) for setting in self.rules.settings]
        return {setting.key: value for setting, value in chosen if value != setting.default}

    def _questions(self, kind: str) -> list[Question]:
        return [
            Question(setting, self[RULE + setting.key], cite(setting.article))
            for setting in self.rules.settings
            if setting.kind == kind
        ]


def helps(rules: Reglamento) -> dict[str, str]:
    """What the text of this reglamento says of the things that it leaves to the organiser, or that it is silent."""
    appeal, identification, signature = (
        place_of(rules, key) for key in ("appeal.to", "planilla.identification", "planilla.signatures")
    )
    return {
        "appeal_minutes": f"El texto da el derecho de apelar sin fijar el tiempo ({appeal}): lo fija el organizador."
        if appeal
        else "Este reglamento no habla de apelaciones. El sistema permite apelar al Director en todo campeonato: el "
        "organizador fija en cuántos minutos.",
        "identification": f"Con qué se identifican los jugadores ante el Juez ({identification})."
        if identification
        else "Con qué se identifican los jugadores. Este reglamento no lo pide; la Planilla lo hace constar.",
        "loser_signature": f"El texto pide la firma del representante de «la pareja» ({signature}), que se lee como "
        "quien gana."
        if signature
        else "Este reglamento no habla de firmas: el sistema pide siempre la del Juez y la de quien gana.",
    }


def _in_brackets(rules: Reglamento, key: str) -> str:
    place = place_of(rules, key)
    return f" ({place})" if place else ""


def place_of(rules: Reglamento, key: str) -> str:
    """Where the text itself says this, as it is cited; empty where it does not."""
    return cite(rules.article(key)) if rules.parameters[key].basis in ("E", "I") else ""


def initial_of(championship: Championship, rules: Reglamento) -> dict[str, Any]:
    """The settings form as it stands for this championship."""
    names = ChampionshipForm.base_fields
    chosen: Mapping[str, str] = championship.rule_settings
    return {name: getattr(championship, name) for name in names} | {RULE + key: value for key, value in chosen.items()}


class PaperResultForm(SiteForm):
    """As many chicas as a mesa may have, kept on paper and judged by the rulebook as the mesa would have been."""

    reason = forms.CharField(label="Observación", max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        rules: Reglamento,
        parejas: tuple[str, str],
        chicas: Sequence[Sequence[int]] = (),
        misdealt: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.most = 2 * rules.match_chicas_to_win_mesa - 1
        self.paper: PaperResult | None = None
        self.chicas: list[tuple[int, int]] = []
        self.tied: dict[int, str] = {}
        self.misdealt: str | None = None
        sides = list(zip("AB", parejas, strict=True))
        if rules.misdeal_offender_loses == "la mesa":
            self.fields["misdealt"] = forms.ChoiceField(
                label="¿Terminó por mal reparto?",
                choices=[("", "No"), *((side, f"La perdió quien repartió mal: {pareja}") for side, pareja in sides)],
                initial=misdealt or "",
                required=False,
                widget=forms.RadioSelect,
                help_text=f"Quien reparte mal pierde la mesa{_in_brackets(rules, 'misdeal.offender_loses')}: deje vacía "
                "la chica que no terminó.",
            )
        known = dict(enumerate(chicas, start=1))
        for chica in self._numbers():
            for place, (side, pareja) in enumerate(zip("ab", parejas, strict=True)):
                self.fields[f"{side}{chica}"] = forms.IntegerField(
                    label=f"Chica {chica}, puntos de {pareja}",
                    required=False,
                    initial=known[chica][place] if chica in known else None,
                    min_value=0,
                    max_value=rules.match_target_points,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": rules.match_points_step}),
                )
            self.fields[f"winner{chica}"] = forms.ChoiceField(
                label=f"¿Quién ganó la chica {chica}?", choices=[("", "—"), *sides], required=False
            )

    def rows(self) -> list[tuple[int, BoundField, BoundField, BoundField | None]]:
        """The last of a row asks who won it, where both were given what wins a chica."""
        target = str(self.rules.match_target_points)
        return [
            (chica, a, b, self[f"winner{chica}"] if str(a.value()) == str(b.value()) == target else None)
            for chica, a, b in ((chica, self[f"a{chica}"], self[f"b{chica}"]) for chica in self._numbers())
        ]

    def asks_misdeal(self) -> BoundField | None:
        """Whether a misdeal ended the mesa, asked only where it may."""
        return self["misdealt"] if "misdealt" in self.fields else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        pairs = [(cleaned[f"a{n}"], cleaned[f"b{n}"]) for n in self._numbers()]
        while pairs and pairs[-1] == (None, None):
            pairs.pop()
        for number, (a, b) in enumerate(pairs, start=1):
            if a is None or b is None:
                self.add_error(f"a{number}" if a is None else f"b{number}", "Faltan los puntos de este lado.")
        if not self.errors:
            self.chicas = cast("list[tuple[int, int]]", pairs)
            self.misdealt = cleaned.get("misdealt") or None
            self.tied = {n: cleaned[f"winner{n}"] for n in self._numbers() if cleaned.get(f"winner{n}")}
            self._judge(self.chicas)
        return cleaned

    def _numbers(self) -> range:
        return range(1, self.most + 1)

    def _judge(self, chicas: Sequence[tuple[int, int]]) -> None:
        """Put a refusal of the rulebook beside the first chica that brings it about."""
        for number in range(1, len(chicas) + 1):
            try:
                self.paper = check_chicas(self.rules, chicas[:number], tied=self.tied)
            except RuleViolation as refusal:
                if refusal.code != "faltan-chicas":
                    self.add_error(f"a{number}", sentence(refusal))
                    return
        if self.misdealt:
            self._judge_misdeal(chicas, self.misdealt)
        elif self.paper is None:
            self.add_error(None, "Con estas chicas la mesa no ha terminado: falta escribir una.")

    def _judge_misdeal(self, chicas: Sequence[tuple[int, int]], offender: str) -> None:
        try:
            self.paper = check_chicas(self.rules, chicas, misdealt=offender, tied=self.tied)
        except RuleViolation as refusal:
            self.add_error("misdealt", sentence(refusal))


def sentence(refusal: RuleViolation) -> str:
    """A refusal of the rulebook as a sentence with its article."""
    place = f" ({cite(refusal.article)})" if refusal.article else ""
    return f"{refusal.message[:1].upper()}{refusal.message[1:]}{place}."
