"""What a reglamento is: named parameters, each with its source, and the settings a Director may choose.

A reglamento is data. `Reglamento` has one typed field for each parameter that the engine or the championship
reads; `parameters` holds every parameter by its dotted key (`ronda.points`) with its source, also those that
only people read. `build` makes the one from the other, so that no value is written twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Final, Literal, get_args, get_origin, get_type_hints

from referee.rules.errors import UnknownSetting

Basis = Literal["E", "I", "D", "N"]
BASES: Final[Mapping[Basis, str]] = {
    "E": "explícito",
    "I": "se deduce del texto",
    "D": "costumbre adoptada por este sistema: el texto calla",
    "N": "no existe en este reglamento",
}
Value = int | str | bool | None | tuple[int, ...] | tuple[str, ...]
Award = int | str | None  # points, or "chica" (wins it outright), or None: this rulebook does not reward it
Kind = Literal["duda", "variante"]


@dataclass(frozen=True, slots=True)
class Cited:
    """A value and where it comes from: `article` of the reglamento, or the ambiguity (`A-07`) behind it."""

    value: Value
    basis: Basis
    article: str


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One way to settle a question: what people read and the parameters it changes."""

    value: str
    label: str
    changes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """A point that a Director may settle; the first choice is what the rulebook does without him.

    A `duda` is left open or contradicted by the text, and the first choice is the reading we adopt; a `variante` is
    a custom of other tables that changes a rule the text does give.
    """

    key: str
    question: str
    article: str
    reason: str
    choices: tuple[SettingChoice, ...]
    kind: Kind = "duda"

    @property
    def default(self) -> str:
        return self.choices[0].value

    def choice(self, value: str) -> SettingChoice:
        """The choice of this value; raises UnknownSetting."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        known = ", ".join(choice.value for choice in self.choices)
        message = f"el ajuste «{self.key}» no admite «{value}»; admite {known}"
        raise UnknownSetting(message)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reglamento:
    """One rulebook; two are the same only when they are one object. Points are points (a tanto is 2); a side effect that is not points is a short word."""

    key: str
    version: int
    name: str
    source: str
    settings: tuple[Setting, ...]
    chosen: Mapping[str, str]
    parameters: Mapping[str, Cited]

    deck_cards: int
    match_players_per_pair: tuple[int, ...]
    match_target_points: int
    match_chicas_to_win_mesa: int
    match_points_step: int
    match_score_floor: int
    deal_turn_direction: str
    deal_cards_per_block: int
    deal_first_dealer_method: str
    deal_sorteo_ace_value: int | None
    deal_sorteo_figure_value: int | None
    deal_sorteo_each_chica: bool
    misdeal_points_to_opponents: int
    misdeal_deal_passes_to_opponents: bool | None
    misdeal_offender_loses: str
    misdeal_subtract_from_offender_allowed: bool
    misdeal_own_hand_counts: bool
    capture_addition_max_cards: int | None
    capture_figures_add: bool
    capture_sequence_after: tuple[str, ...]
    capture_sequence_order: str
    caida_points: int
    caida_allowed_on_first_card_after_redeal: bool
    caida_streak_of_4_effect: Award
    limpia_points: int
    caida_y_limpia_total_points: int
    ronda_points: int
    ronda_claim_deadline: str
    ronda_blocked_from: int | None
    doble_ronda_effect: Award
    doble_ronda_blocked_from: int | None
    caida_en_ronda_effect: Award
    caida_en_ronda_blocked_from: int | None
    caida_en_ronda_blocked_unless_unannounced: bool
    forgotten_cards_policy: str
    wrong_lift_call: str | None
    wrong_lift_who_may_call: str | None
    wrong_lift_caller_points: int | None
    wrong_lift_takes_back: bool
    wrong_lift_offender_points: int
    wrong_lift_rejected_points: int | None
    wrong_claim_offender_points: int | None
    wrong_claim_rivals_points: int | None
    other_error_rivals_points: int | None
    count_threshold: int
    count_points_at_threshold: int
    count_per_card_over: int
    count_majority_points: int
    count_majority_requires_data: bool
    count_majority_max_cards: int
    count_tie_points: int
    count_tie_at_threshold_points: int
    count_tie_at_threshold_to: str
    count_tie_beneficiary: str
    count_blocked_from: int | None
    count_wins_chica_from: int | None
    falla_points: int
    falla_automatic: bool
    rule38_enabled: bool
    rule38_may_still_score: tuple[str, ...]
    rule38_sanctions_may_close: bool
    zapateria_threshold_below: int | None
    zapateria_measured_on: str | None
    zapateria_scope: str
    zapateria_mesa_effect: str
    zapateria_tournament_effect: str

    def article(self, *keys: str) -> str:
        """The articles of these parameters, in order and each once, without the ambiguity numbers.

        >>> from referee.rules.reglamentos import REGLAMENTOS
        >>> REGLAMENTOS["riobamba"].article("caida.points", "limpia.points")
        '6, 15.a, 9'
        """
        return _article(self, keys)


def cite(article: str) -> str:
    """A source as people read it: `art. 5.c`, or the place itself in a text that does not number its articles.

    >>> cite("5.c, 15.b"), cite("párrafo del conteo"), cite("")
    ('art. 5.c, 15.b', 'párrafo del conteo', '')
    """
    return f"art. {article}" if article[:1].isdigit() else article


@cache
def _article(reglamento: Reglamento, keys: tuple[str, ...]) -> str:
    cited = [part.strip() for key in keys for part in reglamento.parameters[key].article.split(",")]
    return ", ".join(dict.fromkeys(part for part in cited if part and not part.startswith("A-")))


_OWN: Final = ("key", "version", "name", "source", "settings", "chosen", "parameters")
_HINTS: Final = get_type_hints(Reglamento)


def field_name(key: str) -> str:
    """The field that a dotted parameter key fills.

    >>> field_name("ronda.claim_deadline")
    'ronda_claim_deadline'
    """
    return key.replace(".", "_")


def build(
    *,
    key: str,
    version: int,
    name: str,
    source: str,
    settings: tuple[Setting, ...],
    parameters: Mapping[str, Cited],
) -> Reglamento:
    """A reglamento from its parameters.

    Raises TypeError when one the engine needs is missing or of another type, or when a setting changes a
    parameter that does not exist, or to a value of another type.
    """
    by_field = {field_name(dotted): cited.value for dotted, cited in parameters.items()}
    typed = {f.name: by_field.get(f.name) for f in fields(Reglamento) if f.name not in _OWN}
    for name_, value in typed.items():
        if name_ not in by_field or not _fits(value, _HINTS[name_]):
            message = f"{key}: parameter {name_} is {value!r}"
            raise TypeError(message)
    for dotted, value in ((k, v) for s in settings for c in s.choices for k, v in c.changes.items()):
        if dotted not in parameters or not _fits(value, _HINTS.get(field_name(dotted), type(value))):
            message = f"{key}: a setting changes {dotted} to {value!r}"
            raise TypeError(message)
    return Reglamento(
        key=key,
        version=version,
        name=name,
        source=source,
        settings=settings,
        chosen={},
        parameters=parameters,
        **typed,  # type: ignore[arg-type]  # each value was checked against its field's type above
    )


def _fits(value: Value, hint: object) -> bool:
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(type(item) is get_args(hint)[0] for item in value)
    return type(value) in (get_args(hint) or (hint,))


def with_settings(reglamento: Reglamento, chosen: Mapping[str, str]) -> Reglamento:
    """The reglamento as a championship settled it; only what differs from the preset is kept in `chosen`.

    Raises UnknownSetting for a key or value that the reglamento does not have.
    """
    known = {setting.key: setting for setting in reglamento.settings}
    parameters = dict(reglamento.parameters)
    kept: dict[str, str] = {}
    for key, value in chosen.items():
        if key not in known:
            message = f"el reglamento «{reglamento.key}» no tiene el ajuste «{key}»"
            raise UnknownSetting(message)
        choice = known[key].choice(value)
        if value != known[key].default:
            kept[key] = value
        for dotted, new in choice.changes.items():
            parameters[dotted] = replace(parameters[dotted], value=new)
    changed = {
        field_name(dotted): cited.value
        for dotted, cited in parameters.items()
        if field_name(dotted) in _HINTS and cited is not reglamento.parameters[dotted]
    }
    return replace(reglamento, chosen=kept, parameters=parameters, **changed)  # type: ignore[arg-type]
