"""What the services refuse with, in English; a tablet that asks for it (`Accept-Language: en`) is told so.

As with the rulebook, nothing that decides knows of it: the finished answer is put into English where it leaves.
"""

from typing import Any, Final

import msgspec

from referee.api.english_at_the_table import DEVICES, MESAS, NAMES
from referee.api.english_of_appeals import APPEALS
from referee.api.english_of_signing import QUARANTINE, SIGNATURES
from referee.rules.english import PHRASES, Phrasebook, english_of

BOOK: Final = Phrasebook(*PHRASES, NAMES, DEVICES, MESAS, QUARANTINE, SIGNATURES, APPEALS)


def asks_for_english(accept_language: str) -> bool:
    """Whether a request prefers English, by its `Accept-Language`; a tablet sends one language.

    >>> asks_for_english("en"), asks_for_english("en-GB,es;q=0.5"), asks_for_english("es-EC,en;q=0.5")
    (True, True, False)
    """
    return accept_language.lower().startswith("en")


def in_english(answer: Any) -> Any:
    """The answer of a view with its sentences in English."""
    return english_of(msgspec.to_builtins(answer, enc_hook=str), BOOK)
