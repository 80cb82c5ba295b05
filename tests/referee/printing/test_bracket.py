"""Brackets on paper: everything once, nothing smaller than 7 points, nothing over an edge, the same bytes each time."""

import re
from collections import Counter
from io import BytesIO
from time import process_time

import pytest
from pypdf import PdfReader

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, structure_of
from brackets.draw.names import part_name
from brackets.draw.structure import From, outcome
from brackets.draw.tiling import neighbours
from referee.printing.bracket import bracket_pages, bracket_pdf
from referee.printing.bracket_fit import FLAP, MARGIN, PAPERS, fitted_on
from referee.printing.bracket_names import LEAST
from referee.printing.page import Page
from referee.printing.type import typeset
from referee.selectors.bracket_paper import BracketPaper, PaperBox, PaperSide

ORDINARY = "Carlos Altamirano Vela / Fabián Samaniego Ríos"
LONG = "Maximiliana Wenceslada Chiriboga Villavicencio / Hermenegilda Quishpe"
LONGEST = "Maximiliana Wenceslada Hermenegilda Chiriboga Villavicencios"
PAIR = f"{LONGEST} / {LONGEST}"
TEAM = "Los Inolvidables Caballeros y Damas del Cuarenta de Guano 12"
WIDEST = f"{'W' * 60} / {'W' * 60}"
THREE = "40 12 40"


def paper(form: Format, lines: int, *, name: str = "Rosa Luna / Eva Paz", said: str = "") -> BracketPaper:
    """A stage just drawn, without byes."""
    structure = structure_of(form, lines)
    matches = outcome(structure, tuple(range(1, lines + 1)), {}).matches

    def side(key: tuple[int, int], letter: str) -> PaperSide:
        number, source = getattr(matches[key], letter), getattr(structure[key], letter)
        if isinstance(number, int):
            return PaperSide(str(number), f"{name} <{number}>", said, wins=letter == "a" and bool(said))
        awaited = "" if source.what is From.WINNER else f"Perdedor de la {matches[source.of].number}"
        return PaperSide("", awaited, "", wins=False)

    return BracketPaper(
        championship="Campeonato de Cuarenta",
        stage=form.label,
        as_of="28/11/2026 19:40",
        structure=structure,
        boxes={
            key: PaperBox(str(match.number), mark="", sides=(side(key, "a"), side(key, "b")))
            for key, match in matches.items()
        },
        rounds={key: part_name(structure, structure[key]) for key in matches},
    )


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


@pytest.mark.parametrize("format_", PAPERS)
@pytest.mark.parametrize(("form", "lines"), [(Elimination(third_place=True), 128), (DoubleElimination(), 32)])
def test_each_pareja_and_each_partida_stands_in_it_once(format_: str, form: Format, lines: int) -> None:
    printed = paper(form, lines)

    text = text_of(bracket_pdf(printed, format_))

    names = Counter(re.findall(r"<(\d+)>", text))
    assert names == {str(number): 1 for number in range(1, lines + 1)}
    written = Counter(text.text for page in bracket_pages(printed, format_) for text in page.texts)
    parejas, partidas = range(1, lines + 1), {int(box.number) for box in printed.boxes.values()}
    assert {n: written[str(n)] for n in partidas} == {n: 1 + (n in parejas) for n in partidas}


@pytest.mark.parametrize(
    ("form", "lines", "pages"),
    [
        (Elimination(), 8, {"a4": 1, "a3": 1, "a5": 1}),
        (Elimination(), 16, {"a4": 1, "a3": 1, "a5": 2}),
        (Elimination(third_place=True), 128, {"a4": 6, "a3": 2, "a5": 10}),
        (DoubleElimination(), 32, {"a4": 4, "a3": 2, "a5": 8}),
        (Series(size=4), 16, {"a4": 1, "a3": 1, "a5": 1}),
    ],
)
def test_it_takes_as_few_pages_as_can_be_read(form: Format, lines: int, pages: dict[str, int]) -> None:
    printed = paper(form, lines)

    assert {format_: len(bracket_pages(printed, format_)) for format_ in PAPERS} == pages


def named_whole(pages: list[Page], name: str, lines: int) -> list[int]:
    """The numbers of those whose names are read without a letter missing, on one line or on two that follow each other."""
    told = " ".join(text.text for page in pages for text in page.texts)
    return [number for number in range(1, lines + 1) if f"{name} <{number}>" in told]


@pytest.mark.parametrize(
    ("form", "lines", "name", "format_", "most"),
    [
        (Elimination(third_place=True), 32, ORDINARY, "a4", 3),
        (Elimination(third_place=True), 64, ORDINARY, "a4", 6),
        (Elimination(), 16, PAIR, "a4", 2),
        (Elimination(), 16, TEAM, "a4", 2),
        (Elimination(), 16, PAIR, "a5", 4),
        (DoubleElimination(), 16, LONG, "a4", 6),
        (DoubleElimination(), 32, ORDINARY, "a3", 4),
        (Series(size=4), 16, LONG, "a4", 2),
    ],
)
def test_names_stand_whole_beside_three_chicas_on_a_few_more_sheets(
    form: Format, lines: int, name: str, format_: str, most: int
) -> None:
    pages = bracket_pages(paper(form, lines, name=name, said=THREE), format_)

    assert named_whole(pages, name, lines) == list(range(1, lines + 1))
    assert len(pages) <= most


@pytest.mark.parametrize(("form", "lines"), [(Elimination(), 128), (DoubleElimination(), 64), (Series(size=4), 96)])
def test_for_names_of_any_length_it_takes_at_most_twice_the_sheets(form: Format, lines: int) -> None:
    short, long = (len(bracket_pages(paper(form, lines, name=name), "a4")) for name in ("Al / Bo", WIDEST))

    assert short < long <= 2 * short


def test_type_is_large_where_there_is_room() -> None:
    eight, sixteen = (fitted_on(paper(Elimination(), lines, said=THREE), "a4") for lines in (8, 16))

    assert len(eight.tiling.tiles) == len(sixteen.tiling.tiles) == 1
    assert eight.type >= 11
    assert sixteen.type >= 9


@pytest.mark.long
def test_the_largest_bracket_is_laid_out_in_a_few_seconds() -> None:
    printed = paper(DoubleElimination(), 1024, name=PAIR, said=THREE)

    before = process_time()
    pages = bracket_pages(printed, "a4")

    assert process_time() - before < 15
    assert len(pages) > 100


@pytest.mark.parametrize("format_", PAPERS)
@pytest.mark.parametrize("name", [LONG, TEAM, WIDEST])
@pytest.mark.parametrize(("form", "lines"), [(Elimination(), 64), (DoubleElimination(), 16), (Series(size=4), 36)])
def test_whatever_the_names_nothing_leaves_its_room_or_the_page(
    form: Format, lines: int, name: str, format_: str
) -> None:
    for page in bracket_pages(paper(form, lines, name=name, said=THREE), format_):
        width, height = page.size
        assert sorted(page.size) == sorted(PAPERS[format_])
        for text in page.texts:
            assert text.size >= LEAST
            wide = typeset(text.text, bold=text.face.endswith("Bold")).unit * text.size
            assert wide <= text.room + 0.01
            assert text.x >= MARGIN - 0.01
            assert text.x + wide <= width - MARGIN + 0.01
            assert MARGIN - 0.01 <= text.y <= height - MARGIN
        for x, y, to_x, to_y in page.thin + page.thick:
            assert 0 < min(x, to_x) <= max(x, to_x) < width
            assert 0 < min(y, to_y) <= max(y, to_y) < height


def test_each_page_says_where_it_stands_and_what_to_join_to_it() -> None:
    printed = paper(Elimination(), 128)
    tiling = fitted_on(printed, "a4").tiling

    pages = [" ".join(text.text for text in page.texts) for page in bracket_pages(printed, "a4")]

    assert "Fila 1 de " in pages[0]
    assert "Resultados hasta el 28/11/2026 19:40." in pages[0]
    for number, (part, text) in enumerate(zip(tiling.tiles, pages, strict=True), start=1):
        assert f"Página {number} de {len(pages)}" in text
        assert all(f"la página {other}" in text for other in neighbours(tiling, part).values())


def test_a_line_over_a_cut_goes_on_below_the_next_page() -> None:
    printed = paper(Elimination(), 128)
    fit = fitted_on(printed, "a3")
    part = fit.tiling.tiles[0]

    page = bracket_pages(printed, "a3")[0]

    lowest = min(min(y, to_y) for _, y, _, to_y in page.thick)
    assert "below" in neighbours(fit.tiling, part)
    edge = fit.page[1] - MARGIN - 30 - (part.bottom - part.top)
    assert edge - FLAP - 0.01 <= lowest < edge


def test_one_page_has_no_marks_and_no_place() -> None:
    (page,) = bracket_pages(paper(Elimination(), 8), "a4")

    text = " ".join(text.text for text in page.texts)
    assert "Fila" not in text
    assert "Recorte" not in text


def test_the_same_bracket_gives_the_same_bytes() -> None:
    printed = paper(DoubleElimination(), 16)

    assert bracket_pdf(printed, "a4") == bracket_pdf(printed, "a4")


def test_what_has_been_decided_and_what_is_provisional_is_written_without_colour() -> None:
    printed = paper(Elimination(), 4)
    decided = PaperBox(
        "1",
        mark="prov.",
        sides=(PaperSide("7", "Gana", "40 12 40", wins=True), PaperSide("9", "Pierde", "22 40 8", wins=False)),
    )
    bye = PaperBox("", mark="", sides=(PaperSide("3", "Libre", "pasa libre", wins=False),))

    (page,) = bracket_pages(printed._replace(boxes={**printed.boxes, (1, 0): decided, (1, 1): bye}), "a4")

    faces = {text.text: text.face for text in page.texts}
    assert faces["Gana"].endswith("Bold")
    assert not faces["Pierde"].endswith("Bold")
    assert {"prov.", "40 12 40", "22 40 8", "pasa libre", "Libre"} <= faces.keys()
