"""An allocation: who is served in the order of play, by which Juez at least cost, at which table."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

import numpy as np

from brackets.allocation.costs import Scale, broken, table_of, tie, uneven
from brackets.allocation.matching import matched, matched_or_left
from brackets.allocation.values import Allocation, Given, Juez, Lack, Left, Partida, Table, Unkept, Wish

REST: Final = 5
"""Minutes after which a table counts as rested: chairs are put straight, the last pareja is gone."""

Jueces = Mapping[int, int]
"""The Juez of each partida that has or gets one, by key."""


def allocate(partidas: Sequence[Partida], jueces: Sequence[Juez], tables: Sequence[Table]) -> Allocation:
    """Give the partidas, in their order of play, what they lack; `tables` are the free ones in the order of the hall.

    A partida gets both or nothing. One is left only where no table remains after those before it, or where no Juez could
    be found for it together with all those before it. Among all ways to serve these none has fewer repeats, and of those none
    has a smaller sum of squares of loads above the least.
    """
    free = [juez for juez in jueces if juez.free]
    lacks: dict[int, Lack] = {}
    given: Jueces = {}
    trying = _with_tables(partidas, len(tables), lacks)
    while trying:
        given = _jueces(trying, free)
        failed = [partida for partida in trying if partida.key not in given]
        for partida in failed:
            tied = bool(free) and all(tie(partida, juez) for juez in free)
            lacks[partida.key] = Lack.ALL_TIED if tied else Lack.NO_JUEZ
        following = _with_tables(partidas, len(tables), lacks)
        if following == trying or not failed:
            break
        trying = following
    served = [partida for partida in partidas if partida.key in given]
    placed = _tables(served, {juez.key: juez for juez in jueces}, given, tables)
    done = tuple(Given(partida.key, given[partida.key], placed[partida.key]) for partida in served)
    return Allocation(
        done,
        tuple(Left(each.key, lacks[each.key]) for each in partidas if each.key not in given),
        unkept_of(served, jueces, done, tables),
    )


def unkept_of(
    partidas: Sequence[Partida], jueces: Sequence[Juez], given: Sequence[Given], tables: Sequence[Table]
) -> tuple[Unkept, ...]:
    """What these choices do not keep; a table that a partida had is not asked how long it has rested."""
    by_key = {juez.key: juez for juez in jueces}
    asked = {partida.key: partida for partida in partidas}
    found = [broke for each in given if (juez := by_key.get(each.juez)) for broke in broken(asked[each.partida], juez)]
    restless = {table.key: table for table in tables if not _rested(table)}
    found += [
        Unkept(Wish.RESTED, each.partida, table=each.table, value=str(restless[each.table].rest))
        for each in given
        if asked[each.partida].table is None and each.table in restless
    ]
    return (*found, *uneven(jueces, (each.juez for each in given)))


def cost_of(partidas: Sequence[Partida], jueces: Sequence[Juez], given: Jueces) -> float:
    """What these Jueces cost together, `inf` with a tie; on one scale for whatever else is given the same partidas."""
    free = [juez for juez in jueces if juez.free]
    scale, by_key = Scale.of(partidas, free), {juez.key: juez for juez in free}
    total: float = 0
    for place, partida in enumerate(partidas):
        if partida.juez is not None:
            continue
        juez = by_key[given[partida.key]] if partida.key in given else None
        if juez is None:
            total += scale.nobody(place)
        else:
            total += inf if tie(partida, juez) else scale.given(partida, juez)
    return total


def _with_tables(partidas: Sequence[Partida], tables: int, lacks: dict[int, Lack]) -> list[Partida]:
    """Those for whom there is a table, in the order of play, after those that no Juez could be found for."""
    found = []
    for partida in partidas:
        if lacks.get(partida.key) in (Lack.NO_JUEZ, Lack.ALL_TIED):
            continue
        if partida.table is None:
            if not tables:
                lacks[partida.key] = Lack.NO_TABLE
                continue
            tables -= 1
            lacks.pop(partida.key, None)
        found.append(partida)
    return found


def _jueces(partidas: Sequence[Partida], free: Sequence[Juez]) -> Jueces:
    """Who is served, and by whom. The partidas that jueces can serve together are a matroid: what is dearest left out, in their
    order, is exactly who comes first."""
    wanting = [partida for partida in partidas if partida.juez is None]
    scale = Scale.of(wanting, free)
    nobody = [scale.nobody(place) for place in range(len(wanting))]
    columns = matched_or_left(table_of(wanting, free, scale), nobody)
    own = {partida.key: partida.juez for partida in partidas if partida.juez is not None}
    return own | {
        partida.key: free[column].key for partida, column in zip(wanting, columns, strict=True) if column is not None
    }


def _tables(
    served: Sequence[Partida], jueces: Mapping[int, Juez], given: Jueces, tables: Sequence[Table]
) -> dict[int, int]:
    """Rested ones first, then the table where the Juez sits already, then those that have stood free longest."""
    own = {partida.key: partida.table for partida in served if partida.table is not None}
    wanting = [partida for partida in served if partida.table is None]
    if not wanting:
        return own
    order = sorted(tables, key=lambda table: inf if table.rest is None else table.rest, reverse=True)
    rank = {table.key: place for place, table in enumerate(order)}
    walk = len(tables) * (len(wanting) + 1)
    restless = walk * (len(wanting) + 1)
    usual = np.array([rank[each.key] + restless * (not _rested(each)) + walk for each in tables], dtype=np.float64)
    costs = np.tile(usual, (len(wanting), 1))
    columns_of = {table.key: column for column, table in enumerate(tables)}
    for row, partida in zip(costs, wanting, strict=True):
        juez = jueces.get(given[partida.key])
        if juez and juez.table in columns_of:
            row[columns_of[juez.table]] -= walk
    columns = matched(costs)
    return own | {partida.key: tables[column].key for partida, column in zip(wanting, columns, strict=True)}


def _rested(table: Table) -> bool:
    return table.rest is None or table.rest >= REST
