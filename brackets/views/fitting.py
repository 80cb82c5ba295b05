"""Names cut short to the room they have where no browser does it: in the text of an SVG."""

from functools import lru_cache
from typing import Final

from brackets.selectors.shorter import shorter

# Widths in em of a common sans-serif, by class; rounded up, since no two machines have the same one.
NARROW: Final = frozenset("iíjlItf.,;:·'’|!()[]/ -r")
WIDE: Final = frozenset("mwMW@%—…")
WIDTHS: Final = (0.33, 0.58, 0.72, 0.95)


@lru_cache(maxsize=8192)
def fitted(text: str, *, size: float, room: float) -> str:
    """`text`, both names of a pareja shorter, or its beginning and an ellipsis; at most about `room` wide when set in `size`.

    >>> fitted("Rosa / Luis", size=13, room=200), fitted("Rosa Elvira Chiriboga / Luis Alberto Andrade", size=13, room=120)
    ('Rosa / Luis', 'R. Elv… / L. Alb…')
    """

    def fits(text: str) -> bool:
        return sum(map(_width, text)) * size <= room

    text = shorter(text, fits)
    if fits(text):
        return text
    left, end = room / size - _width("…"), 0
    while end < len(text) and left >= _width(text[end]):
        left -= _width(text[end])
        end += 1
    return text[:end].rstrip(" /") + "…"


def _width(letter: str) -> float:
    if letter in NARROW:
        return WIDTHS[0]
    if letter in WIDE:
        return WIDTHS[3]
    return WIDTHS[2] if letter.isupper() else WIDTHS[1]
