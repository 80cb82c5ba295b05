"""What reading rows comes to that nothing here wrote, and what of it is told."""

from typing import Final

from brackets.draw.acta import MALFORMED
from brackets.draw.refusal import DrawRefusal

UNREADABLE: Final = (*MALFORMED, DrawRefusal)
"""What reading rows raises that nothing here wrote: each is of the right type, and together they make no sense."""
LONGEST: Final = 600


def legible(text: str) -> str:
    """Short enough for a page, and what any database keeps: a file says in its own words what is wrong with it.

    >>> legible("«a\\x00\\ud800»"), len(legible("a" * 9_000_000))
    ('«a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}»', 600)
    """
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return "".join(each if each.isprintable() else " " if each.isspace() else "\ufffd" for each in cut)
