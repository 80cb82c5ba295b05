"""How alike two drawn signatures are, and whether one person may have drawn all of a Planilla. Pure; it is a doubt at most, never proof."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from math import hypot, sqrt
from typing import Final
from uuid import UUID

Ink = Sequence[Sequence[int]]
Points = list[tuple[float, float]]

SAMPLES: Final = 32
ALIKE: Final = 500
"""At most so many thousandths apart two signatures are called alike. The same drawing is 0 apart. Of strokes made up by a program, nineteen
of twenty of one hand are less than 590 apart, and 99 of 100 of two hands more than 640. Real signatures were not measured.
"""
AT_ONCE: Final = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One drawn signature: whose, where and when."""

    who: str
    device: UUID | None
    at: datetime
    ink: Ink


def distance(one: Ink, other: Ink) -> int | None:
    """How far apart two signatures are, in thousandths of their size, wherever and however large they were drawn; None where one has no length.

    Each is walked from its first point to its last, lifting between strokes included, and read at `SAMPLES` equal steps. The two are laid
    upon each other by their centres, width and height are each scaled to a mean distance of 1 from it, so that all names written from
    left to right are not alike for that alone, and the mean distance of the samples is taken.

    >>> distance([[0, 0, 100, 0, 100, 50]], [[10, 10, 210, 10, 210, 110]])
    0
    >>> distance([[0, 0, 100, 0]], [[0, 0, 0, 100]]) > 900
    True
    """
    a, b = _shape(one), _shape(other)
    if not a or not b:
        return None
    apart = sum(hypot(x - u, y - v) for (x, y), (u, v) in zip(a, b, strict=True))
    return round(1000 * apart / SAMPLES / sqrt(2))


def nearest(drawn: Sequence[Drawn]) -> tuple[Drawn, Drawn, int] | None:
    """The two that are most alike, and how far apart they are; None where there are no two."""
    pairs = [
        (one, other, apart)
        for one, other in combinations(drawn, 2)
        if (apart := distance(one.ink, other.ink)) is not None
    ]
    return min(pairs, key=lambda pair: pair[2], default=None)


def is_one_hand(drawn: Sequence[Drawn]) -> bool:
    """Whether all were drawn on one tablet within `AT_ONCE`, and each is like another."""
    if len(drawn) < 2 or len({each.device for each in drawn}) > 1:
        return False
    hours = [each.at for each in drawn]
    return max(hours) - min(hours) <= AT_ONCE and all(_is_like_another(each, drawn) for each in drawn)


def _is_like_another(one: Drawn, drawn: Iterable[Drawn]) -> bool:
    apart = [distance(one.ink, each.ink) for each in drawn if each is not one]
    return any(each is not None and each <= ALIKE for each in apart)


def _shape(ink: Ink) -> Points:
    points = [point for stroke in ink for point in zip(stroke[::2], stroke[1::2], strict=False)]
    axes = [_centred(each) for each in zip(*_sampled([(float(x), float(y)) for x, y in points]), strict=True)]
    return list(zip(*axes, strict=True))


def _centred(axis: Sequence[float]) -> list[float]:
    middle = sum(axis) / SAMPLES
    off = [each - middle for each in axis]
    mean = sum(map(abs, off)) / SAMPLES
    return [each / mean for each in off] if mean else [0.0] * SAMPLES


def _sampled(points: Points) -> Points:
    """The line through these points at equal steps; none where it has no length."""
    lengths = [hypot(x - u, y - v) for (u, v), (x, y) in pairwise(points)]
    whole = sum(lengths)
    if not whole:
        return []
    found, done, at = [], 0.0, 0
    for step in range(SAMPLES):
        due = whole * step / (SAMPLES - 1)
        while at < len(lengths) - 1 and done + lengths[at] < due:
            done, at = done + lengths[at], at + 1
        share = min(1.0, (due - done) / lengths[at]) if lengths[at] else 0.0
        (u, v), (x, y) = points[at], points[at + 1]
        found.append((u + (x - u) * share, v + (y - v) * share))
    return found
