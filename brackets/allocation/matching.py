"""Assignments of least cost by scipy's Jonker-Volgenant solver; the same table gives the same answer."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Costs = NDArray[np.float64]


def matched(costs: Costs) -> list[int]:
    """The column of each row, so that the sum is least; every row must fit, and there are no fewer columns than rows.

    >>> matched(np.array([[4, 1], [2, np.inf]]))
    [1, 0]
    """
    from scipy.optimize import linear_sum_assignment

    columns: list[int] = linear_sum_assignment(costs)[1].tolist()
    return columns


def matched_or_left(costs: Costs, nobody: Sequence[float]) -> list[int | None]:
    """The same where a row may stay without a column, at a cost of its own; a cost of `inf` never comes about.

    >>> matched_or_left(np.array([[3], [np.inf], [1]]), [9, 9, 6])
    [0, None, None]
    """
    rows, wide = costs.shape
    own = np.full((rows, rows), np.inf)
    np.fill_diagonal(own, nobody)
    return [column if column < wide else None for column in matched(np.hstack((costs, own)))]
