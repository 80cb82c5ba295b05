"""What a zapatería does in a championship beyond its mesa: the reglamento says it, the draw folds it."""

from collections.abc import Mapping
from typing import Final

from brackets.draw.structure import Zapateria
from brackets.models import Championship
from referee.rules.reglamentos import reglamento_get

EFFECTS: Final[Mapping[str, Zapateria]] = {
    "ninguno": Zapateria.NOTHING,
    "no-elimina-primera-derrota": Zapateria.IF_DEFEATED,
    "elimina": Zapateria.ELIMINATES,
}


def zapateria_effect(championship: Championship) -> Zapateria:
    """By its reglamento and settings; nothing where the reglamento knows no zapatería."""
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    if rules.zapateria_threshold_below is None:
        return Zapateria.NOTHING
    return EFFECTS[rules.zapateria_tournament_effect]
