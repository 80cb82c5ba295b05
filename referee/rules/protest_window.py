"""When the window of a protest is shut: a levante is protested before the next card (5.a).

The log does not hold every card, but a levante is a thrown card, and a deal or a count proves that all earlier cards were thrown.
The protester's own card is thrown before the Juez looks (5.b): it alone may be in the log as a levante before the protest.
"""

from referee.rules.awards import thrown_cards
from referee.rules.judging import repartos_of
from referee.rules.reglamento import Reglamento
from referee.rules.sides import next_seat, side_of
from referee.rules.state import Lift, Position


def protest_shut_by(rules: Reglamento, seats: tuple[str, ...], p: Position, lift: Lift) -> str | None:
    """The proof from the log, in words, that a card later than the protester's was thrown after `lift`; None without one."""
    later = [each for each in p.lifts if each.number > lift.play and each.word in thrown_cards(rules)]
    proof = _played_after(seats, lift, later)
    if proof is not None:
        return f"ya se anotó la jugada {proof.number}, de {proof.subject}"
    if lift.reparto == p.reparto and not p.fresh:
        return None
    last = repartos_of(rules, seats) if p.fresh else p.reparto - 1
    if lift.reparto == last and _is_last_of_its_reparto(seats, p, lift, later):
        return None
    return "ya se contó la data" if p.fresh else "ya se volvió a repartir"


def _played_after(seats: tuple[str, ...], lift: Lift, later: list[Lift]) -> Lift | None:
    """The first later levante that cannot be the protester's card: of the same pareja, the second one, or of a rival who is not next."""
    for place, each in enumerate(later):
        if place or side_of(each.subject) == side_of(lift.subject):
            return each
        if len(each.subject) > 1 and len(lift.subject) > 1 and each.subject != next_seat(seats, lift.subject):
            return each
    return None


def _is_last_of_its_reparto(seats: tuple[str, ...], p: Position, lift: Lift, later: list[Lift]) -> bool:
    """Whether it may be the last card of its reparto, which the dealer throws."""
    dealer = p.dealer or seats[-1]
    if p.fresh:
        dealer = seats[seats.index(dealer) - 1]
    return dealer.startswith(lift.subject) and all(each.reparto != lift.reparto for each in later)
