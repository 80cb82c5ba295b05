"""Points that several texts leave open: the question is one, the reading and its source each rulebook's own."""

from collections.abc import Mapping
from typing import Final

from referee.rules.reglamento import Setting, SettingChoice, Value

_METHODS: Final[Mapping[str, tuple[str, Mapping[str, Value]]]] = {
    "acuerdo": ("Por acuerdo de los jugadores", {"deal.first_dealer_method": "acuerdo"}),
    "suma": (
        "El lado que más suma con una carta cada jugador: el as uno, las figuras diez",
        {
            "deal.first_dealer_method": "suma-de-cartas",
            "deal.sorteo_ace_value": 1,
            "deal.sorteo_figure_value": 10,
        },
    ),
    "brillo": ("Quien recibe el primer brillo", {"deal.first_dealer_method": "primer-brillo"}),
    "carta-mayor": ("Quien levanta la carta mayor", {"deal.first_dealer_method": "carta-mayor"}),
}
_DEADLINES: Final = {
    "primera-carta": "Hasta que se lanza la primera carta del reparto",
    "propia-primera-carta": "Hasta la propia primera carta",
    "cuarta-primera-carta": "Hasta la primera carta del último jugador",
}
_ADDENDS: Final[Mapping[str, tuple[str, int | None]]] = {
    "las-que-sumen": ("Las que sumen la carta lanzada", None),
    "dos": ("Solo dos", 2),
}


def first_dealer(ours: str, reason: str) -> Setting:
    """Of a text that does not say how the first dealer is chosen."""
    others = [SettingChoice(value, label, changes) for value, (label, changes) in _METHODS.items() if value != ours]
    return Setting(
        key="primer-reparto",
        question="¿Cómo se elige a quien reparte primero?",
        article="",
        reason=reason,
        choices=(SettingChoice(ours, _METHODS[ours][0]), *others),
    )


def ronda_deadline(ours: str, article: str, reason: str) -> Setting:
    """Of a text that is not clear until when a ronda may be asked for."""
    others = [
        SettingChoice(value, label, {"ronda.claim_deadline": value})
        for value, label in _DEADLINES.items()
        if value != ours
    ]
    return Setting(
        key="ronda-plazo",
        question="¿Hasta cuándo se puede pedir la ronda?",
        article=article,
        reason=reason,
        choices=(SettingChoice(ours, _DEADLINES[ours]), *others),
    )


def addends(ours: str, article: str, reason: str) -> Setting:
    """Of a text that does not say, or says in two ways, how many cards may be added."""
    others = [
        SettingChoice(value, label, {"capture.addition_max_cards": most})
        for value, (label, most) in _ADDENDS.items()
        if value != ours
    ]
    return Setting(
        key="sumandos",
        question="¿Cuántas cartas se pueden sumar para levantar?",
        article=article,
        reason=reason,
        choices=(SettingChoice(ours, _ADDENDS[ours][0]), *others),
    )


def closing_sanctions(article: str, reason: str) -> Setting:
    """Of a text with «38 que no juega» that does not say what a rival's mistake gives to a pareja at 38."""
    return Setting(
        key="sanciones-desde-38",
        question="¿Cierran la chica, desde 38, los puntos que da un error del rival?",
        article=article,
        reason=reason,
        choices=(
            SettingChoice("no", "No: se anota el error y no suma a quien está en 38"),
            SettingChoice("si", "Sí, suman y pueden cerrar", {"rule38.sanctions_may_close": True}),
        ),
    )


NEXT_CHICA: Final = Setting(
    key="sorteo-por-chica",
    question="¿Quién reparte primero en la segunda y tercera chica?",
    article="",
    reason="El texto no lo dice; la rotación da la mano a todos por igual.",
    choices=(
        SettingChoice("no", "Sigue la rotación"),
        SettingChoice("si", "Se elige de nuevo en cada chica", {"deal.sorteo_each_chica": True}),
    ),
)
