"""What a protest would change: the log folded again without the jugadas that it contests."""

from collections.abc import Iterable

from referee.rules.engine import apply, decide, outcome
from referee.rules.errors import RuleViolation
from referee.rules.jugadas import Anula
from referee.rules.state import MesaState


def changes_result(state: MesaState, contested: Iterable[int]) -> bool | None:
    """Whether another pareja (or nobody yet) would win without these jugadas; None if they cannot just be left out."""
    left = state
    for number in sorted(contested, reverse=True):
        anula = Anula(number, "protesta")
        try:
            decide(left, anula)
        except RuleViolation:
            return None
        left = apply(left, anula)
    was, would_be = outcome(state), outcome(left)
    return (was and was.winner) != (would_be and would_be.winner)
