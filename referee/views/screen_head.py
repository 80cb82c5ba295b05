"""The head of a screen: what it shows, a note beside that, and of which championship, each as long as there is room for."""

from dataclasses import dataclass
from typing import Final

from brackets.views.fitting import BOLD, fitted, width_of

# As `screen.css` has them, in hundredths of the height: what the hour leaves of the width, and the sizes of the letters.
WIDE: Final = 149
MOST_WHERE: Final = 66
LEAST_WHERE: Final = 20
TITLE: Final = 6
NOTE: Final = 3.9
WHERE: Final = 3.4


@dataclass(frozen=True, slots=True)
class Head:
    """Without a `title`, `where` stands in its place."""

    title: str
    note: str
    where: str


def head_of(title: str, note: str, where: str) -> Head:
    """The title whole; the note gives way to the beginning of the name of the championship.

    >>> head_of("Llave", "Octavos de final", "Campeonato de Cuarenta")
    Head(title='Llave', note='Octavos de final', where='Campeonato de Cuarenta')
    >>> head_of("Próximas llamadas", "Después, en este orden", "Campeonato de Cuarenta de la ciudad de Riobamba").where
    'Campeonato de…'
    """
    if not title:
        return Head("", "", fitted(where, size=TITLE * BOLD, room=WIDE))
    left = WIDE - (width_of(title) + width_of(" ")) * TITLE * BOLD
    wanted = min(width_of(where) * WHERE, LEAST_WHERE)
    note = fitted(note, size=NOTE, room=left - wanted) if note else ""
    left -= width_of(note) * NOTE
    return Head(title, note, fitted(where, size=WHERE, room=min(left, MOST_WHERE)))
