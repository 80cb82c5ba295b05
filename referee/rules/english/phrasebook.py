"""Sentences of one language found in another, by the blanks they leave.

A phrase is a pair of templates: `{n} puntos` is `{n} points`. What may stand in a blank says its name, less the digits
that tell two of them apart; `said` is itself a sentence of the book, `told` one or else a name, the others are carried over
as they are.

People write what stands in the blanks, so no text may cost more than it is long (ADR 53): a blank ends where the words after it
first are, nothing is tried again, sentences are within sentences a few times only, and what is longer than any of ours is not looked up.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import merge
from typing import Final, NamedTuple

CARD: Final = r"(?:as|[2-7JQK]|sota|caballo|rey)"
NAME: Final = r"(?![\s·:;,.])"
"""A name does not begin with one of these."""
BLANKS: Final[Mapping[str, str]] = {
    "n": r"[-−]?\d{1,20}",
    "side": r"[AB]",
    "seat": r"[AB][12]?",
    "rank": r"[A2-7JQK]|sota|caballo|rey",
    "card": rf"(?:un {CARD}|una {CARD})",
    "cards": rf"{CARD}(?:, {CARD}){{0,40}}(?: y {CARD})?",
    "word": r"[^«»]*?",
    "name": r".+?",
    "said": r".+?",
    "told": r".+?",
}
NAMED: Final = frozenset({"name", "told"})
OPEN: Final = frozenset({"name", "said", "told"})
"""Blanks in which anything may stand."""
CARRIED: Final = frozenset({"name", "word"})
BETWEEN: Final = " · "
_BLANK: Final = re.compile(r"\{([a-z]+)(\d*)\}")
_WORD: Final = re.compile(r"[^\W\d_]+")
KEPT: Final = 4096
LONGEST: Final = 800
"""Characters of a sentence; the longest of ours has 250 and a few names."""
DEEPEST: Final = 4
"""Sentences within sentences."""


class Told(NamedTuple):
    """A sentence in English, and what its blanks carried over because no pair has it: names, and what somebody wrote."""

    english: str
    carried: tuple[str, ...] = ()


class Phrase(NamedTuple):
    number: int  # its place in the book: of those that carry over as much the first is taken
    pattern: re.Pattern[str]
    english: str
    blanks: tuple[str, ...]
    needed: str
    """The longest of its own words: quickly looked for, and seldom there."""


class Phrasebook:
    """What the pairs say, and what can be put together from them."""

    def __init__(self, *books: Iterable[tuple[str, str]]) -> None:
        pairs = [pair for book in books for pair in book]
        self.spanish: Final = tuple(spanish for spanish, _ in pairs)
        self._words = {spanish: english for spanish, english in pairs if "{" not in spanish}
        self._phrases: dict[str, list[Phrase]] = {}
        for number, (spanish, english) in enumerate(pairs):
            if "{" in spanish:
                self._phrases.setdefault(_first_word(spanish), []).append(_phrase(number, spanish, english))
        self._told_within: Callable[[str, int], Told | None] = lru_cache(KEPT)(self._told)

    def find(self, sentence: str) -> str | None:
        """The English of a sentence; None where the book does not have it.

        >>> Phrasebook([("gana {side}", "{side} wins"), ("zapatería", "zapatería")]).find("gana B · zapatería")
        'B wins · zapatería'
        """
        told = self.told(sentence)
        return told.english if told else None

    def told(self, sentence: str) -> Told | None:
        """A sentence as `find` has it, with what it carries over.

        >>> Phrasebook([("Mesa {n}", "Table {n}"), ("gana {told}", "{told} wins")]).told("Mesa 4 · gana Ana")
        Told(english='Table 4 · Ana wins', carried=('Ana',))
        """
        return self._told_within(sentence, 0) if len(sentence) <= LONGEST else None

    def _told(self, sentence: str, depth: int) -> Told | None:
        word = self._words.get(sentence)
        return Told(word) if word else least_carried(self._candidates(sentence, depth))

    def _candidates(self, sentence: str, depth: int) -> Iterator[Told | None]:
        for phrase in merge(self._phrases.get(_first_word(sentence), ()), self._phrases.get("", ())):
            if phrase.needed in sentence and (match := phrase.pattern.match(sentence)):
                yield self._phrased(phrase, match, depth)
        if BETWEEN in sentence:
            yield joined((self._told_within(part, depth) for part in sentence.split(BETWEEN)), BETWEEN)

    def _phrased(self, phrase: Phrase, match: re.Match[str], depth: int) -> Told | None:
        filled: dict[str, Told] = {}
        for blank in phrase.blanks:
            told = self._filled(blank, match[blank], depth)
            if told is None:
                return None
            filled[blank] = told
        english = phrase.english.format_map({blank: told.english for blank, told in filled.items()})
        return Told(english, _carried(filled.values()))

    def _filled(self, blank: str, text: str, depth: int) -> Told | None:
        kind = blank.rstrip("0123456789")
        if kind in {"said", "told"}:
            told = self._told_within(text, depth + 1) if depth < DEEPEST else None
            return told or (Told(text, (text,)) if kind == "told" else None)
        if kind in CARRIED:
            return Told(text, (text,))
        return Told(_cards(text) if kind in {"card", "cards"} else text)


def least_carried(candidates: Iterable[Told | None]) -> Told | None:
    """That which carries over least, the first of equals: names are in each, what a pair does not know is in some."""
    best: Told | None = None
    for told in candidates:
        if told is not None and (best is None or _length(told) < _length(best)):
            best = told
            if not best.carried:
                break
    return best


def joined(parts: Iterable[Told | None], between: str) -> Told | None:
    """Several as one; None where one of them is."""
    known: list[Told] = []
    for part in parts:
        if part is None:
            return None
        known.append(part)
    return Told(between.join(part.english for part in known), _carried(known))


def _length(told: Told) -> int:
    return sum(map(len, told.carried))


def _carried(parts: Iterable[Told]) -> tuple[str, ...]:
    return tuple(text for part in parts for text in part.carried)


def _first_word(sentence: str) -> str:
    """The word that a sentence or template begins with, "" where it begins with a blank or is broken by one.

    >>> _first_word("Ronda de {n}"), _first_word("{n} puntos"), _first_word("art{n}")
    ('Ronda', '', '')
    """
    word = _WORD.match(sentence)
    return "" if word is None or sentence[word.end() : word.end() + 1] == "{" else word[0]


def _phrase(number: int, spanish: str, english: str) -> Phrase:
    blanks = tuple("".join(blank) for blank in _BLANK.findall(spanish))
    needed = max(_BLANK.split(spanish)[::3], key=len)
    return Phrase(number, re.compile(_pattern(spanish), re.DOTALL), english, blanks, needed)


def _pattern(spanish: str) -> str:
    """Each blank for anything in a group that does not give back, with all that follows it until the next such blank.

    Where several blanks for anything could end, the first place at which what follows them fits will do: the next takes the rest.
    """
    pieces = _BLANK.split(spanish)
    pattern, is_open = "", False
    for text, kind, digits in zip(pieces[::3], [*pieces[1::3], ""], [*pieces[2::3], ""], strict=True):
        pattern += re.escape(text) + (NAME if kind in NAMED else "")
        if kind in OPEN or not kind:
            pattern += r"\Z" if not kind else ""
            pattern += ")" if is_open else ""
            pattern += "(?>" if kind else ""
            is_open = True
        pattern += f"(?P<{kind}{digits}>{BLANKS[kind]})" if kind else ""
    return pattern


def _cards(text: str) -> str:
    """Cards as people say them.

    >>> _cards("un as"), _cards("as, 2 y J"), _cards("una J")
    ('an ace', 'ace, 2 and J', 'a J')
    """
    text = text.replace("un as", "an ace").replace("una ", "a ").replace("un ", "a ").replace(" y ", " and ")
    return re.sub(r"\bas\b", "ace", text)
