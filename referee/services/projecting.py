"""Writing what the log has come to into `Mesa`, `Chica` and `Data`."""

from typing import TypeVar

from referee.models import Chica, Data, Mesa
from referee.rules import MesaState
from referee.selectors.projection import Projection, Row, chica_rows, data_rows, mesa_row, projection_of
from referee.services.statements import mesa_update, projected_delete, projected_insert
from referee.services.writing import one_writer

Projected = TypeVar("Projected", Chica, Data)


def projection_advance(*, mesa: Mesa, before: MesaState, state: MesaState) -> None:
    """Make the tables hold `state` where they hold `before`; the mesa's head is saved with it.

    Usually one UPDATE: chicas and datas are touched only where they differ.
    """
    _mesa_write(mesa, mesa_row(state))
    was, now = before.position, state.position
    if was.chicas != now.chicas:
        _rows_replace(Chica, mesa, chica_rows(was), chica_rows(now))
    if was.datas != now.datas:
        _rows_replace(Data, mesa, data_rows(was), data_rows(now))


def mesa_rebuild(*, mesa: Mesa, state: MesaState, stored: Projection) -> bool:
    """Write the projection anew where `stored` differs from `state`, the fold of the whole log.

    False, and nothing is written, where the log has moved on since both were read.
    """
    with one_writer():
        if not Mesa.objects.select_for_update().filter(pk=mesa.pk, head_hash=mesa.head_hash).exists():
            return False
        after = projection_of(state)
        _mesa_write(mesa, after.mesa)
        _rows_replace(Chica, mesa, stored.chicas, after.chicas)
        _rows_replace(Data, mesa, stored.datas, after.datas)
    return True


def _mesa_write(mesa: Mesa, row: Row) -> None:
    for field, value in row.items():
        setattr(mesa, field, value)
    mesa_update(mesa)


def _rows_replace(model: type[Projected], mesa: Mesa, before: tuple[Row, ...], after: tuple[Row, ...]) -> None:
    """Replace the rows from the first that differs; rows run 1, 2, … in their order."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if same < len(before):
        projected_delete(model, mesa, same)
    if same < len(after):
        projected_insert(model, mesa, after[same:])
