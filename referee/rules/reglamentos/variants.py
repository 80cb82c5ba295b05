"""Customs of other tables that are one parameter: offered with every rulebook that they would change.

They come from tournaments and collections outside the texts, so that no article speaks of them; the place cited is
the rule that each would replace. A point that the text itself leaves open is a doubt of that rulebook, and stands
beside it instead.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from referee.rules.reglamento import Cited, Setting, SettingChoice, Value


class Variation(NamedTuple):
    """A parameter that tables set otherwise; `replaces`: only where the rulebook rewards or sanctions it at all."""

    key: str
    parameter: str
    question: str
    reason: str
    kept: str
    values: tuple[tuple[str, str, Value], ...]
    replaces: bool = False


VARIATIONS: Final = (
    Variation(
        "primer-reparto",
        "deal.first_dealer_method",
        "¿Cómo se elige a quien reparte primero?",
        "En otras mesas reparte quien recibe el primer brillo, o quien levanta la carta mayor.",
        "Como dice el reglamento",
        (
            ("brillo", "Quien recibe el primer brillo", "primer-brillo"),
            ("carta-mayor", "La carta mayor", "carta-mayor"),
        ),
    ),
    Variation(
        "mal-reparto-valor",
        "misdeal.points_to_opponents",
        "¿Cuánto vale un mal reparto?",
        "Hay mesas que lo castigan con solo dos puntos.",
        "Diez puntos, como dice el reglamento",
        (("dos", "Dos puntos", 2),),
        replaces=True,
    ),
    Variation(
        "conteo-desde-30",
        "count.blocked_from",
        "¿Suma el conteo a quien ya tiene 30 puntos?",
        "Hay mesas que lo acuerdan antes de empezar: desde 30 no vale el cartón.",
        "Sí, como dice el reglamento",
        (("no", "No: desde 30 el conteo no le suma", 30),),
    ),
    Variation(
        "conteo-gana",
        "count.wins_chica_from",
        "¿Gana la chica un conteo grande?",
        "Hay mesas que dan la chica a quien cuenta 14 puntos o más de una vez.",
        "No",
        (("desde-14", "Sí, con 14 puntos o más", 14),),
    ),
    Variation(
        "caida-en-ronda",
        "caida_en_ronda.effect",
        "¿Qué vale una caída sobre una carta de la ronda del rival?",
        "Algunos reglamentos la premian aparte, y torneos con poco tiempo dan la chica.",
        "Lo que dice el reglamento",
        (("diez", "Diez puntos", 10), ("chica", "Gana la chica", "chica")),
    ),
    Variation(
        "cuatro-caidas",
        "caida.streak_of_4_effect",
        "¿Qué valen cuatro caídas seguidas?",
        "Algunos reglamentos dan la chica a quien las propina.",
        "Lo que dice el reglamento",
        (("chica", "Ganan la chica", "chica"),),
    ),
    Variation(
        "sumandos",
        "capture.addition_max_cards",
        "¿Cuántas cartas se pueden sumar para levantar?",
        "Hay mesas que solo dejan sumar dos.",
        "Las que sumen, como dice el reglamento",
        (("dos", "Solo dos", 2),),
    ),
    Variation(
        "levante-invalido",
        "wrong_lift.caller_points",
        "¿Cuánto recibe quien protesta con razón un levante?",
        "Hay mesas que tienen el levante inválido por falta grave y dan diez al rival.",
        "Dos puntos, como dice el reglamento",
        (("diez", "Diez puntos", 10),),
        replaces=True,
    ),
)


def variants(parameters: Mapping[str, Cited], doubts: Iterable[Setting]) -> tuple[Setting, ...]:
    """The variants of a rulebook: what would change it, and is no doubt of its own text already."""
    open_ = {key for setting in doubts for choice in setting.choices for key in choice.changes}
    return tuple(
        setting
        for variation in VARIATIONS
        if variation.parameter not in open_
        for setting in _offered(variation, parameters[variation.parameter])
    )


def _offered(variation: Variation, ours: Cited) -> list[Setting]:
    if variation.replaces and not ours.value:
        return []
    others = [
        SettingChoice(value, label, {variation.parameter: new})
        for value, label, new in variation.values
        if new != ours.value
    ]
    setting = Setting(
        key=variation.key,
        question=variation.question,
        article=", ".join(part for part in ours.article.split(", ") if not part.startswith("A-")),
        reason=variation.reason,
        choices=(SettingChoice("reglamento", variation.kept), *others),
        kind="variante",
    )
    return [setting] if others else []
