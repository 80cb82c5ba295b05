"""Misdeals, protests, points asked for without reason; who decides what is in doubt."""

from collections.abc import Iterator
from typing import Final

from referee.rules.reglamento import Reglamento
from referee.rules.rule_sheet.told import told
from referee.rules.rule_sheet.words import Both, Said, Terms, change, listed, minutes, points, say

CALLERS: Final = {
    "siguiente": Both("solo el rival que juega a continuación", "only the rival who plays next"),
    "rivales": Both("cualquier jugador de la otra pareja", "any player of the other pareja"),
}


def faults(rules: Reglamento, _terms: Terms) -> Iterator[Said]:
    yield from _misdeal(rules)
    extra = told(rules, "extra_card_played.policy")
    if extra:
        yield say(
            f"Carta lanzada es carta jugada. Si se lanza más de una, {extra.es}.",
            f"A card thrown is played. If more than one is thrown, {extra.en}.",
            "extra_card_played.policy",
        )
    yield from _wrong_lift(rules)
    yield from _wrong_claim(rules)


def _misdeal(rules: Reglamento) -> Iterator[Said]:
    loses = rules.misdeal_offender_loses == "la-mesa"
    fine = Both("la pareja que repartió pierde la mesa", "the dealing pareja loses the mesa")
    if not loses:
        gains = change(rules.misdeal_points_to_opponents)
        fine = Both(
            f"la pareja rival {gains.es} y la data se anula", f"the rival pareja {gains.en} and the data is void"
        )
    what = told(rules, "misdeal.triggers") or Both("cartas mal repartidas", "cards badly dealt")
    yield say(
        f"Mal reparto ({what.es}): {fine.es}.",
        f"Misdeal ({what.en}): {fine.en}.",
        "misdeal.points_to_opponents",
        "misdeal.offender_loses",
        "misdeal.triggers",
    )
    own = rules.misdeal_own_hand_counts
    yield say(
        f"La mano equivocada de quien reparte {'también' if own else 'no'} es mal reparto.",
        f"A wrong hand of the dealer's own is {'a misdeal too' if own else 'no misdeal'}.",
        "misdeal.own_hand_counts",
    )
    if not loses:
        passes = rules.misdeal_deal_passes_to_opponents
        yield say(
            "Después reparten los rivales." if passes else "Después reparte otra vez el mismo jugador.",
            "Then the rivals deal." if passes else "Then the same player deals again.",
            "misdeal.deal_passes_to_opponents",
        )
    if rules.misdeal_points_to_opponents:
        taken = points(rules.misdeal_points_to_opponents)
        may = rules.misdeal_subtract_from_offender_allowed
        yield say(
            f"{'El Director puede' if may else 'En ningún caso se puede'} restar {taken.es} a la pareja que repartió.",
            f"The Director {'may' if may else 'may in no case'} take {taken.en} from the dealing pareja.",
            "misdeal.subtract_from_offender_allowed",
        )


def _wrong_lift(rules: Reglamento) -> Iterator[Said]:
    if rules.wrong_lift_caller_points is None:
        yield _no_protest(rules)
        return
    call, when = rules.wrong_lift_call or "protesto", told(rules, "wrong_lift.when")
    who = CALLERS.get(rules.wrong_lift_who_may_call or "", CALLERS["rivales"])
    at = Both(f", {when.es}", f", {when.en}") if when else Both("", "")
    yield say(
        f"Levante dudoso: {who.es} dice «{call}»{at.es}, y el Juez comprueba.",
        f"A doubtful capture: {who.en} says «{call}»{at.en}, and the Juez checks.",
        "wrong_lift.call",
        "wrong_lift.who_may_call",
        "wrong_lift.when",
    )
    caller, loses = change(rules.wrong_lift_caller_points), _offender(rules)
    yield say(
        f"Si estuvo mal, las cartas vuelven a la mesa; quien protestó {caller.es}; la otra pareja {loses.es}.",
        f"If it was wrong, the cards go back; the caller {caller.en}; the other pareja {loses.en}.",
        "wrong_lift.caller_points",
        "wrong_lift.takes_back",
        "wrong_lift.offender_points",
    )
    rejected = change(rules.wrong_lift_rejected_points or 0)
    yield say(
        f"Si estuvo bien, quien protestó {rejected.es}.",
        f"If it was right, the caller {rejected.en}.",
        "wrong_lift.rejected_points",
    )


def _no_protest(rules: Reglamento) -> Said:
    keys = ("wrong_lift.caller_points", "wrong_lift.call")
    if rules.other_error_rivals_points is not None:
        return say(
            "Un levante equivocado es un error como los demás: las cartas vuelven a la mesa.",
            "A wrong capture is a mistake like any other: the cards go back to the table.",
            *keys,
        )
    return say(
        "No hay protesta con puntos por un levante: las cartas mal levantadas vuelven a la mesa.",
        "There is no protest for points over a capture: cards wrongly lifted go back to the table.",
        *keys,
    )


def _offender(rules: Reglamento) -> Both:
    """What a wrong capture costs who made it."""
    fine = rules.wrong_lift_offender_points
    costs = [Both("pierde los puntos que pidió con esa jugada", "loses the points it claimed with that play")]
    costs = (costs if rules.wrong_lift_takes_back else []) + ([change(fine)] if fine else [])
    return listed(costs) if costs else Both("no pierde nada", "loses nothing")


def _wrong_claim(rules: Reglamento) -> Iterator[Said]:
    own, rivals = rules.wrong_claim_offender_points, rules.wrong_claim_rivals_points
    keys = ("wrong_claim.offender_points", "wrong_claim.rivals_points")
    if own is None and rivals is None:
        yield say(
            "Pedir puntos sin razón no tiene sanción.", "Asking for points without reason carries no penalty.", *keys
        )
    else:
        moves = [
            Both(f"la pareja que pidió {change(own).es}", f"the pareja that asked {change(own).en}") if own else None,
            Both(f"la rival {change(rivals).es}", f"its rival {change(rivals).en}") if rivals else None,
        ]
        moved = [move for move in moves if move] or [Both("no cambia ningún punto", "no point changes hands")]
        yield say(
            f"Pedir puntos sin razón: {listed(moved).es}.",
            f"Asking for points without reason: {listed(moved).en}.",
            *keys,
        )
    if rules.other_error_rivals_points is not None:
        won = change(rules.other_error_rivals_points)
        yield say(
            f"Cualquier otro error (carta equivocada, jugar fuera de turno): la pareja rival {won.es}.",
            f"Any other mistake (a wrong card, playing out of turn): the rival pareja {won.en}.",
            "other_error.rivals_points",
        )


def officials(rules: Reglamento, terms: Terms) -> Iterator[Said]:
    """What the championship settled itself: the rulebook is cited where it speaks of it."""
    yield say(
        "El Juez proclama cada chica; puede suspender la partida con causa justificada, que se anota.",
        "The Juez proclaims each chica, and may suspend the partida for a justified cause, which is recorded.",
        "officials.authority",
    )
    yield _appeal(rules, terms)
    wait = minutes(terms.grace_minutes)
    yield say(f"A una pareja convocada se la espera {wait.es}.", f"A pareja that was called is waited for {wait.en}.")
    yield say(
        f"Los jugadores se identifican con: {terms.identification}.",
        f"Players identify themselves with: {terms.identification}.",
        *_in_the_text(rules, "planilla.identification"),
    )
    both = terms.loser_signs
    yield say(
        f"La Planilla la firman el Juez y la pareja ganadora; la firma de la perdedora es "
        f"{'obligatoria' if both else 'opcional'}.",
        f"The Juez and the winning pareja sign the Planilla (score sheet); the losing one's signature is "
        f"{'required' if both else 'optional'}.",
        *_in_the_text(rules, "planilla.signatures"),
    )
    who = told(rules, "gaps.resolved_by") or Both("el Director del Campeonato", "the Director of the championship")
    yield say(
        f"Quién resuelve lo que estas reglas no dicen: {who.es}.",
        f"What these rules do not say is decided by {who.en}.",
        "gaps.resolved_by",
    )


def _appeal(rules: Reglamento, terms: Terms) -> Said:
    """Appeals are offered by every championship; only the rulebook that gives them is cited."""
    keys = _in_the_text(rules, "appeal.to")
    if not terms.appeal_minutes:
        return say(
            "El plazo para apelar al Director del Campeonato todavía no está fijado.",
            "The time to appeal to the Director of the championship is not settled yet.",
            *keys,
        )
    left = minutes(terms.appeal_minutes)
    return say(
        f"Una pareja puede apelar al Director del Campeonato dentro de {left.es}; su fallo es final.",
        f"A pareja may appeal to the Director of the championship within {left.en}; his ruling is final.",
        *keys,
    )


def _in_the_text(rules: Reglamento, key: str) -> tuple[str, ...]:
    """What may be cited of something that every championship settles: nothing where the text does not know it."""
    return (key,) if rules.parameters[key].value else ()
