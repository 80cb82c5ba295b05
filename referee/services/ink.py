"""Whether what was drawn can be a signature."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from referee.services.errors import RefereeError

WIDTH, HEIGHT = 1000, 375
LEAST_POINTS, MOST_POINTS = 8, 4000
LEAST_LENGTH = 60

Ink = Sequence[Sequence[int]]


def ink_check(ink: Ink) -> None:
    """Raise unless the strokes, each x0, y0, x1, y1, …, lie in the box and are more than a dot or a slip."""
    if any(len(stroke) % 2 for stroke in ink):
        raise RefereeError("trazo-invalido", "El trazo de la firma llegó incompleto: borre y firme de nuevo.")
    strokes = [list(zip(stroke[::2], stroke[1::2], strict=True)) for stroke in ink]
    points = [point for stroke in strokes for point in stroke]
    if any(not (0 <= x <= WIDTH and 0 <= y <= HEIGHT) for x, y in points):
        raise RefereeError("trazo-invalido", "El trazo se sale del recuadro: borre y firme de nuevo.")
    length = sum(hypot(x1 - x0, y1 - y0) for stroke in strokes for (x0, y0), (x1, y1) in pairwise(stroke))
    if len(points) < LEAST_POINTS or length < LEAST_LENGTH:
        raise RefereeError("firma-corta", "El trazo es muy corto para ser una firma: firme de nuevo, más grande.")
    if len(points) > MOST_POINTS:
        raise RefereeError("firma-larga", "El trazo tiene demasiados puntos: borre y firme de nuevo.")
