import pytest

from referee.printing.type import BOLD, ELLIPSIS, REGULAR, fitted, font, typeset, wrapped

NAMES = ("Ñandú Güilcapi", "Wałęsa Đặng Nguyễn", "W" * 60, "i" * 60)


@pytest.mark.parametrize("text", NAMES)
def test_text_with_room_is_left_as_it_is(text: str) -> None:
    line = typeset(text)

    set_line, size, width = fitted(line, size=9, least=7, room=line.unit * 9 + 1)

    assert (set_line, size, width) == (line, 9, line.unit * 9)


@pytest.mark.parametrize("text", NAMES)
def test_text_shrinks_before_it_is_cut(text: str) -> None:
    line = typeset(text)

    set_line, size, width = fitted(line, size=9, least=7, room=line.unit * 8)

    assert set_line == line
    assert size == pytest.approx(8)
    assert width == pytest.approx(line.unit * 8)


@pytest.mark.parametrize("text", NAMES)
@pytest.mark.parametrize("room", [9, 20, 61.5, 100])
def test_text_without_room_is_cut_with_an_ellipsis(text: str, room: float) -> None:
    set_line, size, width = fitted(typeset(text), size=9, least=7, room=room)

    if len(set_line.text) < len(text):
        assert set_line.text.endswith(ELLIPSIS)
        assert size == 7
    assert width <= room + 1e-6
    assert font(set_line.face).stringWidth(set_line.text, size) <= room + 1e-6


@pytest.mark.parametrize("text", [*NAMES, "una frase con varias palabras y una " + "larguísima" * 9, "a" * 200])
@pytest.mark.parametrize("room", [40, 90.5, 300])
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: float) -> None:
    lines = wrapped(text, size=8, room=room)

    assert all(typeset(line).unit * 8 <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_what_does_not_fit_the_last_line_stays_in_it_to_be_cut() -> None:
    lines = wrapped("uno dos tres cuatro cinco", size=8, room=30, most=2)

    assert len(lines) == 2
    assert " ".join(lines) == "uno dos tres cuatro cinco"


def test_control_characters_and_loose_accents_do_not_reach_the_paper() -> None:
    assert typeset("Lui\u0301s\n\tPe\x00rez ").text == "Luís Pe rez"


def test_bold_is_another_face() -> None:
    assert (typeset("A").face, typeset("A", bold=True).face) == (REGULAR, BOLD)


def test_letters_of_other_languages_have_a_shape() -> None:
    glyphs = font(REGULAR).face.charToGlyph

    assert all(ord(letter) in glyphs for letter in "ñáüÑßøžŁđặễřșğİŵ«»–…º")
