"""Which line of the bracket each rank gets: standard placement, with lots among places of the same level.

Ranks run from 0 (the best) to `size - 1`. Rank r of the better half and rank size - 1 - r meet in the first
round, so when byes take the worst ranks, the best ranks get them. Of any two neighbouring sub-trees, every
leading group of ranks (the seeds, those with a bye) has as many in one as in the other, or one more.
"""

from itertools import compress

from brackets.draw.lots import coins


def bracket_size(entries: int) -> int:
    """The next power of two.

    >>> [bracket_size(n) for n in (2, 3, 96, 128, 129)]
    [2, 4, 128, 128, 256]
    """
    return 1 << (entries - 1).bit_length()


def places(size: int, seed: str) -> list[int]:
    """The line (from 0) of each rank in a bracket of `size` lines; rank 0 is on the first, rank 1 on the last.

    >>> places(8, "cuarenta")
    [0, 7, 5, 2, 3, 4, 6, 1]
    """
    matches = size // 2
    half = (matches + 1) // 2
    better = [2 * match + (match >= half) for match in _turned(_spread(matches, seed))]
    return better + [line ^ 1 for line in reversed(better)]


def _spread(matches: int, seed: str) -> list[int]:
    """The first-round match of each rank of the better half.

    Level by level from the final down, the ranks that share a sub-tree are taken two by two in order, and a
    coin says which of the two goes up (0: the first) and which goes down.
    """
    levels = matches.bit_length() - 1
    tossed = coins(levels * (matches // 2), seed)
    opposite = tossed.translate(b"\x01\x00" + bytes(254))
    go_up, go_down = bytearray(levels * matches), bytearray(levels * matches)
    go_up[::2], go_up[1::2] = opposite, tossed
    go_down[::2], go_down[1::2] = tossed, opposite
    ranks = list(range(matches))
    backwards = [0]
    for level in range(levels):
        now = slice(level * matches, (level + 1) * matches)
        ranks = [*compress(ranks, go_up[now]), *compress(ranks, go_down[now])]
        backwards = [2 * index for index in backwards] + [2 * index + 1 for index in backwards]
    # Each level wrote its decision as the highest bit of the index and moved the older ones down,
    # so the index read backwards is the path from the final: the match.
    match = [0] * matches
    for rank, place in zip(ranks, backwards, strict=True):
        match[rank] = place
    return match


def _turned(match: list[int]) -> list[int]:
    """The same tree with sub-trees turned over, so that rank 0 has the first match and rank 1 the last."""
    if len(match) == 1:
        return match
    half = len(match) // 2
    top = match[0]
    bottom = match[1] ^ top ^ (len(match) - 1)
    turned = [place ^ top for place in match]
    return [place ^ bottom if place >= half else place for place in turned]
