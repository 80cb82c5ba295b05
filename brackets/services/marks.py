"""The sentences that stand beside a mesa (`Fixture.marks`), each of a kind, and what takes one away again.

Those whose reason can be seen in the rows go by themselves: a stage that follows again from the results before it is kept no
longer, and rivals who are back are no others.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from brackets.models import OF_ANOTHER, Fixture, MarkKind, Stage

LET_STAND: Final = "Se mantiene por decisión del Director, aunque cambió algo anterior, de donde salían sus rivales."

OF_OTHERS: Final = "Lo que se registró aquí es de otros rivales: cambiaron por decisión del Director."
TURNED: Final = "Lo que se registró aquí es de los mismos dos con los lados A y B al revés."


def mark_add(fixture: Fixture, kind: MarkKind, text: str, **of: Any) -> None:
    """`of` is what takes it away again. The same again, of the same hour where it has one, does nothing, while no mark after it tells otherwise."""
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


def mark_let_stand(of: int) -> dict[str, Any]:
    """See `Mark.of`."""
    return {"kind": MarkKind.KEPT, "text": LET_STAND, "of": of}


def marks_follow(stage: Stage, kept: Collection[int]) -> list[list[int]]:
    """Remove the marks of what the stage keeps no longer on purpose, where `kept` is what it does.

    Answers each as round, position, place among the marks of its mesa, and of what it was: `marks_restore` puts it back.
    """
    removed = []
    for fixture in stage.fixtures.exclude(marks=[]).order_by("round", "position"):
        over = [at for at, each in enumerate(fixture.marks) if each["kind"] == MarkKind.KEPT and each["of"] not in kept]
        removed += [[fixture.round, fixture.position, at, fixture.marks[at]["of"]] for at in over]
        if over:
            fixture.marks = [each for at, each in enumerate(fixture.marks) if at not in over]
            fixture.save(update_fields=("marks",))
    return removed


def marks_restore(stage: Stage, removed: Iterable[Sequence[int]]) -> None:
    """Put back what `marks_follow` removed."""
    for round_, position, at, of in removed:
        for fixture in stage.fixtures.filter(round=round_, position=position):
            fixture.marks = [*fixture.marks[:at], mark_let_stand(of), *fixture.marks[at:]]
            fixture.save(update_fields=("marks",))


def marks_of_rivals_follow(fixtures: Iterable[Fixture], ids: Mapping[int, int]) -> None:
    """Where those meet again who met before others came, nothing is of other rivals any more; `ids` are keys by number.

    With their sides turned it is not of others, and says so as long as that is so.
    """
    for fixture in fixtures:
        sides = [fixture.pareja_a_id, fixture.pareja_b_id]
        for kind in (MarkKind.OTHER_RIVALS, MarkKind.RELEASED):
            mark_remove(fixture, kind, lambda mark, sides=sides: [ids[each] for each in mark["sides"]] == sides)  # type: ignore[misc]
        marks = [_of_rivals(mark, [ids[each] for each in mark.get("sides", ())], sides) for mark in fixture.marks]
        if marks != fixture.marks:
            fixture.marks = marks
            fixture.save(update_fields=("marks",))


def _of_rivals(mark: dict[str, Any], of: Sequence[int], sides: Sequence[int | None]) -> dict[str, Any]:
    if mark["kind"] != MarkKind.OTHER_RIVALS:
        return mark
    if [*of] == [*sides][::-1]:
        return {**mark, "text": TURNED}
    return {**mark, "text": OF_OTHERS} if mark["text"] == TURNED else mark
