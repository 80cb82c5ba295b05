"""A count with its noun."""


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts, which agree.

    >>> counted(1, "partida", "partidas"), counted(0, "partida", "partidas")
    ('1 partida', '0 partidas')
    """
    return f"{count} {one if count == 1 else many}"
