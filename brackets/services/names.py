"""Names of people and things: one spelling, nothing invisible in them."""

import unicodedata
from typing import Final

from brackets.blank import is_blank
from brackets.selectors.letters import code_of, unprintable
from brackets.services.errors import InvalidValue
from kernel.normal_form import normal_form

# Control characters, invisible marks (among them those that turn the direction of writing), what is unassigned.
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
TYPED: Final = 4
"""Characters that a letter may be typed with: itself and its marks."""
MOST_NAMED: Final = 5
"""Letters that are named one by one."""


def text_clean(
    value: str, *, field: str, label: str, longest: int, required: bool = False, printable: bool = False
) -> str:
    """The text in NFC with single spaces, empty if it shows no letter; InvalidValue when it is too long, empty, or hides something.

    `printable` refuses letters that papers cannot print. Where a name may need them all the same, ask with `doubts.unprinted`.
    """
    text = " ".join(value.split())
    if len(text) <= TYPED * longest:
        text = " ".join(normal_form("NFC", text).split())
        if any(unicodedata.category(char) in INVISIBLE or char == REPLACEMENT for char in text):
            raise InvalidValue(
                "caracteres-invisibles",
                f"{label} tiene caracteres que no se ven o que no se pudieron leer. Escríbalo de nuevo.",
                field=field,
            )
    if len(text) > longest:
        raise InvalidValue(
            "demasiado-largo",
            f"{label} tiene {len(text)} caracteres y caben {longest}. Acórtelo.",
            field=field,
        )
    text = "" if is_blank(text) else text
    if required and not text:
        raise InvalidValue("falta", f"Falta {label[0].lower()}{label[1:]}.", field=field)
    if printable and (letters := unprinted_letters(text)):
        message = f"{label} tiene {letters}, que los papeles no pueden imprimir. Escríbalo con letras latinas."
        raise InvalidValue("letra-sin-imprimir", message, field=field)
    return text


def unprinted_letters(text: str) -> str:
    """The letters that papers cannot print, for a sentence; empty without any.

    >>> unprinted_letters("Copa 🏆"), unprinted_letters("Copa Ñ")
    ('«🏆» (U+1F3C6)', '')
    """
    letters = unprintable(text)
    named = ", ".join(f"«{char}» ({code_of(char)})" for char in letters[:MOST_NAMED])
    return named + (f" y {len(letters) - MOST_NAMED} más" if len(letters) > MOST_NAMED else "")
