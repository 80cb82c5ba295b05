"""A rulebook in a few words: what tells it from the others, and what its text does not know."""

from collections.abc import Iterator
from typing import Final

from referee.rules.parameters import Award, value_text
from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.ending import closing_words

# What a Director would look for, and the parameter that tells whether the text knows it.
KNOWN: Final = {
    "officials.table": "un Juez en la mesa",
    "zapateria.threshold_below": "zapatería",
    "wrong_lift.caller_points": "protesta de un levante con puntos",
    "wrong_claim.offender_points": "sanción por pedir puntos sin razón",
    "falla.points": "falla",
    "appeal.to": "apelaciones",
}


def traits(rules: Reglamento) -> tuple[str, ...]:
    """What is played differently from rulebook to rulebook, as this one has it.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> traits(REGLAMENTOS["riobamba"])[0]
    'Ronda: 2; doble ronda: 4; caída y limpia: 2'
    """
    return tuple(_traits(rules))


def lacks(rules: Reglamento) -> tuple[str, ...]:
    """What the text does not know at all, of what a championship may need."""
    return tuple(name for key, name in KNOWN.items() if rules.parameters[key].basis == "N")


def _traits(rules: Reglamento) -> Iterator[str]:
    rewards: dict[str, Award] = {
        "ronda": rules.ronda_points,
        "doble ronda": rules.doble_ronda_effect,
        "caída y limpia": rules.caida_y_limpia_total_points,
        "caída en ronda": rules.caida_en_ronda_effect,
        "cuatro caídas seguidas": rules.caida_streak_of_4_effect,
    }
    known = [f"{name}: {_award(award)}" for name, award in rewards.items() if award is not None]
    yield "; ".join(known).capitalize()
    last = rules.match_target_points - rules.match_points_step
    if rules.rule38_enabled:
        yield f"{last} que no juega: solo cierra {value_text('rule38.may_still_score', closing_words(rules))}"
    else:
        yield f"Sin {last} que no juega: cualquier punto cierra"
    if rules.other_error_rivals_points:
        yield f"Cualquier error da {rules.other_error_rivals_points} a la rival"
    forgotten = value_text("forgotten_cards.policy", rules.forgotten_cards_policy)
    yield f"Cartas olvidadas en una escalera: {forgotten}"
    yield _mesa(rules)
    if rules.misdeal_offender_loses != "nada":
        yield f"Quien reparte mal pierde {value_text('misdeal.offender_loses', rules.misdeal_offender_loses)}"
    if 1 in rules.match_players_per_pair:
        yield "También mano a mano"


def _mesa(rules: Reglamento) -> str:
    chicas = rules.match_chicas_to_win_mesa
    mesa = "Una sola chica" if chicas == 1 else f"{chicas} chicas ganan la mesa"
    if rules.zapateria_threshold_below is None:
        return f"{mesa}, sin zapatería"
    if rules.zapateria_mesa_effect == "ninguno":
        return f"{mesa}; la zapatería es solo un título"
    return f"{mesa}, o una zapatería"


def _award(award: Award) -> str:
    return "gana la chica" if isinstance(award, str) else str(award)
