"""Names cut short to the room they have where no browser does it: in the text of an SVG, on a wall."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final
from unicodedata import east_asian_width, normalize

from brackets.selectors.shorter import TOGETHER, brief, shorter

BOLD: Final = 1.12
"""How much wider bold is."""
# In em, of DejaVu Sans, the widest of the common sans-serifs: no two machines have the same one, and none may cut what fits here.
WIDTHS: Final = {
    letter: width
    for letters, width in (
        ("ijlı'’", 0.31),
        (" .,·|/IJ", 0.34),
        ("frt()[]!-:;", 0.44),
        ("csz", 0.55),
        ("aekovxy", 0.615),
        ("w&", 0.83),
        ("DGHNOQU", 0.79),
        ("mMW@%—…", 1.0),
    )
    for letter in letters
}
CAPITAL: Final = 0.7
OTHER: Final = 0.64


@lru_cache(maxsize=8192)
def fitted(text: str, *, size: float, room: float) -> str:
    """`text`, both names of a pareja shorter, or its beginning and an ellipsis; at most about `room` wide when set in `size`.

    >>> fitted("Rosa / Luis", size=13, room=200), fitted("Rosa Elvira Chiriboga / Luis Alberto Andrade", size=13, room=120)
    ('Rosa / Luis', 'R. Elv… / L. Alb…')
    """
    fits = _fits(size, room)
    text = shorter(text, fits)
    return text if fits(text) else _cut(text, fits)


@lru_cache(maxsize=8192)
def stacked(title: str, *, size: float, room: float) -> tuple[str, ...]:
    """The title of a pareja on two lines of `room`: each player on one, both shortened alike; another title goes on in the second.

    >>> stacked("Rosa Elvira Chiriboga / Luis Andrade", size=1, room=13), stacked("Rosa Chiriboga / Luis Paz", size=1, room=7)
    (('Rosa Elvira Chiriboga', 'Luis Andrade'), ('R. Chiriboga', 'L. Paz'))
    >>> stacked("Los invencibles de siempre", size=1, room=9), stacked("Ana Paz", size=1, room=9)
    (('Los invencibles', 'de siempre'), ('Ana Paz',))
    """
    fits = _fits(size, room)
    lines = title.split(TOGETHER)
    if len(lines) != 2:
        lines = _wrapped(title, fits)
    elif not all(map(fits, lines)):
        lines = [brief(line) for line in lines]
    return tuple(line if fits(line) else _cut(line, fits) for line in lines)


def width_of(text: str) -> float:
    """About how wide it is at most, in em."""
    return sum(map(_width, text))


def _fits(size: float, room: float) -> Callable[[str], bool]:
    return lambda text: width_of(text) * size <= room


def _cut(text: str, fits: Callable[[str], bool]) -> str:
    """As much of its beginning as fits with an ellipsis."""
    end = next((end for end in range(len(text) - 1, 0, -1) if fits(text[:end].rstrip(" /") + "…")), 0)
    return text[:end].rstrip(" /") + "…"


def _wrapped(text: str, fits: Callable[[str], bool]) -> list[str]:
    """On one line, else on two, the first with as many words as it holds."""
    words = text.split()
    held = next((many for many in range(len(words), 0, -1) if fits(" ".join(words[:many]))), 1)
    return [" ".join(line) for line in (words[:held], words[held:]) if line]


@lru_cache(maxsize=1024)
def _width(letter: str) -> float:
    base = normalize("NFD", letter)[0]
    known = 1.0 if east_asian_width(base) in "WF" else CAPITAL if base.isupper() else OTHER
    return WIDTHS.get(base, known)
