"""The rulebook's own words in English: labels, notes, refusals, what a jugada would do.

The rules speak Spanish and know of no other language; what they said is found here by its pattern. So nothing is
decided, counted or refused twice, and a sentence without its English is told in Spanish rather than not at all (a test
makes the rulebook say everything it can, and finds it all here).
"""

from typing import Any, Final

from referee.rules.english import cards, sentences, words
from referee.rules.english.phrasebook import Phrasebook, Told, joined, least_carried

__all__ = ["PHRASES", "Phrasebook", "Told", "english_of", "in_english", "joined", "least_carried"]

PHRASES: Final = (
    words.LABELS,
    words.REWARDS,
    words.WAYS,
    words.NOTES,
    cards.VERDICTS,
    cards.FAULTS,
    cards.REFUSALS,
    sentences.REFUSALS,
    sentences.RESULTS,
    sentences.CAUTIONS,
    sentences.PREVIEWS,
)
RULEBOOK: Final = Phrasebook(*PHRASES)
SAID: Final = frozenset({"hold", "label", "message", "note", "round", "text"})
"""What in an answer is a sentence of ours; everything else is names, codes and figures."""
WRITTEN: Final = frozenset({"cause"})
"""What somebody wrote, of which at most the beginning is ours."""


def in_english(sentence: str, book: Phrasebook = RULEBOOK) -> str:
    """What the rulebook said, in English.

    >>> in_english("empate a 17: nadie reparte, el sorteo se repite")
    'a tie at 17: nobody deals, draw again'
    >>> in_english("De la escalera olvidó as y 2: el Juez retira lo olvidado hasta que termine la data y no cuenta para nadie.")
    'Of the sequence ace and 2 was forgotten: the judge withdraws what was forgotten until the data ends, and it counts for nobody.'
    """
    return book.find(sentence) or sentence


def english_of(answer: Any, book: Phrasebook = RULEBOOK) -> Any:
    """The same answer, as JSON has it, with its sentences and citations in English."""
    if isinstance(answer, dict):
        return {key: _value(key, value, book) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [english_of(item, book) for item in answer]
    return answer


def _value(key: object, value: Any, book: Phrasebook) -> Any:
    if not isinstance(value, str):
        return english_of(value, book)
    if key == "article":
        return _place(value)
    return in_english(value, book) if key in SAID | WRITTEN else value


def _place(article: str) -> str:
    for spanish, english in words.PLACES:
        article = article.replace(spanish, english)
    return article
