"""Which line of the bracket each rank gets: standard placement, with lots among places of the same level.

Ranks run from 0 (the best) to `size - 1`. Rank r of the better half and rank size - 1 - r meet in the first
round, so when byes take the worst ranks, the best ranks get them. Of any two neighbouring sub-trees, every
leading group of ranks (the seeds, those with a bye) has as many in one as in the other, or one more.
"""

from collections.abc import Sequence

from brackets.draw.lots import coins


def bracket_size(entries: int) -> int:
    """The next power of two.

    >>> [bracket_size(n) for n in (2, 3, 96, 128, 129)]
    [2, 4, 128, 128, 256]
    """
    return 1 << (entries - 1).bit_length()


def first_mesas(slots: Sequence[object | None]) -> list[tuple[int, ...]]:
    """Lines grouped by the mesa that is the first for each of them, from top to bottom; None in `slots` is a bye.

    A group is two lines that meet in the first round, two with a bye that meet in the second, or one whose first rival is the
    winner of a mesa.

    >>> first_mesas([7, 12, 4, None]), first_mesas([7, None, None, 4, 9, 2, 5, 1])
    ([(0, 1), (2,)], [(0, 3), (4, 5), (6, 7)])
    """
    matches = [tuple(line for line in (top, top + 1) if slots[line] is not None) for top in range(0, len(slots), 2)]
    found: list[tuple[int, ...]] = []
    for number in range(0, len(matches), 2):
        upper, *lower = matches[number : number + 2]
        joined = [upper + lower[0]] if lower and len(upper) == len(lower[0]) == 1 else [upper, *lower]
        found += filter(None, joined)
    return found


def places(size: int, seed: str) -> list[int]:
    """The line (from 0) of each rank in a bracket of `size` lines; rank 0 is on the first, rank 1 on the last.

    >>> places(8, "cuarenta")
    [0, 7, 5, 2, 3, 4, 6, 1]
    """
    half = size // 2
    match = _spread(half, seed)
    best = match[0]
    # Turning sub-trees over brings rank 0 to the top; the lower half is upside down, so rank 1 is at the bottom.
    upright = [2 * (place ^ best) for place in match]
    better = [line ^ (half - 1) if line >= half else line for line in upright]
    return better + [line ^ 1 for line in reversed(better)]


def _spread(matches: int, seed: str) -> list[int]:
    """The first-round match of each rank of the better half.

    In a tree twice as large, the ranks 2q and 2q + 1 go to the two halves, a coin says which to which, and
    each gets there the place that q has in the smaller tree.
    """
    tossed = coins(matches, seed)
    match = [0]
    while (half := len(match)) < matches:
        first = [place + half if coin else place for place, coin in zip(match, tossed[half:], strict=False)]
        match = [0] * (2 * half)
        match[::2] = first
        match[1::2] = [place ^ half for place in first]
    return match
