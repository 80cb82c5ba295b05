"""What counts as nothing written: a text in which no letter shows. Pure, and packed for the tablet with the rules."""

from typing import Final
from unicodedata import category

UNSEEN: Final = "ZCM"  # spaces, what leaves no mark, and marks on no letter
FILLERS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that are drawn as blanks: those of Hangul, and Braille without a dot."""


def is_blank(text: str) -> bool:
    """Whether nobody could read anything in it, though characters may have been typed.

    >>> is_blank(""), is_blank("\u2800 \u3164"), is_blank("acta 4")
    (True, True, False)
    """
    return all(category(letter)[0] in UNSEEN or letter in FILLERS for letter in text)
