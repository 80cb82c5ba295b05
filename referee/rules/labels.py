"""What each jugada is called for people, and which parameters it rests on."""

from typing import Final

from referee.rules.deck_names import figured
from referee.rules.jugadas import (
    CONFIRMED,
    JUEZ,
    Conteo,
    JuegoYVeo,
    Jugada,
    MalReparto,
    Recuento,
    Reparte,
    RepiteData,
    Ronda,
)
from referee.rules.reglamento import Reglamento

LABELS: Final = {
    "sorteo": "Sorteo de la data",
    "ronda": "Ronda",
    "doble-ronda": "Doble ronda",
    "caida": "Caída",
    "limpia": "Limpia",
    "caida-limpia": "Caída y limpia",
    "caida-en-ronda": "Caída en ronda",
    "cuatro-caidas": "Cuatro caídas seguidas",
    "segundo-reparto": "Segundo reparto",
    "tercer-reparto": "Tercer reparto",
    "cuarto-reparto": "Cuarto reparto",
    "reparte": "Repartió otro",
    "arranche": "Arranche",
    "juego-y-veo": "Juego y veo",
    "mal-reparto": "Mal reparto",
    "mal-pedido": "Mal pedido",
    "fuera-de-turno": "Fuera de turno",
    "conteo": "Conteo",
    "recuento": "Recuento",
    "proclama": "Proclama",
    "suspension": "Suspensión",
    "reanudacion": "Reanudación",
    "abandono": "Abandono",
    "descalificacion": "Descalificación",
    "ajusta": "Fallo: ajusta puntos",
    "adjudica-chica": "Fallo: adjudica la chica",
    "adjudica-mesa": "Fallo: adjudica la mesa",
    "repite-data": "Fallo: repite la data",
    "anula": "Anulación",
}

_PARAMETERS: Final = {
    "sorteo": ("deal.first_dealer_method",),
    "ronda": ("ronda.points",),
    "doble-ronda": ("doble_ronda.effect",),
    "caida": ("caida.points",),
    "limpia": ("limpia.points",),
    "caida-limpia": ("caida_y_limpia.total_points",),
    "caida-en-ronda": ("caida_en_ronda.effect",),
    "cuatro-caidas": ("caida.streak_of_4_effect",),
    "segundo-reparto": ("deal.cards_per_block",),
    "tercer-reparto": ("deal.cards_per_block",),
    "cuarto-reparto": ("deal.cards_per_block",),
    "reparte": ("deal.next_dealer",),
    "arranche": ("forgotten_cards.policy",),
    "juego-y-veo": ("wrong_lift.caller_points",),
    "mal-reparto": ("misdeal.points_to_opponents", "misdeal.offender_loses"),
    "mal-pedido": ("wrong_claim.offender_points", "wrong_claim.rivals_points", "other_error.rivals_points"),
    "fuera-de-turno": ("out_of_turn.offender_points", "gaps.resolved_by"),
    "conteo": ("count.invariant", "count.points_at_threshold"),
    "recuento": ("count.invariant",),
    "proclama": ("match.target_points", "officials.authority"),
    "suspension": ("officials.authority",),
    "reanudacion": ("officials.authority",),
    "abandono": ("officials.authority", "gaps.resolved_by"),
    "descalificacion": ("officials.authority", "gaps.resolved_by"),
    "ajusta": ("appeal.to", "gaps.resolved_by"),
    "adjudica-chica": ("appeal.to", "gaps.resolved_by"),
    "adjudica-mesa": ("appeal.to", "gaps.resolved_by"),
    "repite-data": ("appeal.to", "gaps.resolved_by"),
}


def article_of(rules: Reglamento, word: str) -> str:
    """Where the rulebook speaks of this jugada; empty for `anula`, which is ours.

    A parameter that it does not have is cited only where it has none of them: for why it is refused.
    """
    keys = _PARAMETERS.get(word, ())
    known = tuple(key for key in keys if rules.parameters[key].basis != "N")
    return rules.article(*(known or keys))


def word_label(rules: Reglamento, word: str) -> str:
    """What this rulebook calls a jugada: a protest by its own cry, a sanction for any error as such."""
    if word == "juego-y-veo" and rules.wrong_lift_call:
        return rules.wrong_lift_call.capitalize()
    if word == "mal-pedido" and rules.other_error_rivals_points is not None:
        return "Mal pedido u otro error"
    if word == "mal-reparto" and rules.misdeal_offender_loses == "la-mesa":
        return "Mal reparto: pierde la mesa"
    return LABELS[word]


def label_of(rules: Reglamento, jugada: Jugada) -> str:
    """What happened, in a few words, without saying to whom.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> label_of(REGLAMENTOS["riobamba"], Conteo(a=22, b=17, table=1))
    'Conteo: A 22, B 17, mesa 1'
    """
    text = _label(rules, jugada)
    return f"{text} · {CONFIRMED}" if getattr(jugada, "confirmed", False) else text


def _label(rules: Reglamento, jugada: Jugada) -> str:
    text = word_label(rules, jugada.word)
    match jugada:
        case Ronda(rank=rank):
            return f"{text} de {figured(rules, rank)}"
        case Conteo(a=a, b=b, table=table, falla=falla):
            return f"{text}: A {a}, B {b}, mesa {table}" + (", falla" if falla else "")
        case Recuento(asked_by=asked_by, a=a, b=b, table=table):
            asked = "del Juez" if asked_by == JUEZ else f"de {asked_by}"
            return f"{text} a pedido {asked}: A {a}, B {b}, mesa {table}"
        case Reparte(player=player):
            return f"{text}: {player}"
        case MalReparto(dealer=str(dealer)):
            return f"{text}: ahora reparte {dealer}"
        case RepiteData(data=int(data)):
            return f"{text} {data}"
        case JuegoYVeo(upheld=upheld, number=number):
            finding = "procede" if upheld else "no procede"
            return f"{text}: {finding}" + (f" (jugada {number})" if number else "")
        case _:
            return text
