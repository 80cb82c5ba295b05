"""A count with its noun."""


def counted(count: int, one: str, many: str) -> str:
    """A number and what it counts, which agree.

    >>> counted(1, "levante", "levantes"), counted(0, "levante", "levantes")
    ('1 levante', '0 levantes')
    """
    return f"{count} {one if count == 1 else many}"
