"""What the Director settles before a championship."""

from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField

from brackets.forms.days import DayField
from brackets.forms.site_form import SiteForm
from brackets.hours.play_days import ENDS, LATEST
from brackets.models import Championship
from brackets.selectors.callups import COUNTED_FROM, COUNTED_HELP
from referee.rules import REGLAMENTOS, Reglamento, Setting, cite

RULE = "ajuste-"


def reglamento_choices() -> list[tuple[str, str]]:
    return [(rules.key, f"{rules.name}: {rules.source}") for rules in REGLAMENTOS.values()]


def only_reglamento() -> str | None:
    """The one there is, which nobody has to choose."""
    return next(iter(REGLAMENTOS)) if len(REGLAMENTOS) == 1 else None


class DetailsForm(SiteForm):
    """What may change as long as the championship lasts: its name, its place, its days and when they end."""

    name = forms.CharField(label="Nombre del campeonato", max_length=100)
    edition = forms.IntegerField(
        label="Edición", required=False, min_value=1, max_value=999, help_text="El número que la convocatoria le da."
    )
    organiser = forms.CharField(label="Organizador", max_length=120, required=False)
    place = forms.CharField(label="Lugar", max_length=120, help_text="Local y ciudad; sale en la Planilla.")
    starts_on = DayField(label="Primer día")
    ends_on = DayField(label="Último día")
    night_ends = forms.TypedChoiceField(
        label="El día de juego termina a las",
        choices=[(hour, f"{hour:02}:00") for hour in range(LATEST + 1)],
        coerce=int,
        initial=ENDS,
        help_text="Lo que se juega después de la medianoche es todavía de la noche en que empezó: horario, presencia, papeles y "
        "estadísticas siguen en ese día hasta esta hora. Se puede cambiar en cualquier momento.",
    )
    live_visibility = forms.ChoiceField(
        label="Qué ve el público mientras se juega",
        choices=Championship.LiveVisibility.choices,
        initial=Championship.LiveVisibility.ALL,
        widget=forms.RadioSelect,
        help_text="En la página de cada partida, en las tarjetas y en las pantallas. La Mesa de Control lo ve siempre "
        "todo. Se puede cambiar en cualquier momento.",
    )

    jueces_public = forms.BooleanField(
        label="Los nombres de los jueces son públicos",
        required=False,
        help_text="Una página del campeonato los lista. Pregúnteles antes: es su nombre.",
    )

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
            message = f"El reglamento {rules.name} no se juega así{in_brackets(rules, 'match.players_per_pair')}."
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


def in_brackets(rules: Reglamento, key: str) -> str:
    """Where the text says this, as it follows a sentence."""
    place = place_of(rules, key)
    return f" ({place})" if place else ""


def place_of(rules: Reglamento, key: str) -> str:
    """Where the text itself says this, as it is cited; empty where it does not."""
    return cite(rules.article(key)) if rules.parameters[key].basis in ("E", "I") else ""


def initial_of(championship: Championship, rules: Reglamento) -> dict[str, Any]:
    """The settings form as it stands for this championship."""
    names = ChampionshipForm.base_fields
    chosen: dict[str, str] = championship.rule_settings
    return {name: getattr(championship, name) for name in names} | {RULE + key: value for key, value in chosen.items()}
