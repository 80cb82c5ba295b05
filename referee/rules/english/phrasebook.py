"""Sentences of one language found in another, by the blanks they leave.

A phrase is a pair of templates: `{n} puntos` is `{n} points`. What may stand in a blank says its name, less the digits
that tell two of them apart; `said` is itself a sentence of the book, the others are carried over as they are.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

CARD: Final = r"(?:as|[2-7JQK])"
BLANKS: Final[Mapping[str, str]] = {
    "n": r"[-−]?\d+",
    "side": r"[AB]",
    "seat": r"[AB][12]?",
    "rank": r"[A2-7JQK]",
    "card": rf"(?:un {CARD}|una {CARD})",
    "cards": rf"{CARD}(?:, {CARD})*(?: y {CARD})?",
    "word": r"[^«»]*?",
    "name": r".+?",
    "said": r".+?",
}
BETWEEN: Final = " · "
_BLANK: Final = re.compile(r"\{([a-z]+)(\d*)\}")
KEPT: Final = 4096


class Phrase(NamedTuple):
    pattern: re.Pattern[str]
    english: str
    blanks: tuple[str, ...]


class Phrasebook:
    """What the pairs say, and what can be put together from them."""

    def __init__(self, *books: Iterable[tuple[str, str]]) -> None:
        pairs = [pair for book in books for pair in book]
        self.spanish: Final = tuple(spanish for spanish, _ in pairs)
        self._words = {spanish: english for spanish, english in pairs if "{" not in spanish}
        self._phrases = [_phrase(spanish, english) for spanish, english in pairs if "{" in spanish]
        self.find: Callable[[str], str | None] = lru_cache(KEPT)(self._find)

    def _find(self, sentence: str) -> str | None:
        """The English of a sentence; None where the book does not have it.

        >>> Phrasebook([("gana {side}", "{side} wins"), ("zapatería", "zapatería")]).find("gana B · zapatería")
        'B wins · zapatería'
        """
        whole = self._words.get(sentence) or self._phrased(sentence)
        if whole is not None or BETWEEN not in sentence:
            return whole
        parts = [self.find(part) for part in sentence.split(BETWEEN)]
        return None if None in parts else BETWEEN.join(part for part in parts if part)

    def _phrased(self, sentence: str) -> str | None:
        for phrase in self._phrases:
            match = phrase.pattern.fullmatch(sentence)
            if match is None:
                continue
            filled = {blank: self._filled(blank, match[blank]) for blank in phrase.blanks}
            if None not in filled.values():
                return phrase.english.format_map(filled)
        return None

    def _filled(self, blank: str, text: str) -> str | None:
        kind = blank.rstrip("0123456789")
        if kind == "said":
            return self.find(text)
        return _cards(text) if kind in {"card", "cards"} else text


def _phrase(spanish: str, english: str) -> Phrase:
    blanks = tuple("".join(blank) for blank in _BLANK.findall(spanish))
    pieces = _BLANK.split(spanish)
    pattern = "".join(
        re.escape(text) + (f"(?P<{kind}{number}>{BLANKS[kind]})" if kind else "")
        for text, kind, number in zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True)
    )
    return Phrase(re.compile(pattern, re.DOTALL), english, blanks)


def _cards(text: str) -> str:
    """Cards as people say them.

    >>> _cards("un as"), _cards("as, 2 y J"), _cards("una J")
    ('an ace', 'ace, 2 and J', 'a J')
    """
    text = text.replace("un as", "an ace").replace("una ", "a ").replace("un ", "a ").replace(" y ", " and ")
    return re.sub(r"\bas\b", "ace", text)
