"""Every parameter of a rulebook, declared once, in the groups in which they are shown."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final, NamedTuple

from referee.rules.parameters.count import Count
from referee.rules.parameters.declaring import (
    DECLARED,
    Asked,
    Award,
    Basis,
    Cited,
    Declaration,
    Doubt,
    Option,
    Phrase,
    Value,
    Variant,
    absent,
    default,
)
from referee.rules.parameters.ending import Officials, Rule38, Zapateria
from referee.rules.parameters.faults import Faults
from referee.rules.parameters.game import Deal, Game, Misdeal
from referee.rules.parameters.play import Bonuses, Captures, Rondas

__all__ = [
    "DECLARATIONS",
    "GROUPS",
    "SETTINGS",
    "Asked",
    "Award",
    "Basis",
    "Bonuses",
    "Captures",
    "Cited",
    "Count",
    "Deal",
    "Declaration",
    "Doubt",
    "Faults",
    "Game",
    "Group",
    "Misdeal",
    "Officials",
    "Option",
    "Phrase",
    "Rondas",
    "Rule38",
    "Value",
    "Variant",
    "Zapateria",
    "absent",
    "by_setting",
    "default",
    "field_name",
    "value_text",
]

_CLASSES: Final = (Game, Deal, Misdeal, Captures, Bonuses, Rondas, Faults, Count, Rule38, Zapateria, Officials)


class Group(NamedTuple):
    """Parameters that are shown together."""

    title: str
    declared: tuple[Declaration, ...]


GROUPS: Final = tuple(
    Group((group.__doc__ or "").rstrip("."), tuple(f.metadata[DECLARED] for f in fields(group))) for group in _CLASSES
)
DECLARATIONS: Final[Mapping[str, Declaration]] = {
    declared.key: declared for group in GROUPS for declared in group.declared
}


def by_setting(declarations: Iterable[Declaration]) -> Mapping[str, tuple[str, Asked]]:
    """By key of the setting, the parameter that declares it and the declaration. TypeError where two declare one key."""
    found: dict[str, tuple[str, Asked]] = {}
    for declared in declarations:
        if declared.asked is None:
            continue
        if declared.asked.key in found:
            raise TypeError(
                f"{found[declared.asked.key][0]} and {declared.key} declare the setting {declared.asked.key}"
            )
        found[declared.asked.key] = declared.key, declared.asked
    return found


SETTINGS: Final = by_setting(DECLARATIONS.values())


def field_name(key: str) -> str:
    """The field that a dotted parameter key fills.

    >>> field_name("ronda.claim_deadline")
    'ronda_claim_deadline'
    """
    return key.replace(".", "_")


def value_text(key: str, value: Value) -> str:
    """A value as people read it beside the name of its parameter.

    >>> value_text("caida.points", 2), value_text("caida.points", None), value_text("match.players_per_pair", (1, 2))
    ('2 puntos', 'no existe', '1 o 2')
    >>> value_text("doble_ronda.effect", "chica"), value_text("limpia.claim_required", True)
    ('gana la chica', 'sí')
    """
    declared = DECLARATIONS[key]
    if value is None:
        return declared.none
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, tuple):
        words = [declared.words.get(str(item), str(item)) for item in value]
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} o {words[-1]}"
    if isinstance(value, str):
        return declared.words.get(value, value)
    unit = f" {declared.unit}{'' if abs(value) == 1 else 's'}" if declared.unit else ""
    return f"{value}{unit}".replace("-", "−")
