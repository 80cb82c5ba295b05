"""When a ronda may still be asked for (3.e, 7, 8; A-14).

The log does not hold every card, but a levante is a card thrown: some levantes prove that the window is shut.
"""

from referee.rules.awards import thrown_cards
from referee.rules.deck_names import figured
from referee.rules.errors import RuleViolation
from referee.rules.reglamento import Reglamento
from referee.rules.sides import side_of
from referee.rules.state import Position


def ronda_refusal(
    rules: Reglamento, seats: tuple[str, ...], p: Position, subject: str, rank: str
) -> RuleViolation | None:
    """Why `subject` may not be given a ronda of `rank` in this reparto, or None."""
    if rank in ranks_gone(p):
        message = f"de {figured(rules, rank)} ya hubo ronda en esta data: solo hay cuatro cartas iguales"
        return RuleViolation("ronda-imposible", message, rules.article("deck.cards", "ronda.points"))
    return subject_refusal(rules, seats, p, subject)


def ranks_gone(p: Position) -> frozenset[str]:
    """Ranks of which this data has already had a ronda."""
    return frozenset(ronda.rank for ronda in p.rondas)


def subject_refusal(rules: Reglamento, seats: tuple[str, ...], p: Position, subject: str) -> RuleViolation | None:
    """Why `subject`, a player or a pareja, may have no ronda of any rank in this reparto, or None."""
    if _had_ronda(seats, p, subject):
        who = (
            f"los dos jugadores de {subject} ya tienen"
            if len(subject) == 1 < len(seats) // 2
            else "ese jugador ya tiene"
        )
        return RuleViolation("ronda-repetida", f"{who} ronda en este reparto", rules.article("ronda.points"))
    order = _turn_order(seats, p)
    last, until = _deadline(rules, order, subject)
    if _cards_thrown(rules, order, p) > last:
        message = f"ya se lanzó {until}: la ronda no se puede pedir"
        return RuleViolation("ronda-tarde", message, rules.article("ronda.claim_deadline"))
    return None


def _deadline(rules: Reglamento, order: tuple[str, ...], subject: str) -> tuple[int, str]:
    """How many cards may have been thrown when `subject` asks, and in words which card is the last moment."""
    if rules.ronda_claim_deadline == "primera-carta":
        return 0, "la primera carta del reparto"
    if rules.ronda_claim_deadline == "propia-primera-carta":
        return max(order.index(seat) for seat in order if seat.startswith(subject)), "su primera carta"
    return len(order) - 1, "la primera carta de los cuatro jugadores"


def _had_ronda(seats: tuple[str, ...], p: Position, subject: str) -> bool:
    side = side_of(subject)
    here = [r.subject for r in p.rondas if r.reparto == p.reparto and side_of(r.subject) == side]
    return (len(subject) > 1 and subject in here) or len(here) >= len(seats) // 2


def _turn_order(seats: tuple[str, ...], p: Position) -> tuple[str, ...]:
    """Who throws first, second… in this reparto: from the dealer's right, the dealer last (3.e)."""
    first = seats.index(p.dealer or seats[-1]) + 1
    return seats[first:] + seats[:first]


def _cards_thrown(rules: Reglamento, order: tuple[str, ...], p: Position) -> int:
    """How many cards the levantes of this reparto prove to have been thrown.

    Each is one card, and turns go round: the third levante of a player or a pareja is at the earliest on the
    third turn of that player or pareja. What stands beside a caída is the same card. What a correction recorded late proves as much.
    """
    cards = thrown_cards(rules)
    lifts = [] if p.fresh else [lift.subject for lift in p.lifts if lift.reparto == p.reparto and lift.word in cards]
    thrown = len(lifts)
    for subject in {*lifts, *(subject[0] for subject in lifts)}:
        turns = [index for index, seat in enumerate(order, start=1) if seat.startswith(subject)]
        rounds, turn = divmod(sum(lift.startswith(subject) for lift in lifts) - 1, len(turns))
        thrown = max(thrown, rounds * len(order) + turns[turn])
    return thrown
