"""Points as they lie on the table (14.a, 14.b)."""

from typing import Final

PERRO: Final = 10
TANTO: Final = 2


def chips(points: int) -> tuple[int, int]:
    """How many perros of ten and tantos of two.

    >>> chips(18)
    (1, 4)
    """
    return points // PERRO, points % PERRO // TANTO
