"""Whether the public is told less of a mesa than there is, for pages that show more of it than its board."""

from brackets.models import Championship
from referee.models import Mesa


def is_over(mesa: Mesa) -> bool:
    """`LiveMesa.ended` of its board, without its log; the fixture is at hand."""
    return mesa.estado == "terminada" or bool(mesa.fixture.how)


def is_covered(mesa: Mesa, championship: Championship) -> bool:
    """`LiveMesa.is_covered` of its board; no query where the fixture is at hand."""
    return championship.live_visibility != Championship.LiveVisibility.ALL and not is_over(mesa)
