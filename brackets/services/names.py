"""Names of people and things: one spelling, nothing invisible in them."""

import unicodedata

from brackets.services.errors import InvalidValue

# Control characters, invisible marks (among them those that turn the direction of writing), what is unassigned.
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def text_clean(value: str, *, field: str, label: str, longest: int, required: bool = False) -> str:
    """The text in NFC with single spaces; InvalidValue when it is too long, empty, or hides something."""
    text = " ".join(unicodedata.normalize("NFC", value).split())
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
    if required and not text:
        raise InvalidValue("falta", f"Falta {label[0].lower()}{label[1:]}.", field=field)
    return text
