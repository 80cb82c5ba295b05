"""When a ronda may still be asked for (3.e, 7, 8; A-14).

The log does not hold every card, but a levante is a card thrown: some levantes prove that the window is shut.
"""

from referee.rules.errors import RuleViolation
from referee.rules.reglamento import Reglamento
from referee.rules.sides import side_of
from referee.rules.state import Position


def ronda_refusal(
    rules: Reglamento, seats: tuple[str, ...], p: Position, subject: str, rank: str
) -> RuleViolation | None:
    """Why `subject` may not be given a ronda of `rank` in this reparto, or None."""
    if rank in ranks_gone(p):
        message = f"de {rank} ya hubo ronda en esta data: solo hay cuatro cartas iguales"
        return RuleViolation("ronda-imposible", message, rules.article("deck.cards", "ronda.points"))
    return subject_refusal(rules, seats, p, subject)


def ranks_gone(p: Position) -> frozenset[str]:
    """Ranks of which this data has already had a ronda."""
    return frozenset(ronda.rank for ronda in p.rondas)


def subject_refusal(rules: Reglamento, seats: tuple[str, ...], p: Position, subject: str) -> RuleViolation | None:
    """Why `subject`, a player or a pareja, may have no ronda of any rank in this reparto, or None."""
    if _had_ronda(seats, p, subject):
        who = "ese jugador ya tiene" if len(subject) > 1 else "los dos jugadores de la pareja ya tienen"
        return RuleViolation("ronda-repetida", f"{who} ronda en este reparto", rules.article("ronda.points"))
    own = rules.ronda_claim_deadline == "propia-primera-carta"
    if _window_shut(seats, p) or (own and _has_thrown(seats, p, subject)):
        until = "su primera carta" if own else "la primera carta de los cuatro jugadores"
        message = f"ya se lanzó {until}: la ronda no se puede pedir"
        return RuleViolation("ronda-tarde", message, rules.article("ronda.claim_deadline"))
    return None


def _had_ronda(seats: tuple[str, ...], p: Position, subject: str) -> bool:
    side = side_of(subject)
    here = [r.subject for r in p.rondas if r.reparto == p.reparto and side_of(r.subject) == side]
    return (len(subject) > 1 and subject in here) or len(here) >= len(seats) // 2


def _window_shut(seats: tuple[str, ...], p: Position) -> bool:
    """Whether the levantes of this reparto prove that every player has thrown his first card.

    Turns go round: four levantes, or three of one pareja, or two of one player, or one of the dealer (who
    throws last) are only possible after that.
    """
    subjects = [lift.subject for lift in p.lifts if lift.reparto == p.reparto] if not p.fresh else []
    of_side = [side_of(subject) for subject in subjects]
    players = [subject for subject in subjects if len(subject) > 1]
    return (
        len(subjects) >= len(seats)
        or max(of_side.count(0), of_side.count(1)) > len(seats) // 2
        or len(players) > len(set(players))
        or p.dealer in players
    )


def _has_thrown(seats: tuple[str, ...], p: Position, subject: str) -> bool:
    """Whether `subject` has surely thrown a first card: named, or the pareja lifted once for each player."""
    if p.fresh:
        return False
    own = [lift.subject for lift in p.lifts if lift.reparto == p.reparto and lift.subject[0] == subject[0]]
    return (len(subject) > 1 and subject in own) or len(own) >= len(seats) // 2
