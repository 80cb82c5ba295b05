"""Which play a sanction speaks of, and which one sanctioned it before: one play, one sanction (5, 11; A-24).

A `juego-y-veo` with a number names its levante. One without, and a `mal-pedido`, speak of the last play of a player or pareja: the
last levante, unless it asked for a ronda later. What was asked for and not granted is not in the log, so that where it has no such
levante two `mal-pedido` are two claims, and any other two sanctions with no play between them are of one play. A protest that is rejected
speaks of another play of that pareja: what was punished was wrong.
"""

from referee.rules.errors import RuleViolation
from referee.rules.jugadas import JuegoYVeo, MalPedido
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SIDES, side_of
from referee.rules.state import Lift, Position, Sanction

Sanctioning = JuegoYVeo | MalPedido


def sanction_of(seats: tuple[str, ...], p: Position, number: int, jugada: Sanctioning) -> Sanction:
    """What `jugada`, row `number`, sanctions: a levante, or else a play of this player or pareja that the log does not have."""
    if isinstance(jugada, JuegoYVeo) and jugada.number is not None:
        lift = next((lift for lift in p.lifts if lift.number == jugada.number), None)
        offender = _rivals(jugada.subject) if lift is None else lift.subject
        return Sanction(number, jugada.word, offender, jugada.number)
    offender = jugada.subject if isinstance(jugada, MalPedido) else protested(seats, jugada.subject)
    lift = _last_levante(p, offender)
    if lift is None:
        return Sanction(number, jugada.word, offender)
    return Sanction(number, jugada.word, max(offender, lift.subject, key=len), lift.number)


def protested(seats: tuple[str, ...], caller: str) -> str:
    """Against whom a protest without a number is: the player before the caller, or the rivals where he is not named (5)."""
    return seats[seats.index(caller) - 1] if len(caller) > 1 else _rivals(caller)


def sanctioned_before(seats: tuple[str, ...], p: Position, jugada: Sanctioning) -> Sanction | None:
    """The sanction that punished the same play since the last one that is recorded; None without one."""
    this = sanction_of(seats, p, 0, jugada)
    return next((each for each in p.sanctions if _are_of_one_play(each, this)), None)


def after_rejected(sanctions: tuple[Sanction, ...], protest: JuegoYVeo) -> tuple[Sanction, ...]:
    """Those that the next sanction may still repeat: the play that was protested without reason was another one of the rivals."""
    return tuple(each for each in sanctions if side_of(each.offender) == side_of(protest.subject))


def _are_of_one_play(first: Sanction, second: Sanction) -> bool:
    if not same_player(first.offender, second.offender):
        return False
    if first.lift is not None and second.lift is not None:
        return first.lift == second.lift
    two_claims = first.word == second.word == MalPedido.word and first.lift is None
    return not two_claims


def twice(rules: Reglamento, first: Sanction) -> RuleViolation:
    """The refusal of another sanction of the play that `first` punished."""
    if first.word == MalPedido.word:
        code, said = "ya-sancionada", "ya se sancionó un mal pedido"
    else:
        code, said = "doble-sancion", "ya procedió el juego y veo"
    message = (
        f"por esa misma jugada {said} (jugada {first.number}): no se sanciona dos veces; "
        f"si corresponde otra sanción, anule antes la jugada {first.number}"
    )
    return RuleViolation(code, message, rules.article("wrong_lift.offender_loses", "wrong_claim.offender_points"))


def same_player(one: str, other: str) -> bool:
    """Whether both may be the same player; a pareja named as a whole matches either player."""
    return one.startswith(other) or other.startswith(one)


def _rivals(caller: str) -> str:
    return SIDES[1 - side_of(caller)]


def _last_levante(p: Position, offender: str) -> Lift | None:
    """The levante that was the last play of this player or pareja; None too where it was punished before another play."""
    lift = next((lift for lift in reversed(p.lifts) if same_player(lift.subject, offender)), None)
    if lift is None or any(each.number > lift.number and same_player(each.subject, offender) for each in p.rondas):
        return None
    punished = lift.taken_back or lift.sanctioned is not None
    just = any(each.lift == lift.number for each in p.sanctions)
    return None if punished and not just else lift
