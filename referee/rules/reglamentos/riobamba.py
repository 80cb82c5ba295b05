"""Reglamento del Juego de Cuarenta, Comité Permanente de Fiestas, GADM Riobamba.

Articles are cited as the text numbers them: `3.g.4` is article 3, letter g, number 4. `A-nn` names the entry
of the ambiguity register in docs/reglamento.md that gives the adopted reading and its reason.
"""

from typing import Final

from referee.rules.reglamento import Cited, Reglamento, Value, build
from referee.rules.reglamentos.riobamba_settings import SETTINGS


def explicit(value: Value, article: str) -> Cited:
    return Cited(value, "E", article)


def inferred(value: Value, article: str) -> Cited:
    return Cited(value, "I", article)


def default(value: Value, article: str = "") -> Cited:
    return Cited(value, "D", article)


def absent(article: str = "", value: Value = None) -> Cited:
    return Cited(value, "N", article)


RIOBAMBA: Final[Reglamento] = build(
    key="riobamba",
    version=1,
    name="Riobamba",
    source="Reglamento del Juego de Cuarenta, Comité Permanente de Fiestas, GADM Riobamba",
    settings=SETTINGS,
    parameters={
        "deck.cards": explicit(40, "1.a"),
        "match.pairs": explicit(2, "3.a"),
        "match.players_per_pair": explicit((2,), "3.a"),
        "match.target_points": explicit(40, "3.g.6"),
        "match.chicas_to_win_mesa": explicit(2, "3.g.7, 14.e, 16"),
        "match.max_chicas": explicit(3, "3"),
        "match.points_step": inferred(2, "14.a, 1.b, 3.g.4"),
        "match.score_display_cap": inferred(40, "3.g.6, 14.c, A-33"),
        "match.score_floor": default(0, "A-25"),
        "deal.turn_direction": inferred("hacia la derecha", "3.d, 3.e, 6"),
        "deal.first_dealer_method": explicit("suma-de-cartas", "3.b, 3.c"),
        "deal.sorteo_ace_value": explicit(1, "3.c"),
        "deal.sorteo_figure_value": explicit(10, "3.c"),
        "deal.sorteo_on_tie": default("se repite", "A-23"),
        "deal.first_dealer_within_pair": explicit("elige la pareja", "3.c"),
        "deal.next_dealer": inferred("el jugador de la derecha", "3.f"),
        "deal.first_dealer_of_next_chica": default("sigue la rotación", "A-32"),
        "deal.sorteo_each_chica": default(value=False, article="A-32"),
        "deal.shuffle_by": explicit("el Juez, después de los jugadores", "3.b, 3.d, 4.c, 16"),
        "deal.cut_by": explicit("el jugador de la izquierda de quien reparte", "3.g.1"),
        "deal.cards_per_block": explicit(5, "3.d, 3.g.2"),
        "deal.first_block_to": explicit("el adversario de la derecha", "3.d, 4.b"),
        "deal.leftover_cards_go_to": explicit("nadie: se cuentan y se anotan", "3.f"),
        "misdeal.triggers": explicit("bloque que no es de cinco, o empezar por la izquierda", "4.a, 4.b"),
        "misdeal.own_hand_counts": default(value=True, article="A-21"),
        "misdeal.points_to_opponents": explicit(10, "4, 15.e"),
        "misdeal.deal_passes_to_opponents": explicit(value=True, article="4.c, 15.e"),
        "misdeal.current_data_annulled": explicit(value=True, article="4.c"),
        "misdeal.points_already_scored_stand": inferred(value=True, article="4.c"),
        "misdeal.offender_loses": explicit("nada", "4.c"),
        "misdeal.subtract_from_offender_allowed": explicit(value=False, article="4.c"),
        "capture.matching": inferred(value=True, article="6, 9"),
        "capture.addition_max_cards": inferred("sin límite, hasta el siete", "9.b"),
        "capture.figures_add": inferred(value=False, article="9.b"),
        "capture.sequence_after": inferred("igual o suma", "9.b, 16"),
        "capture.sequence_order": inferred("A 2 3 4 5 6 7 J Q K", "9.b, 1.a"),
        "capture.one_alternative_per_play": default(value=True),
        "caida.points": explicit(2, "6, 15.a"),
        "caida.claim_required": explicit("del jugador o su compañero", "6"),
        "caida.claim_deadline": explicit("antes de la siguiente jugada del adversario", "6"),
        "caida.allowed_on_first_card_after_redeal": default(value=False, article="A-19"),
        "caida.streak_of_4_effect": absent(),
        "limpia.points": explicit(2, "9, 15.a"),
        "limpia.claim_required": default(value=True, article="A-18"),
        "caida_y_limpia.total_points": explicit(2, "9.a, 15.a"),
        "ronda.points": explicit(2, "7.a, 15.a"),
        "ronda.claim_deadline": explicit("cuarta-primera-carta", "3.e, 7.a, 7.b, A-14"),
        "ronda.verified_by": explicit("el Juez o el Inspector, siempre", "3.e, 7.a"),
        "ronda.same_rank_required": explicit(value=True, article="3.e, A-15"),
        "ronda.blocked_at_score": absent("15"),
        "doble_ronda.points": explicit(4, "8, 15.d"),
        "caida_en_ronda.points": absent(),
        "caida_en_ronda.claim_deadline": absent(),
        "forgotten_cards.policy": explicit("las-retira-el-juez", "16"),
        "wrong_lift.call": explicit("juego y veo", "5.a"),
        "wrong_lift.who_may_call": explicit("quien juega a continuación", "5"),
        "wrong_lift.when": explicit("antes de lanzar su carta", "5.a, 5.b"),
        "wrong_lift.caller_points": explicit(2, "5.c, 15.b"),
        "wrong_lift.offender_loses": explicit("los puntos que pidió con esa jugada", "5.c"),
        "wrong_lift.rejected_points": explicit(-2, "5.c"),
        "wrong_claim.offender_points": explicit(-2, "11, 15.c, A-13"),
        "wrong_claim.rivals_points": default(0, "A-13"),
        "other_error.penalty": explicit("lo decide el Juez o el Director", "16, 18"),
        "extra_card_played.policy": explicit("una queda jugada; las otras se lanzan en los turnos siguientes", "13"),
        "count.threshold": explicit(20, "3.g.4, 15.h"),
        "count.points_at_threshold": explicit(6, "3.g.4, 15.h"),
        "count.per_card_over": explicit(1, "3.g.4, 15.h"),
        "count.rounding": explicit("al par siguiente", "3.g.4, 15.h"),
        "count.awarded_to": explicit("solo la pareja con mayoría", "3.g.4"),
        "count.majority_points": explicit(2, "15.f, 3.g.5, A-07"),
        "count.majority_requires_data": explicit(value=False, article="15.f, 3.g.5, A-07"),
        "count.majority_max_cards": explicit(19, "15.f, 3.g.5, A-07"),
        "count.tie_points": explicit(2, "3.g.3, 15.g"),
        "count.tie_beneficiary": inferred("la pareja que reparte a continuación", "3.f, 3.g.3, A-08"),
        "count.blocked_at_score": absent("15"),
        "count.invariant": inferred("cartas de A y de B, en la mesa y retiradas suman 40", "3.f, 3.g, 16, A-26"),
        "falla.points": explicit(2, "10, 15.a"),
        "falla.must_be_claimed_by": explicit("la pareja oponente", "10"),
        "rule38.enabled": absent("15", value=False),
        "rule38.may_still_score": explicit("todo", "15"),
        "zapateria.enabled": explicit(value=True, article="12"),
        "zapateria.threshold_below": explicit(10, "3.g.6, 12"),
        "zapateria.measured_on": inferred("marcador-final", "3.g.6, 12, A-03"),
        "zapateria.scope": explicit("primera-chica", "14.d, 16, A-02"),
        "zapateria.mesa_effect": explicit("termina la mesa", "3.g.6, 12, 14.d, 16"),
        "zapateria.tournament_effect": explicit("no-elimina-primera-derrota", "12, A-05"),
        "zapateria.honours": explicit(value=True, article="12, A-06"),
        "officials.table": explicit("Juez e Inspector", "3, 7, 16"),
        "officials.authority": explicit("el Juez suspende, termina y proclama", "16"),
        "officials.tournament": explicit("Director del Campeonato y Mesa de Control", "16, 17, 18"),
        "appeal.to": explicit("Director del Campeonato: última instancia", "17"),
        "appeal.deadline": Cited(None, "E", "17, A-29"),
        "gaps.resolved_by": explicit("Director del Campeonato", "18"),
    },
)
