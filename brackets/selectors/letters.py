"""Which letters our papers can print, and what replaces the others.

Papers are set in one pair of faces (`referee.printing.type`). They have Latin, Greek, Cyrillic, Armenian and Georgian letters and many
signs, but no emoji and no Chinese, Japanese or Korean; Hebrew and Arabic letters, which they have in part, would come out unjoined and
from the wrong side, since nothing here lays out text from right to left. Entry asks about such letters, paper writes their code points.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from brackets.blank import FILLERS
from kernel.normal_form import normal_form

FACES: Final = (
    "20-7e a0-ac ae-2e9 2ec-2ee 2f3 2f7 300-34e 351-353 357-358 35a 35c-362 370-377 37a-37f 384-38a 38c 38e-3a1 "
    "3a3-525 531-556 559-55f 561-587 589-58a 6f0-6f9 10a0-10c5 10d0-10fc 1401-1407 1409-141b 141d-1435 1437-144a "
    "144c-1452 1454-14bd 14c0-14ea 14ec-1507 1510-153e 1540-1550 1552-156a 1574-1585 158a-1596 15a0-15af 15de 15e1 "
    "1646-1647 166e-1676 1680-169c 1d00-1d14 1d16-1d23 1d26-1d2e 1d30-1d5b 1d5d-1d6a 1d77-1d78 1d7b 1d7d 1d85 "
    "1d9b-1dbf 1dc4-1dc9 1e00-1efb 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d "
    "1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe 2000-200a 2010-2027 202f-205f 2070-2071 "
    "2074-208e 2090-209c 20a0-20b5 20b8-20ba 20bd 20d0-20d1 20d6-20d7 20db-20dc 20e1 2100-2109 210b-2149 214b 214e "
    "2150-2185 2189 2190-2311 2318-2319 231c-2321 2324-2328 232b-232c 2373-2375 237a 237d 2387 2394 239b-23ae "
    "23ce-23cf 23e3 23e5 23e8 2422-2423 2460-2469 2500-269c 269e-26b8 26c0-26c3 26e2 2701-2704 2706-2709 270c-2727 "
    "2729-274b 274d 274f-2752 2756 2758-275e 2761-2794 2798-27af 27b1-27be 27c5-27c6 27e0 27e6-27eb 27f0-28ff "
    "2906-2907 290a-290b 2940-2941 2983-2984 29ce-29d5 29eb 29fa-29fb 2a00-2a02 2a0c-2a1c 2a2f 2a6a-2a6b 2a7d-2aa0 "
    "2aae-2aba 2af9-2afa 2b00-2b1a 2b1f-2b24 2b53-2b54 2c60-2c77 2c79-2c7f 2d00-2d25 2d30-2d65 2d6f 2e18 2e1f "
    "2e22-2e25 2e2e 4dc0-4dff a4d0-a4ff a644-a647 a64c-a64d a650-a651 a654-a657 a662-a66e a68a-a68d a694-a695 "
    "a698-a699 a708-a716 a71b-a71f a722-a72b a730-a741 a746-a74b a74e-a753 a756-a757 a764-a767 a780-a783 a789-a78e "
    "a790-a791 a7a0-a7aa a7f8-a7ff fb00-fb06 fb13-fb17 fe20-fe23 fffc-fffd 10300-1031e 10320-10323 1d300-1d356 "
    "1d538-1d539 1d53b-1d53e 1d540-1d544 1d546 1d54a-1d550 1d552-1d56b 1d7d8-1d7e1 1f030-1f093 1f0a0-1f0ae "
    "1f0b1-1f0be 1f0c1-1f0cf 1f0d1-1f0df 1f311-1f318 1f42d-1f42e 1f431 1f435 1f600-1f623 1f625-1f62b 1f62d-1f640 "
    "1f643 "
)
"""The code points that both faces have, in hexadecimal ranges, but for what is invisible, is written from right to left or needs letters
to be joined. `tests/referee/printing/test_letters.py` compares them with the files of the faces."""
RANGES: Final = [
    (int(first, 16), int(last or first, 16)) for first, _, last in (each.partition("-") for each in FACES.split())
]
STARTS: Final = [first for first, _ in RANGES]
JOINER: Final = "\N{COMBINING GRAPHEME JOINER}"


def unprintable(text: str) -> tuple[str, ...]:
    """The letters of `text` that no paper can print, each once, in their order.

    >>> unprintable("José Ñato"), unprintable("Li 李 李 🏆"), unprintable("𝓙𝓾𝓪𝓷")
    ((), ('李', '🏆'), ())
    """
    composed = normal_form("NFC", text)
    return tuple(dict.fromkeys(char for char in composed if _set(char) is None))


def printed(text: str) -> str:
    """`text` as paper has it: composed, without invisible marks, with plain letters for their variants.

    Letters that cannot be printed are their code points in brackets, those that follow one another together and in the order in which
    they are read: they can be told apart and looked up, and nothing comes out as a box or reversed.

    >>> printed("Li 李"), printed("אב Paz"), printed("𝓙𝓾𝓪𝓷")
    ('Li [U+674E]', '[U+05D0 U+05D1] Paz', 'Juan')
    """
    return "".join(_pieces(normal_form("NFC", text)))


def code_of(char: str) -> str:
    """
    >>> code_of("李"), code_of("🏆")
    ('U+674E', 'U+1F3C6')
    """
    return f"U+{ord(char):04X}"


def _pieces(text: str) -> Iterator[str]:
    shown = ((char, _set(char)) for char in text)
    for known, run in groupby((pair for pair in shown if pair[1] != ""), key=lambda pair: pair[1] is not None):
        if known:
            yield from (piece for _, piece in run if piece is not None)
        else:
            yield f"[{' '.join(code_of(char) for char, _ in run)}]"


@lru_cache(maxsize=4096)
def _set(char: str) -> str | None:
    """How it is set: itself, a space, its plain letters, nothing if invisible; None if no face has it."""
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp"):
        return " "
    if char in FILLERS:
        return char if _has(char) else ""
    if category == "Cf" or char == JOINER or "VARIATION SELECTOR" in unicodedata.name(char, ""):
        return ""
    plain = next((each for each in (char, unicodedata.normalize("NFKC", char)) if all(map(_has, each))), None)
    return plain and unicodedata.normalize("NFC", plain)


def _has(char: str) -> bool:
    place = bisect_right(STARTS, ord(char)) - 1
    return place >= 0 and ord(char) <= RANGES[place][1]
