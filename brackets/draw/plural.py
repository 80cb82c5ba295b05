"""A count with its noun, and numbers with theirs."""

from collections.abc import Iterable


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts, which agree.

    >>> counted(1, "partida", "partidas"), counted(0, "partida", "partidas")
    ('1 partida', '0 partidas')
    """
    return f"{count} {one if count == 1 else many}"


def numbered(numbers: Iterable[object], one: str, many: str) -> str:
    """A sentence on things that are told by their numbers: `one` where there is one of them, else `many`.

    >>> said = "Quedó señalada la partida {}.", "Quedaron señaladas las partidas {}."
    >>> numbered([1], *said), numbered([1, 2, 3], *said)
    ('Quedó señalada la partida 1.', 'Quedaron señaladas las partidas 1, 2 y 3.')
    """
    told = list(map(str, numbers))
    return (one if len(told) == 1 else many).format(listed(told))


def listed(things: Iterable[object]) -> str:
    """They are enumerated.

    >>> listed([1]), listed(["«Series»", "«Final»"]), listed([1, 2, 3])
    ('1', '«Series» y «Final»', '1, 2 y 3')
    """
    *first, last = map(str, things)
    return f"{', '.join(first)} y {last}" if first else last
