"""Brackets on paper: everything once, nothing smaller than 7 points, nothing over an edge, the same bytes each time."""

import re
from collections import Counter
from io import BytesIO

import pytest
from pypdf import PdfReader

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, structure_of
from brackets.draw.names import part_name
from brackets.draw.structure import From, outcome
from brackets.draw.tiling import neighbours
from referee.printing.bracket import FLAP, LEAST, MARGIN, PAPERS, bracket_pages, bracket_pdf, fitted_on
from referee.printing.type import typeset
from referee.selectors.bracket_paper import BracketPaper, PaperBox, PaperSide

LONG = "Maximiliana Wenceslada Chiriboga Villavicencio / Hermenegilda Quishpe"


def paper(form: Format, lines: int, *, name: str = "Rosa Luna / Eva Paz") -> BracketPaper:
    """A stage just drawn, without byes."""
    structure = structure_of(form, lines)
    matches = outcome(structure, tuple(range(1, lines + 1)), {}).matches

    def side(key: tuple[int, int], letter: str) -> PaperSide:
        number, source = getattr(matches[key], letter), getattr(structure[key], letter)
        if isinstance(number, int):
            return PaperSide(str(number), f"{name} <{number}>", "", wins=False)
        awaited = "" if source.what is From.WINNER else f"Perdedor de la {matches[source.of].number}"
        return PaperSide("", awaited, "", wins=False)

    return BracketPaper(
        championship="Campeonato de Cuarenta",
        stage=form.label,
        as_of="28/11/2026 19:40",
        structure=structure,
        boxes={
            key: PaperBox(str(match.number), provisional=False, sides=(side(key, "a"), side(key, "b")))
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
        (Elimination(), 8, {"a4": 1, "a3": 1}),
        (Elimination(), 16, {"a4": 1, "a3": 1}),
        (Elimination(third_place=True), 128, {"a4": 6, "a3": 2}),
        (DoubleElimination(), 32, {"a4": 4, "a3": 2}),
        (Series(size=4), 16, {"a4": 1, "a3": 1}),
    ],
)
def test_it_takes_as_few_pages_as_can_be_read(form: Format, lines: int, pages: dict[str, int]) -> None:
    printed = paper(form, lines)

    assert {format_: len(bracket_pages(printed, format_)) for format_ in PAPERS} == pages


@pytest.mark.parametrize("format_", PAPERS)
@pytest.mark.parametrize(("form", "lines"), [(Elimination(), 64), (DoubleElimination(), 16), (Series(size=4), 36)])
def test_long_names_are_cut_and_nothing_leaves_the_page(format_: str, form: Format, lines: int) -> None:
    pages = bracket_pages(paper(form, lines, name=LONG), format_)

    names = {text.text for page in pages for text in page.texts if text.text.startswith("M. ")}
    assert names
    for first, second in (name.split(" / ") for name in names):
        assert first.startswith("M. W. C")
        assert second.startswith("H. Quishpe"[:6])
    for page in pages:
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
        provisional=True,
        sides=(PaperSide("7", "Gana", "40 12 40", wins=True), PaperSide("9", "Pierde", "22 40 8", wins=False)),
    )
    bye = PaperBox("", provisional=False, sides=(PaperSide("3", "Libre", "pasa libre", wins=False),))

    (page,) = bracket_pages(printed._replace(boxes={**printed.boxes, (1, 0): decided, (1, 1): bye}), "a4")

    faces = {text.text: text.face for text in page.texts}
    assert faces["Gana"].endswith("Bold")
    assert not faces["Pierde"].endswith("Bold")
    assert {"prov.", "40 12 40", "22 40 8", "pasa libre", "Libre"} <= faces.keys()
