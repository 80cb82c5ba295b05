"""What a reglamento is: its parameters, each with its source, and the settings a Director may choose.

A reglamento is data. `Reglamento` has one typed field for each parameter that is declared in `parameters`; its mapping
`parameters` holds the same by dotted key (`ronda.points`) with the source. `build` makes the one from the other, so
that no value is written twice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from referee.rules.errors import UnknownSetting
from referee.rules.parameters import (
    DECLARATIONS,
    SETTINGS,
    Asked,
    Basis,
    Bonuses,
    Captures,
    Cited,
    Count,
    Deal,
    Doubt,
    Faults,
    Game,
    Misdeal,
    Officials,
    Option,
    Rondas,
    Rule38,
    Value,
    Variant,
    Zapateria,
    field_name,
)

BASES: Final[Mapping[Basis, str]] = {
    "E": "explícito",
    "I": "se deduce del texto",
    "D": "costumbre adoptada por este sistema: el texto calla",
    "N": "no existe en este reglamento",
}
Kind = Literal["duda", "variante"]
CUSTOMS: Final = "A-20"
"""The entry of the register that customs of other tables share."""


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """One way to settle a question: what people read and the parameters it changes."""

    value: str
    label: str
    changes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """A point that a Director may settle; the first choice is the rulebook's own.

    A `duda` is left open or contradicted by the text, and the first choice is the reading we adopt; a `variante` is
    a custom of other tables that changes a rule the text does give. `reading` is its entry in the register of
    docs/reglamento.md, where it has one.
    """

    key: str
    question: str
    article: str
    reason: str
    choices: tuple[SettingChoice, ...]
    kind: Kind = "duda"
    reading: str = ""

    @property
    def default(self) -> str:
        return self.choices[0].value

    @property
    def changes(self) -> frozenset[str]:
        """The parameters that any of its choices changes."""
        return frozenset(key for choice in self.choices for key in choice.changes)

    def choice(self, value: str) -> SettingChoice:
        """The choice of this value; raises UnknownSetting."""
        for choice in self.choices:
            if choice.value == value:
                return choice
        known = ", ".join(choice.value for choice in self.choices)
        message = f"el ajuste «{self.key}» no admite «{value}»; admite {known}"
        raise UnknownSetting(message)


@dataclass(frozen=True, kw_only=True, eq=False)
class Reglamento(Game, Deal, Misdeal, Captures, Bonuses, Rondas, Faults, Count, Rule38, Zapateria, Officials):
    """One rulebook; two are the same only when they are one object. Points are points (a tanto is 2); a side effect that is not points is a short word."""

    key: str
    version: int
    name: str
    source: str
    doubts: tuple[Doubt, ...]
    settings: tuple[Setting, ...]
    chosen: Mapping[str, str]
    parameters: Mapping[str, Cited]

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


def places_of(cited: Cited) -> str:
    """Where the text speaks of it, without the ambiguity numbers."""
    return ", ".join(part for part in cited.article.split(", ") if part and not part.startswith("A-"))


@cache
def _article(reglamento: Reglamento, keys: tuple[str, ...]) -> str:
    places = [part for key in keys for part in places_of(reglamento.parameters[key]).split(", ")]
    return ", ".join(dict.fromkeys(part for part in places if part))


_HINTS: Final = get_type_hints(Reglamento)


def build(
    *,
    key: str,
    version: int,
    name: str,
    source: str,
    doubts: tuple[Doubt, ...],
    parameters: Mapping[str, Cited],
) -> Reglamento:
    """A reglamento from what its text says and leaves open; the customs of other tables come with it.

    Raises TypeError when a parameter is missing, unknown or of another type, and what `settings_of` raises.
    """
    whole = {dotted: parameters.get(dotted, declared.silent) for dotted, declared in DECLARATIONS.items()}
    wrong = [dotted for dotted in parameters if dotted not in whole]
    wrong += [dotted for dotted, cited in whole.items() if cited is None or not _fits(dotted, cited.value)]
    if wrong:
        message = f"{key}: parameters {', '.join(wrong)}"
        raise TypeError(message)
    known = {dotted: cited for dotted, cited in whole.items() if cited is not None}
    values: dict[str, Any] = {field_name(dotted): cited.value for dotted, cited in known.items()}
    return Reglamento(
        key=key,
        version=version,
        name=name,
        source=source,
        doubts=doubts,
        settings=settings_of(key, known, doubts),
        chosen={},
        parameters=known,
        **values,
    )


def _fits(dotted: str, value: Value) -> bool:
    hint = _HINTS.get(field_name(dotted), ())
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(type(item) is get_args(hint)[0] for item in value)
    return type(value) in (get_args(hint) or (hint,))


def settings_of(
    key: str,
    parameters: Mapping[str, Cited],
    doubts: Sequence[Doubt],
    declared: Mapping[str, tuple[str, Asked]] = SETTINGS,
) -> tuple[Setting, ...]:
    """The doubts of a text in their order, then its variants in the order of the parameters: those that would change something.

    A variant that the text cites as a doubt is that doubt. Raises TypeError for a doubt that is cited twice, is not declared,
    or has another value than its first one in force, and for settings that change a parameter that another changes, that is
    not there, or to a value of another type.
    """
    cited = [doubt.key for doubt in doubts]
    if wrong := [each for each in cited if cited.count(each) > 1 or each not in declared]:
        message = f"{key}: doubts {', '.join(wrong)}"
        raise TypeError(message)
    settings = [_doubt(key, doubt, *declared[doubt.key], parameters) for doubt in doubts]
    settings += [
        setting
        for dotted, asked in declared.values()
        if asked.key not in cited
        and (variant := asked.variant) is not None
        and (not variant.only or key in variant.only)
        and (parameters[dotted].value or not variant.replaces)
        and len((setting := _variant(asked, variant, dotted, parameters)).choices) > 1
    ]
    changed = [dotted for setting in settings for dotted in setting.changes]
    wrong = [each for each in changed if changed.count(each) > 1]
    wrong += [
        dotted
        for setting in settings
        for choice in setting.choices
        for dotted, value in choice.changes.items()
        if not _fits(dotted, value)
    ]
    if wrong:
        message = f"{key}: settings of {', '.join(wrong)}"
        raise TypeError(message)
    return tuple(settings)


def _doubt(key: str, doubt: Doubt, dotted: str, asked: Asked, parameters: Mapping[str, Cited]) -> Setting:
    options = {option.value: option for option in asked.options}
    reason = doubt.reason or (asked.variant.reason if asked.variant else None)
    unknown = [value for value in doubt.values if value not in options]
    if unknown or reason is None or _changes(options[doubt.values[0]], dotted, parameters):
        message = f"{key}: the doubt {doubt.key} needs declared values, the first one in force, and a reason"
        raise TypeError(message)
    return Setting(
        key=asked.key,
        question=(doubt.question or asked.question)[0],
        article=doubt.article,
        reason=reason[0],
        choices=tuple(
            SettingChoice(
                value,
                doubt.words.get(value, options[value].label)[0],
                _changes(options[value], dotted, parameters),
            )
            for value in doubt.values
        ),
        reading=asked.reading,
    )


def _variant(asked: Asked, variant: Variant, dotted: str, parameters: Mapping[str, Cited]) -> Setting:
    kept = next((option.label for option in asked.options if option.value == variant.first), variant.kept)
    others = (
        SettingChoice(option.value, option.label[0], changes)
        for option in asked.options
        if (not variant.values or option.value in variant.values) and (changes := _changes(option, dotted, parameters))
    )
    return Setting(
        key=asked.key,
        question=asked.question[0],
        article=places_of(parameters[dotted]),
        reason=variant.reason[0],
        choices=(SettingChoice(variant.first, kept[0]), *others),
        kind="variante",
        reading=asked.reading or CUSTOMS,
    )


def _changes(option: Option, dotted: str, parameters: Mapping[str, Cited]) -> dict[str, Value]:
    """What of `option` is not so in this rulebook."""
    wanted = {dotted: option.new, **option.also}
    return {key: new for key, new in wanted.items() if key not in parameters or parameters[key].value != new}


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
    changed: dict[str, Any] = {
        field_name(dotted): cited.value
        for dotted, cited in parameters.items()
        if cited is not reglamento.parameters[dotted]
    }
    return replace(reglamento, chosen=kept, parameters=parameters, **changed)
