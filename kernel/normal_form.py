"""Letters and their marks put together or taken apart, in time that grows as the text does.

Python puts the marks of a letter in order by pairs: fifty thousand on one letter take half a minute (ADR 53).
"""

import re
from typing import Final, Literal
from unicodedata import normalize

LONGEST_WORD: Final = 1000
"""Characters between two spaces; in what is longer nobody reads a word, and it stays as it was written."""


def normal_form(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    """`unicodedata.normalize`, but for what is longer than any word.

    >>> normal_form("NFC", "Pen\u0303a") == "Peña", normal_form("NFC", "a" + "\u0301\u0323" * 500_000)[:3] == "a\u0301\u0323"
    (True, True)
    """
    if len(text) <= LONGEST_WORD:
        return normalize(form, text)
    return "".join(part if len(part) > LONGEST_WORD else normalize(form, part) for part in re.split(r"(\s+)", text))
