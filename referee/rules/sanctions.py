"""Which play a sanction speaks of, and which other one punished the same: one play, one sanction (5, 11; A-24).

A `juego-y-veo` with a number is of that levante. One without is of a play that claimed nothing, which the log does not have. A
`mal-pedido` is of the last levante of its subject, unless a ronda of theirs came after it; what was asked for and not granted is not in
the log. So the log seldom proves that two sanctions are of one play: where both name one levante and its player, the second is refused.
Where they only may be, it is asked about (`plausibility`).
"""

from collections.abc import Iterable

from referee.rules.awards import beside, caidas
from referee.rules.errors import RuleViolation
from referee.rules.jugadas import JuegoYVeo, MalPedido
from referee.rules.reglamento import Reglamento
from referee.rules.sides import SIDES, side_of
from referee.rules.state import Lift, Position, Sanction

Sanctioning = JuegoYVeo | MalPedido


def sanction_of(seats: tuple[str, ...], p: Position, number: int, jugada: Sanctioning) -> Sanction:
    """What `jugada`, row `number`, sanctions: a levante, or else a play of this player or pareja that the log does not have."""
    if isinstance(jugada, MalPedido):
        lift = _last_levante(p, jugada.subject)
        return Sanction(number, jugada.word, jugada.subject, None if lift is None else lift.play)
    named = protested_levante(p, jugada)
    offender = protested(seats, jugada.subject) if named is None else named.subject
    return Sanction(number, jugada.word, offender, None if named is None else named.play)


def protested(seats: tuple[str, ...], caller: str) -> str:
    """Against whom a protest without a number is: the player before the caller, or the rivals where he is not named (5)."""
    return seats[seats.index(caller) - 1] if len(caller) > 1 else SIDES[1 - side_of(caller)]


def protested_levante(p: Position, protest: JuegoYVeo) -> Lift | None:
    """The levante that a protest names; None without one."""
    return next((lift for lift in p.lifts if lift.number == protest.number), None)


def play_of(rules: Reglamento, p: Position, number: int, word: str, subject: str) -> int:
    """The number by which the play of a levante is known: its own, or that of the caída to which it adds, if that is recorded."""
    if word not in beside(rules):
        return number
    made = (lift for lift in reversed(p.lifts) if lift.word in caidas(rules) and same_player(lift.subject, subject))
    caida = next(made, None)
    return number if caida is None or caida.taken_back else caida.number


def claim_refusal(rules: Reglamento, p: Position, claim: MalPedido) -> RuleViolation | None:
    """Why this player is not sanctioned for asking: a protest has just taken back what he asked for with his last levante."""
    lift = _last_levante(p, claim.subject)
    if lift is None or not p.sanctions or not _names_player(lift, claim.subject):
        return None
    first = p.sanctions[-1]
    if not first.latest or first.word != JuegoYVeo.word or first.play != lift.play:
        return None
    message = (
        f"por esa misma jugada ya procedió el juego y veo (jugada {first.number}): no se sanciona dos veces; "
        "si pidió mal en otra jugada, anote el mal pedido a la pareja, no al jugador"
    )
    return RuleViolation("doble-sancion", message, _article(rules))


def protested_claim_refusal(rules: Reglamento, lift: Lift) -> RuleViolation | None:
    """Why this levante is not protested: its player was sanctioned for asking for its points."""
    claim = lift.sanctioned
    if claim is None or not _names_player(lift, claim.offender):
        return None
    message = (
        f"por esa misma jugada ya se sancionó un mal pedido (jugada {claim.number}): no se sanciona dos veces; "
        "si fue por otra jugada, anúlelo y anótelo a la pareja, no al jugador"
    )
    return RuleViolation("ya-sancionada", message, _article(rules))


def maybe_sanctioned(seats: tuple[str, ...], p: Position, jugada: Sanctioning) -> Sanction | None:
    """The last sanction that may have punished the same play, and is not proven to; None without one."""
    this = sanction_of(seats, p, 0, jugada)
    found = [each for each in p.sanctions if _may_be_of_one_play(each, this)]
    lift = protested_levante(p, jugada) if isinstance(jugada, JuegoYVeo) else None
    if lift is not None and lift.sanctioned is not None:
        found.append(lift.sanctioned)
    return found[-1] if found else None


def remembered(sanctions: tuple[Sanction, ...], new: Sanction) -> tuple[Sanction, ...]:
    """Those that the next one may repeat, the last one last; of equal ones the last."""
    return (*no_longer_latest(each for each in sanctions if each[1:4] != new[1:4]), new)


def after_rejected(sanctions: tuple[Sanction, ...], protest: JuegoYVeo) -> tuple[Sanction, ...]:
    """Those that the next one may repeat: the play that was protested without reason was another one of the rivals."""
    return no_longer_latest(each for each in sanctions if side_of(each.offender) == side_of(protest.subject))


def no_longer_latest(sanctions: Iterable[Sanction]) -> tuple[Sanction, ...]:
    """The same, where another sanction follows them: it may be of a later play, so that they prove nothing of the next one."""
    return tuple(each._replace(latest=False) for each in sanctions)


def _may_be_of_one_play(first: Sanction, second: Sanction) -> bool:
    if not same_player(first.offender, second.offender):
        return False
    if first.play is not None and second.play is not None:
        return first.play == second.play
    protests_a_levante = any(each.word == JuegoYVeo.word and each.play is not None for each in (first, second))
    two_claims = first.word == second.word == MalPedido.word
    return not (protests_a_levante or two_claims)


def _names_player(lift: Lift, subject: str) -> bool:
    """Whether both are one player; a pareja may be either of its players."""
    return lift.subject == subject and len(subject) > 1


def same_player(one: str, other: str) -> bool:
    """Whether both may be the same player; a pareja named as a whole matches either player."""
    return one.startswith(other) or other.startswith(one)


def _article(rules: Reglamento) -> str:
    return rules.article("wrong_lift.offender_loses", "wrong_claim.offender_points")


def _last_levante(p: Position, offender: str) -> Lift | None:
    """The levante that was the last play of this player or pareja; None too where it was punished before another play."""
    lift = next((lift for lift in reversed(p.lifts) if same_player(lift.subject, offender)), None)
    if lift is None or any(same_player(announced, offender) for announced in lift.rondas_after):
        return None
    punished = lift.taken_back or lift.sanctioned is not None
    just = any(each.play == lift.play for each in p.sanctions)
    return None if punished and not just else lift
