"""The stages that `ensayo --formato` plays: the templates that the Director has too, and the bracket that needs no plan."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from brackets.draw.plans import StagePlan, foresee
from brackets.draw.plans_ready import BY_KEY
from brackets.draw.structure import Zapateria

Stages: TypeAlias = Sequence[StagePlan]

PLAIN: Final = "eliminatoria"
FORMATS: Final = (PLAIN, *BY_KEY)


def stages_of(form: str, parejas: int, zapateria: Zapateria = Zapateria.NOTHING) -> Stages:
    """What `form` is for so many; nothing where the first stage needs no plan."""
    return () if form == PLAIN else BY_KEY[form].plans(parejas, zapateria)


def partidas_of(stages: Stages, parejas: int) -> int:
    """How many partidas there are at most.

    >>> [partidas_of(stages_of(form, 96), 96) for form in ("eliminatoria", "mundial")]
    [95, 210]
    """
    return sum(stage.matches for stage in foresee(stages, parejas)) if stages else parejas - 1
