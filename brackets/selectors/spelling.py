"""When two spellings are the same name."""

import unicodedata

from kernel.normal_form import normal_form


def name_key(text: str) -> str:
    """What spellings of one name have in common, whatever their case, accents and spaces.

    >>> name_key("  JOSÉ  Peñafiel") == name_key("Jose Penafiel")
    True
    """
    plain = "".join(char for char in normal_form("NFKD", text) if not unicodedata.combining(char))
    return " ".join(plain.split()).casefold()
