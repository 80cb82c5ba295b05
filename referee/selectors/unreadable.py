"""What reading rows comes to that nothing here wrote, and what of it is told."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from brackets.draw.acta import MALFORMED
from brackets.draw.refusal import DrawRefusal

UNREADABLE: Final = (*MALFORMED, DrawRefusal)
"""What reading rows raises that nothing here wrote: each is of the right type, and together they make no sense."""
LONGEST: Final = 600


def as_far_as_read(what: str, look: Callable[[], Iterable[str]]) -> Iterator[str]:
    """What a look finds; where it comes to something that it cannot read, that, of `what` in Spanish, is the last.

    >>> list(as_far_as_read("el podio", lambda: (str(1 // each) for each in (1, 2))))
    ['1', '0']
    >>> list(as_far_as_read("el podio", lambda: (each.lower() for each in ("A", 3))))
    ['a', "el podio no se puede leer ('int' object has no attribute 'lower')"]
    """
    try:
        yield from look()
    except UNREADABLE as error:
        yield unread(what, error)


def unread(what: str, error: Exception) -> str:
    """That this raised one of `UNREADABLE`, in words."""
    return f"{what} no se puede leer ({legible(str(error) or type(error).__name__)})"


def legible(text: str) -> str:
    """Short enough for a page, and what any database keeps: a file says in its own words what is wrong with it.

    >>> legible("«a\\x00\\ud800»"), len(legible("a" * 9_000_000))
    ('«a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}»', 600)
    """
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return "".join(each if each.isprintable() else " " if each.isspace() else "\ufffd" for each in cut)
