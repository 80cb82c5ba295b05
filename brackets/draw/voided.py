"""Which matches count for nobody where a pareja left with its results voided; no reglamento says, so this is ours."""

from collections.abc import Collection, Sequence

from brackets.draw.bracket import Key
from brackets.draw.formats import Format, Series
from brackets.draw.structure import Structure


def void_parejas(form: Format, voided: Collection[int]) -> frozenset[int]:
    """Of the `voided`, those whose results do not count in a stage of this format.

    In series only: the rounds of a Swiss stage and of a knock-out were played on the results before them, which stay.

    >>> from brackets.draw.formats import Swiss
    >>> void_parejas(Series(), [4]), void_parejas(Swiss(), [4])
    (frozenset({4}), frozenset())
    """
    return frozenset(voided) if isinstance(form, Series) else frozenset()


def void_meetings(
    form: Format, structure: Structure, slots: Sequence[int | None], voided: Collection[int]
) -> frozenset[Key]:
    """The matches that one of them was drawn to play, also those that went to its rival because it had left."""
    parejas = void_parejas(form, voided)
    lines = {line for line, slot in enumerate(slots) if slot in parejas}
    if not lines:
        return frozenset()
    return frozenset(planned.key for planned in structure.matches if {planned.a.of[1], planned.b.of[1]} & lines)
