"""No text that anybody can send costs more than milliseconds (ADR 53): what it costs is measured in processor time, never by the clock."""

import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, Final

import pytest

from cuarenta_torneo.english import in_english
from cuarenta_torneo.english.page import BOOK, page_in_english
from referee.api.english import BOOK as API_BOOK
from referee.rules.english.phrasebook import _BLANK, Phrasebook

ORDINARY: Final = "Rosa"
ALLOWED, TIMES = 0.060, 4
"""Seconds of processor beyond so many times what an ordinary text costs there."""
PIECES: Final = (
    "Av. ", "a ", "a", "0", " ", "(", "«»", "\u0301\u0323", "\u200b", "\u202e", "Mesa 4 · ", "a contra b y c: ", ". ", "%", "\\", "\n",
    "1  ", "1-99999,", "aB. C", "=", "'", '"', "<b>", "\ufdfa", "@a.", "- ", "á", "\U0001f3c6", ",", "[", "9-",
)  # fmt: skip


def cost(act: Callable[[], Any]) -> float:
    """Seconds of this thread; the less of two, since what is loaded at first is not the text's fault."""
    return min(_once(act), _once(act))


def _once(act: Callable[[], Any]) -> float:
    before = time.thread_time()
    act()
    return time.thread_time() - before


def text_of(piece: str, longest: int) -> str:
    return (piece * (longest // len(piece) + 1))[:longest]


# --- The English of finished sentences -------------------------------------------------------------------------------


def test_av_av_av_is_not_read_again_and_again() -> None:
    """In the seed of an acta that anybody may have verified, it took 15 seconds of processor."""
    assert (
        cost(lambda: page_in_english(f"<p>Se leyó el acta: 4 inscripciones, semilla «{'Av. ' * 1000}».</p>")) < ALLOWED
    )


@pytest.mark.parametrize("around", ["{}", "Semilla: «{}».", "Partida 4, {}: Ana contra Rosa", "{} y {} ({})"])
def test_the_english_of_what_somebody_wrote_costs_milliseconds(around: str) -> None:
    for piece in PIECES:
        for longest in (300, 700, 3900, 100_000):
            text = around.replace("{}", text_of(piece, longest))
            assert _once(partial(in_english, text)) < ALLOWED, (piece, longest)


def test_sentences_are_within_sentences_only_so_deep() -> None:
    """Each `contra` was a sentence in the one before, until Python refused: the page ended in an error."""
    assert page_in_english(f"<p>{'a contra ' * 200}b</p>")
    assert API_BOOK.find("Mesa 4 · " * 100) is None


def hostile(words: tuple[str, ...]) -> tuple[str, ...]:
    """What a pattern could stumble over, made of its own words and of what may stand between them."""
    own = [word for word in words if word] or ["a"]
    between = tuple(each.join([*own, ""]) for each in ("a", "1", "as, ", "«a»"))
    return (*between, max(own, key=len), own[-1], f"{own[0]}as, ", "as, ", "1", "a ")


@pytest.mark.parametrize("book", [BOOK, API_BOOK])
def test_each_pattern_of_the_books_takes_as_long_as_the_text_is(book: Phrasebook) -> None:
    slow: list[str] = []
    for phrase in chain.from_iterable(book._phrases.values()):
        words = tuple(_BLANK.split(book.spanish[phrase.number])[::3])
        for piece in hostile(words):
            few, many = (
                _once(partial(phrase.pattern.match, words[0] + text_of(piece, size) + "!")) for size in (2000, 8000)
            )
            if many > max(8 * few, 0.003):
                slow.append(f"{book.spanish[phrase.number]!r} with {piece!r}: {few:.4f} s, then {many:.4f} s")
    assert not slow, "\n".join(slow)
