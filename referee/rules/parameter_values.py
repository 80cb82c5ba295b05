"""What the value of a parameter is called for people."""

from collections.abc import Mapping
from typing import Final

from referee.rules.reglamento import Value

CARDS: Final = frozenset({"deck.cards", "count.threshold", "count.majority_max_cards", "capture.addition_max_cards"})
PLAIN: Final = frozenset(
    {
        "match.pairs",
        "match.players_per_pair",
        "match.chicas_to_win_mesa",
        "match.max_chicas",
        "match.points_step",
        "deal.sorteo_ace_value",
        "deal.sorteo_figure_value",
        "deal.cards_per_block",
    }
)
NONE: Final[Mapping[str, str]] = {
    "capture.addition_max_cards": "cuantas sean",
    "appeal.deadline": "no lo dice: lo fija el organizador",
    **dict.fromkeys(
        (
            "deal.cut_by",
            "deal.sorteo_on_tie",
            "deal.sorteo_ace_value",
            "deal.sorteo_figure_value",
            "extra_card_played.policy",
            "ronda.verified_by",
            "other_error.penalty",
            "officials.table",
            "officials.tournament",
            "planilla.identification",
            "planilla.signatures",
        ),
        "no lo dice",
    ),
    "ronda.blocked_from": "nunca deja de valer",
    "caida_en_ronda.blocked_from": "nunca",
    "count.blocked_from": "nunca",
    "count.wins_chica_from": "nunca",
}
WORDS: Final[Mapping[str, str]] = {
    "suma-de-cartas": "la pareja cuyas dos cartas suman más",
    "primer-brillo": "quien recibe el primer brillo (diamante)",
    "carta-mayor": "quien levanta la carta más alta",
    "acuerdo": "de común acuerdo",
    "del jugador o su compañero": "sí, el jugador o su compañero",
    "igual": "una carta igual",
    "suma": "una suma",
    "las-retira-el-juez": "las retira el Juez: no son de nadie",
    "las-toma-la-rival": "las puede tomar la pareja rival",
    "companero-y-luego-rival": "el compañero, y si no, la pareja rival",
    "cuarta-primera-carta": "hasta la primera carta del cuarto jugador",
    "propia-primera-carta": "hasta la propia primera carta",
    "primera-carta": "hasta la primera carta que se lance",
    "siguiente": "el rival que juega a continuación",
    "rivales": "cualquiera de los rivales",
    "quien-reparte": "la pareja que reparte a continuación",
    "quien-repartio": "la pareja que repartió",
    "ambas": "las dos parejas",
    "chica": "gana la chica",
    "marcador-final": "el marcador al terminar la chica",
    "nunca-llego": "no haber llegado nunca",
    "primera-chica": "solo en la primera",
    "cualquier-chica": "en cualquiera",
    "ninguna": "en ninguna",
    "ninguno": "nada",
    "no-elimina-primera-derrota": "no elimina si es la primera derrota",
    "elimina": "elimina",
    "caida": "caída",
    "caida-limpia": "caída y limpia",
    "caida-en-ronda": "caída en ronda",
    "cuatro-caidas": "cuatro caídas",
    "doble-ronda": "doble ronda",
}


def value_text(key: str, value: Value) -> str:
    """A value as people read it beside the name of its parameter.

    >>> value_text("caida.points", 2), value_text("caida.points", None), value_text("match.players_per_pair", (1, 2))
    ('2 puntos', 'no existe', '1 o 2')
    >>> value_text("doble_ronda.effect", "chica"), value_text("limpia.claim_required", True)
    ('gana la chica', 'sí')
    """
    if value is None:
        return NONE.get(key, "no existe")
    if isinstance(value, bool):
        return "sí" if value else "no"
    if isinstance(value, tuple):
        return _any_of(value)
    if isinstance(value, str):
        return WORDS.get(value, value)
    if key in PLAIN:
        return str(value)
    unit = "carta" if key in CARDS else "punto"
    return f"{value} {unit}{'' if abs(value) == 1 else 's'}".replace("-", "−")


def _any_of(values: tuple[object, ...]) -> str:
    words = [WORDS.get(str(value), str(value)) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} o {words[-1]}"
