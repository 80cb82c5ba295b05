"""Whatever is on a Planilla stays in its room, on its page, and apart from everything else."""

from dataclasses import replace
from itertools import combinations

import pytest

from referee.printing import sheet_pages
from referee.printing.page import BOTTOM, HALF, LEFT, RIGHT, WIDTH, Page, Text
from referee.printing.type import font
from tests.referee.printing import samples

SHEETS = {
    name: getattr(samples, name)
    for name in (
        "ORDINARY", "EVENTFUL", "REFUSED", "EXTREME", "DRAFT", "REPLACED", "BLANK", "BLANK_EXTREME", "EMPTY",
        "SINGLES", "ONE_CHICA", "BLANK_SINGLES", "EMPTY_SINGLES",
    )
}  # fmt: skip
each_sheet = pytest.mark.parametrize("name", SHEETS)
each_size = pytest.mark.parametrize("size", ["a4", "a5"])
FOOTER = 36


def width(text: Text) -> float:
    return font(text.face).stringWidth(text.text, text.size)


def words(page: Page) -> list[str]:
    return [text.text for text in page.texts]


@each_size
@each_sheet
def test_text_never_leaves_its_room(name: str, size: str) -> None:
    for page in sheet_pages(SHEETS[name], size):
        for text in page.texts:
            assert width(text) <= text.room + 0.01, text


@each_size
@each_sheet
def test_everything_is_within_the_margins(name: str, size: str) -> None:
    for page in sheet_pages(SHEETS[name], size):
        for text in page.texts:
            assert text.x >= LEFT - 0.1, text
            assert text.x + width(text) <= RIGHT + 0.1, text
            assert text.y >= BOTTOM or text.y < FOOTER, text
            assert text.y + text.size <= page.size[1] - 15, text
        for x0, y0, x1, y1 in (*page.thin, *page.thick):
            assert LEFT - 0.1 <= min(x0, x1) <= max(x0, x1) <= RIGHT + 0.1
            assert 40 <= min(y0, y1) <= max(y0, y1) <= page.size[1] - 15
        for stroke in page.strokes:
            assert all(LEFT <= x <= RIGHT and BOTTOM <= y <= page.size[1] for x, y in stroke)


@each_size
@each_sheet
def test_no_text_is_written_over_another(name: str, size: str) -> None:
    for page in sheet_pages(SHEETS[name], size):
        boxes = [
            (text.x, text.y - 0.1 * text.size, text.x + width(text), text.y + 0.68 * text.size, text.text)
            for text in page.texts
        ]
        for a, b in combinations(boxes, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (a, b)


@each_size
@each_sheet
def test_nothing_is_smaller_than_seven_points(name: str, size: str) -> None:
    for page in sheet_pages(SHEETS[name], size):
        assert min(text.size for text in page.texts) >= 7 - 1e-9


@each_size
@each_sheet
def test_pages_are_numbered(name: str, size: str) -> None:
    pages = sheet_pages(SHEETS[name], size)

    for number, page in enumerate(pages, 1):
        assert f"Página {number} de {len(pages)}" in words(page)


def test_an_ordinary_mesa_is_signed_on_its_first_page() -> None:
    first, _second = sheet_pages(samples.ORDINARY)

    assert len(first.strokes) == 6
    assert "RESULTADO" in words(first)


def test_a_long_mesa_flows_on_with_its_headings() -> None:
    pages = sheet_pages(samples.EXTREME)

    assert len(pages) > 3
    for page in pages[1:]:
        assert "PLANILLA DE JUEGO" in words(page)
        assert any(text.startswith("A · Pareja 1023") for text in words(page))
    with_datas = [page for page in pages if words(page).count("A1") > 5]
    assert len(with_datas) == 2
    assert all("Conteo" in words(page) for page in with_datas)
    with_corrections = [page for page in pages if any("Anula la jugada" in text for text in words(page))]
    assert len(with_corrections) > 1
    assert all("Qué pasó" in words(page) for page in with_corrections)


@each_size
def test_result_and_signatures_stand_on_one_page(size: str) -> None:
    for sheet in (samples.ORDINARY, samples.EVENTFUL, samples.EXTREME):
        closing = [page for page in sheet_pages(sheet, size) if "FIRMAS" in words(page)]

        assert len(closing) == 1
        assert "RESULTADO" in words(closing[0])
        assert closing[0].strokes


def test_a_name_of_sixty_letters_is_printed_whole() -> None:
    first = sheet_pages(samples.EXTREME)[0]
    printed = "".join("".join(words(first)).split())

    assert "".join(samples.WORDS.split()) in printed


SIGNER = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Guamán"


@each_size
@pytest.mark.parametrize("name", [SIGNER, samples.WORDS, samples.WIDEST])
def test_whoever_signs_is_read_whole(name: str, size: str) -> None:
    signed = tuple(samples.replace(block, name=name) for block in samples.EVENTFUL.signatures)
    (appeal, *_) = samples.EXTREME.appeals
    asking = tuple(samples.replace(block, name=name) for block in appeal.signatures)
    appealed = samples.replace(appeal, against="", resolved=(), signatures=asking)
    sheet = samples.replace(samples.EVENTFUL, signatures=signed, appeals=(appealed,))

    printed = "".join("".join("".join(words(page)).split()) for page in sheet_pages(sheet, size))

    assert printed.count("".join(name.split())) == len(signed) + len(asking)


@each_size
@pytest.mark.parametrize("name", ["EXTREME", "BLANK_EXTREME"])
def test_every_further_page_says_first_which_partida_it_is(name: str, size: str) -> None:
    for page in sheet_pages(SHEETS[name], size)[1:]:
        assert [text for text in words(page) if text.startswith("Partida 57 · Mesa 7 · Segunda ronda de la repesca · ")]


def test_ink_outside_the_tablets_box_is_kept_on_its_edge() -> None:
    signatures = samples.ORDINARY.signatures
    wild = samples.replace(signatures[0], ink=((-500, -500, 5000, 5000),))
    page = sheet_pages(samples.replace(samples.ORDINARY, signatures=(wild, *signatures[1:])))[0]

    (x0, y0), (x1, y1) = page.strokes[0]

    assert LEFT <= x0 < x1 <= LEFT + 180
    assert 0 < y0 - y1 < 70


def test_a_draft_says_so_on_every_page() -> None:
    for page in sheet_pages(samples.DRAFT):
        assert page.mark == "BORRADOR · sin sellar"
    assert "BORRADOR · sin sellar" in words(sheet_pages(samples.DRAFT)[0])


def test_a_replaced_version_names_its_successor() -> None:
    assert {page.mark for page in sheet_pages(samples.REPLACED)} == {"REEMPLAZADA por v2"}


def test_a_valid_planilla_has_no_mark() -> None:
    assert {page.mark for page in sheet_pages(samples.ORDINARY)} == {""}


@each_sheet
def test_on_small_paper_stands_the_same_in_the_same_type(name: str) -> None:
    """But for what every page repeats, and for how many empty rows a blank form has."""
    large, small = sheet_pages(SHEETS[name]), sheet_pages(SHEETS[name], "a5")

    assert {page.size for page in small} == {(WIDTH, HALF)}
    assert len(small) > len(large)
    assert {(*text[:2], text.text) for page in small for text in page.texts if not text.text.startswith("Página ")} == {
        (*text[:2], text.text) for page in large for text in page.texts if not text.text.startswith("Página ")
    }
    assert sum(len(page.strokes) for page in small) == sum(len(page.strokes) for page in large)


@each_size
def test_blank_boxes_have_room_for_handwriting(size: str) -> None:
    pages = sheet_pages(samples.EMPTY, size)
    rows = [page for page in pages for text in words(page) if text == "A"]
    heights = sorted(
        {round(y0 - y1, 1) for page in pages for x0, y0, x1, y1 in page.thin if x0 == x1 and x0 > LEFT + 200}
    )

    assert len(rows) >= 16
    assert 34.0 in heights  # 12 mm a data, 6 mm each pareja


@pytest.mark.parametrize("name", ["SINGLES", "ONE_CHICA", "BLANK_SINGLES", "EMPTY_SINGLES"])
def test_single_players_have_no_partner_and_sign_for_themselves(name: str) -> None:
    said = [text for page in sheet_pages(SHEETS[name]) for text in words(page)]

    assert "Jugador" in said
    assert {"A1", "B1"} <= set(said)
    assert not {"A2", "B2", "Representante", "Represent.", "Suma A"} & set(said)
    assert [text for text in said if "pareja" in text.lower()] == []


def test_a_mesa_of_one_chica_has_room_for_one() -> None:
    said = [text for page in sheet_pages(samples.ONE_CHICA) for text in words(page)]

    assert "Chica 2" not in said
    assert "no se jugó" not in said


def test_a_chica_that_was_begun_and_not_proclaimed_is_not_said_to_be_unplayed() -> None:
    """As where a pareja leaves in the middle of it."""
    sheet = samples.ORDINARY
    played = tuple(data for data in sheet.datas if data.chica < 3)
    left = replace(sheet, chicas=sheet.chicas[:1], datas=played)
    said = [text for page in sheet_pages(left) for text in words(page)]

    assert (said.count("no se terminó"), said.count("no se jugó")) == (1, 1)


def test_who_deals_by_another_method_is_written_without_cards() -> None:
    (first, *_) = sheet_pages(samples.ONE_CHICA)

    assert any(text.startswith("1. reparte B1 ") for text in words(first))


def test_what_the_text_of_a_rulebook_does_not_say_is_not_cited() -> None:
    silent, speaking = (
        [t for page in sheet_pages(sheet) for t in words(page)] for sheet in (samples.SINGLES, samples.BLANK)
    )

    assert not [text for text in silent if "art." in text]
    assert "Cuarenta" in silent
    assert {"Cuarenta · art. 16 del Reglamento", "art. 3.b, 3.c", "puntos por causa · art. 3.g.4", "art. 17"} <= set(
        speaking
    )
