"""The sentences that stand beside a mesa (`Fixture.marks`), each of a kind, and what takes one away again.

Those whose reason can be seen in the rows go by themselves: a stage that follows again from the results before it is kept no
longer, and rivals who are back are no others.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from brackets.models import OF_ANOTHER, Fixture, MarkKind, Stage


def mark_add(fixture: Fixture, kind: MarkKind, text: str, **of: Any) -> None:
    """`of` is what takes it away again. The same again does nothing, while no mark after it tells otherwise."""
    mark = {"kind": kind, "text": text, **of}
    over_kept = kind in OF_ANOTHER and fixture.is_marked(MarkKind.KEPT)
    if over_kept or mark not in fixture.marks_now:
        fixture.marks = [*fixture.marks, mark]
        fixture.save(update_fields=("marks",))


def mark_remove(
    fixture: Fixture, kind: MarkKind, is_over: Callable[[dict[str, Any]], bool] = lambda _mark: True
) -> None:
    """Those of this kind that are over."""
    left = [each for each in fixture.marks if each["kind"] != kind or not is_over(each)]
    if left != fixture.marks:
        fixture.marks = left
        fixture.save(update_fields=("marks",))


def marks_follow(stage: Stage) -> None:
    """Mesas of what the stage keeps no longer on purpose are no longer marked as kept."""
    for fixture in stage.fixtures.exclude(marks=[]):
        if not stage.kept_draw and fixture.round > stage.kept_rounds:
            mark_remove(fixture, MarkKind.KEPT)


def marks_of_rivals_follow(fixtures: Iterable[Fixture], ids: Mapping[int, int]) -> None:
    """Where those meet again who met before others came, nothing is of other rivals any more; `ids` are keys by number."""
    for fixture in fixtures:
        sides = [fixture.pareja_a_id, fixture.pareja_b_id]
        for kind in (MarkKind.OTHER_RIVALS, MarkKind.RELEASED):
            mark_remove(fixture, kind, lambda mark, sides=sides: [ids[each] for each in mark["sides"]] == sides)  # type: ignore[misc]
