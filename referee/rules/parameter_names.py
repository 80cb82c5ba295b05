"""What every parameter of a rulebook is called for people, in groups, in the order they are read."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Group(NamedTuple):
    """Parameters that are read together: their keys with what they are called."""

    title: str
    names: Mapping[str, str]


GROUPS: Final = (
    Group(
        "Qué se juega",
        {
            "deck.cards": "Cartas",
            "match.pairs": "Parejas en una mesa",
            "match.players_per_pair": "Jugadores por pareja",
            "match.target_points": "Puntos de una chica",
            "match.chicas_to_win_mesa": "Chicas que ganan la mesa",
            "match.max_chicas": "Chicas que se juegan, a lo más",
            "match.points_step": "Los puntos van de … en …",
            "match.score_display_cap": "Lo más que muestra el marcador",
            "match.score_floor": "Lo menos que puede tener una pareja",
        },
    ),
    Group(
        "Sorteo y reparto",
        {
            "deal.turn_direction": "Sentido del juego",
            "deal.first_dealer_method": "Quién reparte primero",
            "deal.sorteo_ace_value": "En el sorteo, el as vale",
            "deal.sorteo_figure_value": "En el sorteo, una figura vale",
            "deal.sorteo_on_tie": "Si el sorteo empata",
            "deal.first_dealer_within_pair": "Cuál de la pareja reparte",
            "deal.next_dealer": "Quién reparte después",
            "deal.first_dealer_of_next_chica": "Quién reparte en la chica siguiente",
            "deal.sorteo_each_chica": "Nuevo sorteo en cada chica",
            "deal.shuffle_by": "Quién baraja",
            "deal.cut_by": "Quién parte el naipe",
            "deal.cards_per_block": "Cartas de cada reparto, en bloque",
            "deal.first_block_to": "El primer bloque es para",
            "deal.leftover_cards_go_to": "Las cartas que sobran en la mesa son de",
        },
    ),
    Group(
        "Mal reparto",
        {
            "misdeal.triggers": "Qué es un mal reparto",
            "misdeal.own_hand_counts": "Lo es también la mano equivocada de quien reparte",
            "misdeal.points_to_opponents": "Puntos para los rivales",
            "misdeal.deal_passes_to_opponents": "Pasan a repartir los rivales",
            "misdeal.current_data_annulled": "Se anula la data",
            "misdeal.points_already_scored_stand": "Valen los puntos ya ganados en ella",
            "misdeal.offender_loses": "Quien reparte mal pierde",
            "misdeal.subtract_from_offender_allowed": "Se le pueden restar esos puntos",
        },
    ),
    Group(
        "Levantar cartas",
        {
            "capture.matching": "Se levanta una carta igual",
            "capture.addition_max_cards": "Cartas que se pueden sumar",
            "capture.figures_add": "Las figuras suman",
            "capture.sequence_after": "La escalera sigue a",
            "capture.sequence_order": "Orden de la escalera",
            "capture.one_alternative_per_play": "Con una carta se levanta una sola de las opciones",
            "forgotten_cards.policy": "Cartas olvidadas en una escalera",
            "extra_card_played.policy": "Si se lanza más de una carta",
        },
    ),
    Group(
        "Caída y limpia",
        {
            "caida.points": "Caída",
            "caida.claim_required": "La caída se pide",
            "caida.claim_deadline": "Plazo para pedir la caída",
            "caida.allowed_on_first_card_after_redeal": "Caída con la primera carta tras otro reparto",
            "caida.streak_of_4_effect": "Cuatro caídas seguidas",
            "limpia.points": "Limpia",
            "limpia.claim_required": "La limpia se pide",
            "caida_y_limpia.total_points": "Caída y limpia, en total",
        },
    ),
    Group(
        "Rondas",
        {
            "ronda.points": "Ronda",
            "ronda.claim_deadline": "Plazo para pedir la ronda",
            "ronda.verified_by": "Quién comprueba la ronda",
            "ronda.same_rank_required": "Las tres cartas son del mismo número o figura",
            "ronda.blocked_from": "No se puede pedir desde",
            "doble_ronda.effect": "Doble ronda",
            "doble_ronda.blocked_from": "La doble ronda no se puede pedir desde",
            "caida_en_ronda.effect": "Caída en ronda",
            "caida_en_ronda.claim_deadline": "Plazo para pedir la caída en ronda",
            "caida_en_ronda.blocked_from": "La caída en ronda no se cobra desde",
            "caida_en_ronda.blocked_unless_unannounced": "…salvo que los rivales callen la suya",
        },
    ),
    Group(
        "Protestas y sanciones",
        {
            "wrong_lift.call": "Cómo se protesta un levante",
            "wrong_lift.who_may_call": "Quién puede protestar",
            "wrong_lift.when": "Cuándo se protesta",
            "wrong_lift.caller_points": "Procede: quien protestó",
            "wrong_lift.offender_loses": "Procede: la otra pareja pierde",
            "wrong_lift.takes_back": "Procede: se quitan los puntos de esa jugada",
            "wrong_lift.offender_points": "Procede: sanción a la otra pareja",
            "wrong_lift.rejected_points": "No procede: quien protestó",
            "wrong_claim.offender_points": "Pedir puntos sin razón: quien pidió",
            "wrong_claim.rivals_points": "Pedir puntos sin razón: la rival",
            "other_error.rivals_points": "Cualquier otro error: la rival",
            "other_error.penalty": "Qué pasa con cualquier otro error",
        },
    ),
    Group(
        "El conteo",
        {
            "count.threshold": "Cartas desde las que se paga",
            "count.points_at_threshold": "Por esas primeras cartas",
            "count.per_card_over": "Por cada carta más",
            "count.rounding": "Si el resultado es impar",
            "count.awarded_to": "A quién se paga",
            "count.majority_points": "Mayoría con menos cartas",
            "count.majority_requires_data": "Esa mayoría debe repartir la data siguiente",
            "count.majority_max_cards": "Esa mayoría vale con hasta",
            "count.tie_points": "Empate con menos cartas",
            "count.tie_beneficiary": "El empate es para",
            "count.tie_at_threshold_points": "Empate a 20 cartas",
            "count.tie_at_threshold_to": "El empate a 20 es para",
            "count.blocked_from": "No se cuenta desde",
            "count.wins_chica_from": "Un conteo gana la chica desde",
            "count.invariant": "Lo que debe cuadrar",
            "falla.points": "Falla (ninguna carta): la rival",
            "falla.automatic": "La falla vale sin pedirla",
            "falla.must_be_claimed_by": "Quién pide la falla",
        },
    ),
    Group(
        "38 que no juega",
        {
            "rule38.enabled": "Existe la regla",
            "rule38.may_still_score": "Con qué se puede cerrar",
            "rule38.sanctions_may_close": "Un error de los rivales puede cerrar",
            "rule36.caida_y_limpia_wins": "Con 36, caída y limpia gana la chica",
        },
    ),
    Group(
        "Zapatería",
        {
            "zapateria.enabled": "Existe la zapatería",
            "zapateria.threshold_below": "Perder con menos de",
            "zapateria.measured_on": "Qué se mide",
            "zapateria.scope": "En qué chica",
            "zapateria.mesa_effect": "Qué pasa con la mesa",
            "zapateria.tournament_effect": "Qué pasa en el campeonato",
            "zapateria.honours": "Honores",
        },
    ),
    Group(
        "Autoridades, apelación y Planilla",
        {
            "officials.table": "Quién cuida la mesa",
            "officials.authority": "Qué puede quien la cuida",
            "officials.tournament": "Quién dirige el campeonato",
            "appeal.to": "Ante quién se apela",
            "appeal.deadline": "Plazo para apelar",
            "planilla.identification": "Cómo se identifican los jugadores",
            "planilla.signatures": "Quién firma la Planilla",
            "gaps.resolved_by": "Lo que el texto no dice lo resuelve",
        },
    ),
)
