"""A count with its noun, numbers with theirs, and what is enumerated."""

import re
from collections.abc import Iterable
from typing import Final

_I: Final = re.compile(r"\W*(?:h?[iíï](?![aeoáéó])|y(?=[^\W\d_aeiouáéíóúh]))", re.IGNORECASE)
"""What begins with the sound of an «i» that no other vowel follows: Iván, Hilda, Yvonne; not hielo, Yolanda, Yhon, a «Y» alone."""


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
    >>> listed(["Eva Luna", "Iván Sol"]), listed(["Eva", "Yolanda"])
    ('Eva Luna e Iván Sol', 'Eva y Yolanda')
    """
    *first, last = map(str, things)
    return f"{', '.join(first)} {and_before(last)} {last}" if first else last


def and_before(word: str) -> str:
    """«y», or «e» before the sound of an «i».

    >>> [and_before(word) for word in ("Iván", "«Inicio»", "Hilda", "Íñigo", "Yvonne", "hielo", "Yépez", "Yhon", "Y", "12")]
    ['e', 'e', 'e', 'e', 'e', 'y', 'y', 'y', 'y', 'y']
    """
    return "e" if _I.match(word) else "y"
