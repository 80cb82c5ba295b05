"""Passwords: which everybody in the hall would try first, and one that nobody does."""

import re
import secrets
from collections.abc import Iterator
from typing import Final

from django.core.exceptions import ValidationError

from brackets.models import Championship, Pareja, User
from kernel.normal_form import normal_form

GAME: Final = frozenset(
    [
        "cuarenta",
        "caida",
        "limpia",
        "ronda",
        "rondas",
        "zapateria",
        "zapato",
        "zapatero",
        "chica",
        "chicas",
        "data",
        "datas",
        "riobamba",
        "perro",
        "naipe",
        "naipes",
        "baraja",
        "carta",
        "cartas",
        "carton",
        "mano",
        "corte",
        "levante",
        "tanto",
        "tantos",
        "punto",
        "puntos",
        "mesa",
        "mesas",
        "pareja",
        "parejas",
        "juez",
        "jueza",
        "jueces",
        "director",
        "directora",
        "control",
        "tablet",
        "planilla",
        "partida",
        "torneo",
        "campeonato",
        "copa",
        "liga",
        "llave",
        "final",
        "apelacion",
        "clave",
        "contrasena",
        "password",
        "entrar",
        "ecuador",
        "quito",
    ]
)
SHORTEST_WORD: Final = 4
ENOUGH: Final = 6
"""So many characters besides such words, not all of them digits, make a password of one's own."""
_DRESSED_UP: Final[tuple[dict[int, int], ...]] = (
    {},
    str.maketrans("0134578@$!", "oieastbasi"),
    str.maketrans("0134578@$!", "oleastbasl"),
)


# Without what is mistaken for something else when it is read aloud or from paper.
READABLE: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def password_new() -> str:
    """One that nobody guesses, to be shown once."""
    return "-".join("".join(secrets.choice(READABLE) for _ in range(4)) for _ in range(3))


class GameWordsValidator:
    """Refuses what is made of words of the game, of the championships here, or of the account's own names."""

    def validate(self, password: str, user: User | None = None) -> None:
        words = sorted({*GAME, *_words_of_the_hall(), *_words_of(user)}, key=lambda word: (-len(word), word))
        for table in _DRESSED_UP:
            text = _letters(password.translate(table))
            for told in (text, text[::-1]):
                if word := _made_of(told, words):
                    raise ValidationError(
                        f"«{word}» lo prueba cualquiera en la sala: es del juego, del campeonato o de la cuenta. "
                        "Elija tres palabras que no tengan que ver, por ejemplo de cosas de su casa.",
                        code="contrasena-del-juego",
                    )

    def get_help_text(self) -> str:
        return "Sin palabras del juego, del campeonato ni de su nombre."


def _letters(text: str) -> str:
    """Small letters and digits, without accents and what is between them."""
    plain = normal_form("NFKD", text).casefold()
    return "".join(each for each in plain if each.isascii() and each.isalnum())


def _made_of(text: str, words: list[str]) -> str:
    """The first of the words that leave too little beside them; empty where enough is left, or there are none."""
    found = [word for word in words if word in text]
    if not found:
        return ""
    rest = re.sub("|".join(map(re.escape, found)), "", text)
    return found[0] if len(rest) < ENOUGH or rest.isdigit() else ""


def _split(*texts: str) -> Iterator[str]:
    for text in texts:
        for word in re.split(r"[\W\d_]+", text):
            if len(folded := _letters(word)) >= SHORTEST_WORD:
                yield folded


def _words_of_the_hall() -> Iterator[str]:
    yield from _split(*(text for row in Championship.objects.values_list("name", "place") for text in row))
    clubs = Pareja.objects.exclude(club="").values_list("club", flat=True).distinct()
    yield from _split(*clubs)


def _words_of(user: User | None) -> Iterator[str]:
    if user is not None:
        yield from _split(user.username, user.display_name)
