"""Writing what the log has come to into `Mesa`, `Chica` and `Data`."""

from typing import TypeVar

from referee.models import Chica, Data, Mesa
from referee.rules import MesaState
from referee.selectors.projection import Projection, Row, projection_of
from referee.services.statements import mesa_update
from referee.services.writing import one_writer

Projected = TypeVar("Projected", Chica, Data)


def projection_write(*, mesa: Mesa, before: Projection, state: MesaState) -> None:
    """Make the tables hold `state`, given what they hold; the mesa's head is saved with it.

    Usually one UPDATE: chicas and datas are touched only where they differ from `before`.
    """
    after = projection_of(state)
    for field, value in after.mesa.items():
        setattr(mesa, field, value)
    mesa_update(mesa)
    if after.chicas != before.chicas:
        _rows_replace(Chica, "number", mesa, before.chicas, after.chicas)
    if after.datas != before.datas:
        _rows_replace(Data, "order", mesa, before.datas, after.datas)


def mesa_rebuild(*, mesa: Mesa, state: MesaState, stored: Projection) -> bool:
    """Write the projection anew where `stored` differs from `state`, the fold of the whole log.

    False, and nothing is written, where the log has moved on since both were read.
    """
    with one_writer():
        if not Mesa.objects.select_for_update().filter(pk=mesa.pk, head_hash=mesa.head_hash).exists():
            return False
        projection_write(mesa=mesa, before=stored, state=state)
    return True


def _rows_replace(
    model: type[Projected], key: str, mesa: Mesa, before: tuple[Row, ...], after: tuple[Row, ...]
) -> None:
    """Replace the rows from the first that differs; rows run 1, 2, … by `key`."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if same < len(before):
        model.objects.filter(mesa=mesa, **{f"{key}__gt": same}).delete()
    model.objects.bulk_create(model(mesa=mesa, **row) for row in after[same:])
