"""The projection equals the replay: asserted after whatever writes."""

from referee.models import Mesa
from referee.selectors.folding import states
from referee.selectors.verification import mesa_check


def assert_projection_equals_replay(mesa: Mesa) -> None:
    """The log of `mesa` is whole and the tables hold what it folds to, also without what is kept in memory."""
    states.clear()
    checked = mesa_check(mesa)
    assert checked.broken is None, checked.broken
