"""A name in a box of a bracket: how much room it has and needs, and how it is broken into lines."""

from functools import lru_cache, partial
from typing import Final

from brackets.selectors.shorter import TOGETHER, shorter
from referee.printing.type import typeset, wrapped

LEAST: Final = 7.0
"""Nothing is printed smaller, in points."""
TAB: Final = 22 / 8
NUMBER: Final = 20 / 8
"""The room for the number of the partida and for that of a side, in times the size of the type."""
BESIDE: Final = 8.0
"""What is left free around them and at the end, in points."""


def least_of(size: float) -> float:
    """How small a name may be where the type is of this size."""
    return max(LEAST, 0.85 * size)


def said_size(size: float) -> float:
    """The size of what stands at the end of a side."""
    return max(LEAST, 0.75 * size)


def said_room(said: str, size: float, width: float) -> float:
    """What the chicas need, at most a third of the box."""
    return min(typeset(said, bold=True).unit * said_size(size) + 3, width / 3) if said else 0


def name_room(width: float, size: float, said: str) -> float:
    """What a box of this width leaves to a name."""
    return width - (TAB + NUMBER) * size - BESIDE - said_room(said, size, width)


@lru_cache(maxsize=8192)
def need_of(name: str, lines: int, *, bold: bool) -> float:
    """How broad a name is in at most so many lines, at one point."""
    return max(typeset(line, bold=bold).unit for line in broken(name, lines))


def broken(name: str, lines: int) -> tuple[str, ...]:
    """In one line, or in two: each player in his own, any other name where its halves are most alike.

    >>> broken("Rosa Luna / Eva Paz", 2)
    ('Rosa Luna /', 'Eva Paz')
    >>> broken("Los Inolvidables Caballeros y Damas de Guano", 2)
    ('Los Inolvidables', 'Caballeros y Damas de Guano')
    """
    ends = [place for place, letter in enumerate(name) if letter == " "]
    if lines == 1 or not ends:
        return (name,)
    between = name.find(TOGETHER)
    end = between + 2 if between > 0 else min(ends, key=lambda place: max(place, len(name) - place - 1))
    return name[:end], name[end + 1 :]


def set_in(name: str, lines: int, *, room: float, size: float, bold: bool) -> tuple[tuple[str, ...], float]:
    """The lines of a name in this room and the size of their type: whole if it can be, else both players cut alike."""
    least = least_of(size)
    if typeset(name, bold=bold).unit * size <= room:
        return (name,), size
    need = need_of(name, lines, bold=bold)
    if need * least <= room:
        return broken(name, lines), min(size, room / need)
    if TOGETHER not in name:
        return wrapped(name, size=least, room=room, bold=bold, most=lines), least
    cut = shorter(name, partial(_fits, lines=lines, most=room / least, bold=bold))
    return broken(cut, lines), least


def _fits(name: str, *, lines: int, most: float, bold: bool) -> bool:
    return need_of(name, lines, bold=bold) <= most
