"""The names of a pareja where there is little room: both of them, cut alike."""

from collections.abc import Callable

TOGETHER = " / "
SHORTEST = 4
"""Below so many letters a name says nothing: then the beginning of the whole says more."""


def shorter(names: str, fits: Callable[[str], bool]) -> str:
    """`names`, or the initial and the rest of each, or as much of each as `fits`; as they are where that is nearly nothing.

    >>> shorter("Rosa Elvira Chiriboga / Luis Andrade", lambda text: len(text) <= 32)
    'R. Elvira Chiriboga / L. Andrade'
    >>> shorter("Rosa Elvira Chiriboga / Luis Andrade", lambda text: len(text) <= 26)
    'R. Elvira Ch… / L. Andrade'
    >>> shorter("José Luis Yánez Vela / Eva Sol de la Torre", lambda text: len(text) <= 35)
    'J. L. Yánez Vel… / E. Sol de la To…'
    >>> shorter("Los de siempre", lambda text: False)
    'Los de siempre'
    """
    if TOGETHER not in names or fits(names):
        return names
    members = [brief(name) for name in names.split(TOGETHER)]
    for length in range(max(map(len, members)), SHORTEST, -1):
        text = TOGETHER.join(_cut(member, length) for member in members)
        if fits(text):
            return text
    return names


def brief(name: str) -> str:
    """Initials of the given names: the first word, and the second where there are four, as with two surnames."""
    words = name.split()
    given = 2 if len(words) == 4 and all(word[0].isupper() for word in words) else 1
    if len(words) < 2 or len(words[0]) < 3:
        return " ".join(words)
    return " ".join([*(f"{word[0]}." for word in words[:given]), *words[given:]])


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else name[:length].rstrip(" .") + "…"
