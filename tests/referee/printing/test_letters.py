"""What our faces have is what entry asks about and paper writes: no box, nothing reversed, nothing invisible."""

import unicodedata
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from brackets.selectors.letters import RANGES, printed, unprintable
from referee.printing.page import Page
from referee.printing.pdf import pdf_bytes
from referee.printing.pictures import Picture, picture_png
from referee.printing.type import BOLD, FONTS, REGULAR, font, typeset

JOINED = ("HEBREW", "ARABIC", "NKO", "LAO", "THAI")
FOREIGN = {
    "李娜": "[U+674E U+5A1C]",
    "🏆": "[U+1F3C6]",
    "שלום": "[U+05E9 U+05DC U+05D5 U+05DD]",
    "محمد": "[U+0645 U+062D U+0645 U+062F]",
    "やまだ": "[U+3084 U+307E U+3060]",
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


def of_a_face(face: str) -> set[int]:
    return set(font(face).face.charToGlyph)


def is_plain(code: int) -> bool:
    """Seen, set from left to right, one letter beside the other."""
    char = chr(code)
    name = unicodedata.name(char, "")
    seen = unicodedata.category(char)[0] != "C" and unicodedata.category(char) not in ("Zl", "Zp")
    marks = "VARIATION SELECTOR" in name or char == "\N{COMBINING GRAPHEME JOINER}"
    return (
        seen and not marks and not name.startswith(JOINED) and unicodedata.bidirectional(char) not in ("R", "AL", "AN")
    )


def pdf_text(text: str, *, bold: bool = False) -> str:
    page = Page()
    page.text(30, 400, 500, text, size=10, bold=bold)
    return PdfReader(BytesIO(pdf_bytes([page], title="Prueba"))).pages[0].extract_text()


def test_letters_are_those_of_both_faces() -> None:
    known = {code for first, last in RANGES for code in range(first, last + 1)}

    assert known == {code for code in of_a_face(REGULAR) & of_a_face(BOLD) if is_plain(code)}
    assert all((FONTS / f"{face}.ttf").exists() for face in (REGULAR, BOLD))


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("foreign", FOREIGN)
def test_paper_has_code_points_in_place_of_letters_that_no_face_has(foreign: str, bold: bool) -> None:  # noqa: FBT001
    told = pdf_text(f"Rosa {foreign} Ñañez", bold=bold)

    assert told == f"Rosa {FOREIGN[foreign]} Ñañez"
    assert unprintable(foreign) == tuple(dict.fromkeys(foreign))


@pytest.mark.parametrize(
    ("written", "on_paper"),
    [
        ("Jose\N{COMBINING ACUTE ACCENT}", "José"),
        ("𝓙𝓾𝓪𝓷 Ｐａｚ", "Juan Paz"),
        ("Ana\N{RIGHT-TO-LEFT OVERRIDE}Paz\N{ZERO WIDTH SPACE}", "AnaPaz"),
        ("Ana\N{LINE SEPARATOR}Paz\tSol", "Ana Paz Sol"),
        ("♥\N{VARIATION SELECTOR-16} Ana", "♥ Ana"),
        ("👩\N{ZERO WIDTH JOINER}👧", "[U+1F469 U+1F467]"),
        ("Ștefan Łukasz Ђорђе Γιώργος", "Ștefan Łukasz Ђорђе Γιώργος"),
    ],
)
def test_variants_are_plain_and_invisible_marks_are_gone(written: str, on_paper: str) -> None:
    assert typeset(written).text == on_paper
    assert pdf_text(written) == on_paper


@settings(max_examples=60)
@given(TEXTS)
def test_whatever_is_written_each_face_has_what_is_set(text: str) -> None:
    line = typeset(text)

    assert {ord(char) for char in line.text} <= of_a_face(REGULAR) & of_a_face(BOLD)
    assert not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in line.text)
    assert printed(line.text) == line.text
    assert unprintable(line.text) == ()


def test_picture_of_a_shared_link_is_drawn_with_the_same_letters() -> None:
    one, other = (Picture("Copa", ((name, ""),), "Sala") for name in ("李", "[U+674E]"))

    assert picture_png(one) == picture_png(other)
