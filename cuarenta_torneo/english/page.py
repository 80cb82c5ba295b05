"""A page of HTML with its sentences in English, all else as it is."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape, unescape
from typing import Final
from urllib.parse import quote, unquote

from cuarenta_torneo.english.books import BOOKS
from referee.rules.english import PHRASES, Phrasebook, Told, joined, least_carried

READ: Final = ("title", "aria-label", "alt", "placeholder")
"""Attributes that people read or hear; and each `data-say-…`, which a script shows."""
OURS: Final = "data-said"
"""On an element that no browser may translate, and that is said in English here."""
KEPT: Final = 8192
LONGEST: Final = 4000
"""Characters of a text between two tags, and"""
SENTENCES: Final = 40
"""its sentences: what is longer than any of ours is somebody's, and stays as he wrote it (ADR 53)."""
TITLES: Final = 4
"""Of titles and initials in a row, as in `Dra. V. M.`"""
BOOK: Final = Phrasebook(*BOOKS, *PHRASES)

_TAG: Final = re.compile(r"(<!--.*?-->|<[a-zA-Z/!][^>]*>)", re.DOTALL)
_ATTRIBUTE: Final = re.compile(rf'(?<=\s)({"|".join(READ)}|data-say-[a-z-]+)="([^"]*)"')
_CONTENT: Final = re.compile(r'(?<=\s)(content)="([^"]*)"')
_PASSED_ON: Final = re.compile(r'(?<=\shref=")(https://wa\.me/\?text=)([^"]*)"')
"""A link that writes a message: what is shared, and its address."""
_META_READ: Final = re.compile(r'(?:title|description|:alt)"')
_MARKS: Final = " ·:,;.()—–→←|"
_END: Final = re.compile(r"(?<=[.!?:]) (?=[A-ZÁÉÍÓÚÑ¿¡«])")
_SHORT: Final = re.compile(r"(?<!\w)[A-ZÁÉÍÓÚÑ]\w{0,2}\.\Z")
"""After what no sentence need end: `V.`, `Jr.`, `Dra.`"""
_LETTER: Final = re.compile(r"[^\W\d_]")
_DECIMAL: Final = re.compile(r"(?<![\d.,])(\d+),(\d{1,2})(?=\s*(?:%\s*)?\Z)")
WRITTEN: Final = "textarea"
"""What is in it somebody wrote, at any length."""
_VOID: Final = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr"))


def page_in_english(html: str) -> str:
    """The page with its language told, and each sentence that the books know in English.

    What stands in `translate="no"`, in scripts and styles is carried over, and so is what was written into a field of several lines.

    >>> page_in_english('<p lang="es-EC">Mesa 4 <b translate="no">Mesa 4</b></p>')
    '<p lang="en">Table 4 <b translate="no">Mesa 4</b></p>'
    """
    return page_said(html, in_english)


def page_said(html: str, say: Callable[[str], str]) -> str:
    """The page with everything that people read or hear in it as `say` says it."""
    return "".join(_said(html, say))


def _said(html: str, say: Callable[[str], str]) -> Iterator[str]:
    silent, depth = "", 0  # the element that is carried over as it is, and how many of its kind are open
    for piece in _TAG.split(html):
        if not piece.startswith("<"):
            yield piece if silent else _text(piece, say)
            continue
        name, closes = _name(piece)
        if silent:
            depth += 0 if name != silent else -1 if closes else 1
            silent = silent if depth else ""
            yield piece
            continue
        apart = not closes and _is_silent(name, piece)
        if apart or (name == WRITTEN and not closes):
            silent, depth = name, 1
        yield piece if closes or apart else _tag(name, piece, say)


def _name(tag: str) -> tuple[str, bool]:
    """The element that a tag opens or closes, and which of the two."""
    closes = tag.startswith("</")
    return re.split(r"[\s/>]", tag[2 if closes else 1 :], maxsplit=1)[0].lower(), closes


def _is_silent(name: str, tag: str) -> bool:
    if name in {"script", "style"}:
        return True
    return 'translate="no"' in tag and name not in _VOID and OURS not in tag


def _tag(name: str, tag: str, say: Callable[[str], str]) -> str:
    def attribute(found: re.Match[str]) -> str:
        return f'{found[1]}="{escape(say(unescape(found[2])))}"'

    def message(found: re.Match[str]) -> str:
        title, _, address = unquote(found[2]).rpartition(": ")
        return f'{found[1]}{quote(f"{say(title)}: {address}")}"'

    if name == "a":
        tag = _PASSED_ON.sub(message, tag)
    if name == "meta":
        return _CONTENT.sub(attribute, tag) if _META_READ.search(tag) else tag
    return _ATTRIBUTE.sub(attribute, tag).replace('lang="es-EC"', 'lang="en"')


def _text(text: str, say: Callable[[str], str]) -> str:
    """A text with letters is a sentence; a figure alone, as `22,3`, has the point of English."""
    if _LETTER.search(text):
        return escape(say(unescape(text)), quote=False)
    return _DECIMAL.sub(r"\1.\2", text)


def in_english(text: str) -> str:
    """What the books make of a text, the blanks around it kept: the whole, else what is between its marks.

    >>> in_english(" · Mesa 4 "), in_english("Wilhelmina Quishpe")
    (' · Table 4 ', 'Wilhelmina Quishpe')
    """
    return _in_english(text) if len(text) <= LONGEST else text


@lru_cache(KEPT)
def _in_english(text: str) -> str:
    sentence = " ".join(text.split())
    if not sentence:
        return text
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{lead}{english_or_none(sentence) or sentence}{trail}"


def english_or_none(text: str) -> str | None:
    """The English of a text whose blanks are single, sentence by sentence; None where a book lacks one of them."""
    told = told_or_none(text)
    return told.english if told else None


def told_or_none(text: str) -> Told | None:
    """The same with what was carried over into it, which is a name or somebody's own words, or a pair is missing."""
    pieces = _END.split(text)
    return least_carried((_sentences(pieces), _sentence(text))) if len(pieces) <= SENTENCES else None


def _sentences(pieces: list[str]) -> Told | None:
    """Each piece a sentence, or, after an initial or a title, several that are one."""
    told: list[Told | None] = [None] * len(pieces)  # of each piece and all that follow it
    for first in reversed(range(len(pieces))):
        told[first] = least_carried(
            joined((_sentence(text), *told[end : end + 1]), " ") for end, text in _begun(pieces, first)
        )
    return told[0]


def _begun(pieces: list[str], first: int) -> Iterator[tuple[int, str]]:
    """What may be the sentence that begins with a piece, each with the piece that would follow it."""
    for end in range(first + 1, min(first + 1 + TITLES, len(pieces)) + 1):
        yield end, " ".join(pieces[first:end])
        if not _SHORT.search(pieces[end - 1]):
            return


def _sentence(text: str) -> Told | None:
    """The sentence itself, or what stands between the marks at its edges."""
    if not _LETTER.search(text):
        return Told(text)
    whole = BOOK.told(text)
    inner = text.strip(_MARKS)
    if inner in {"", text} or (whole and not whole.carried):
        return whole
    told = BOOK.told(inner)
    lead, _, trail = text.partition(inner)
    return least_carried((whole, told and told._replace(english=f"{lead}{told.english}{trail}")))
