"""Reading files of parejas."""

from contextlib import nullcontext
from datetime import date
from io import BytesIO
from zipfile import ZIP_LZMA, ZipFile

import pytest
from openpyxl import Workbook

from brackets.spreadsheets.reading import SheetError, read_parejas
from brackets.spreadsheets.template import template_xlsx
from tests.brackets.spreadsheets.books import csv, with_changed, with_part, with_sheet, with_sheets, with_texts, xlsx

TITLES = ("Número", "Jugador 1", "Jugador 2", "Club")
ROWS = (TITLES, (1, "Íñigo Peña", "Rosa Ñato", "Sol"), (2, "Ana Vaca", "Luz Mora", ""))
READ = [
    {"number": "1", "player_1": "Íñigo Peña", "player_2": "Rosa Ñato", "club": "Sol"},
    {"number": "2", "player_1": "Ana Vaca", "player_2": "Luz Mora", "club": ""},
]


@pytest.mark.parametrize(
    "content",
    [
        xlsx(ROWS),
        csv(ROWS),
        csv(ROWS, separator=","),
        csv(ROWS, separator="\t"),
        csv(ROWS, encoding="utf-8-sig"),
        csv(ROWS, encoding="cp1252"),
        csv(ROWS, encoding="utf-16"),
        "\n".join(f'"{a}","{b}","{c}","{d}"' for a, b, c, d in ROWS).encode(),
    ],
    ids=["xlsx", "semicolons", "commas", "tabs", "with a mark", "Windows", "UTF-16", "quoted"],
)
def test_the_same_rows_come_from_every_kind_of_file(content: bytes) -> None:
    sheet = read_parejas(content)

    assert [dict(row.values) for row in sheet.rows] == READ
    assert [row.number for row in sheet.rows] == [2, 3]
    assert sheet.rows[0].cells["player_2"] == "C2"


@pytest.mark.parametrize(
    "titles",
    [
        ("JUGADOR 2", "jugador 1", "Cedula 2", "CÉDULA 1", "Institución", "N.º"),
        ("Segundo jugador", "Primer jugador", "C.I. 2", "C.I. 1", "Club / Institución", "#"),
        ("Nombre del jugador 2", "nombre_del_jugador_1", "cédula jugador 2", "Cedula Jugador 1", "CLUB", "Nro."),
        ("Integrante 2", "Integrante 1", "Identificación 2", "Documento 1", "Delegación", "No."),
    ],
)
def test_titles_come_in_any_order_and_spelling(titles: tuple[str, ...]) -> None:
    sheet = read_parejas(xlsx([titles, ("Luz", "Ana", "c2", "c1", "Sol", 7)]))

    assert sheet.rows[0].values == {
        "player_1": "Ana", "player_2": "Luz", "cedula_1": "c1", "cedula_2": "c2", "club": "Sol", "number": "7",
    }  # fmt: skip
    assert sheet.unknown == ()


def test_every_title_of_the_template_is_known() -> None:
    sheet = read_parejas(template_xlsx())

    assert sheet.unknown == ()
    assert set(sheet.rows[0].values) == {
        "number", "name", "player_1", "player_2", "cedula_1", "cedula_2", "club", "category", "representative",
        "uniform", "seed",
    }  # fmt: skip


def test_what_is_longer_than_any_title_is_none() -> None:
    """A text that many cells name is not compared with the titles in each of them."""
    for longer, known in ((100, True), (101, False)):
        titles = ("Jugador 1", "Jugador 2", "Club".ljust(longer, "."))
        sheet = read_parejas(xlsx([titles, ("Ana", "Luz", "Sol")]))
        assert ("club" in sheet.rows[0].values) == known


def test_titles_may_stand_below_a_heading_and_on_another_sheet() -> None:
    workbook = Workbook()
    workbook.worksheets[0].append(["Campeonato de Cuarenta"])
    sheet = workbook.create_sheet("Inscritos")
    for row in (["Inscripciones 2026"], [], ["Jugador 1", "Jugador 2"], ["Ana Vaca", "Luz Mora"]):
        sheet.append(row)
    file = BytesIO()
    workbook.save(file)

    rows = read_parejas(file.getvalue()).rows

    assert [(row.number, row.values["player_1"]) for row in rows] == [(4, "Ana Vaca")]


def test_empty_rows_are_skipped_and_counted_up_to_the_last_row() -> None:
    sheet = read_parejas(
        csv([("Jugador 1", "Jugador 2"), ("", ""), ("Ana", "Luz"), ("", " "), ("Eva", "Sol"), ("", "")])
    )

    assert [row.number for row in sheet.rows] == [3, 5]
    assert sheet.empty == 2


def test_unknown_titles_are_told() -> None:
    sheet = read_parejas(csv([("Jugador 1", "Teléfono", "Jugador 2", "Talla "), ("Ana", "099", "Luz", "M")]))

    assert sheet.unknown == ("Teléfono", "Talla")
    assert dict(sheet.rows[0].values) == {"player_1": "Ana", "player_2": "Luz"}


def test_a_text_that_is_too_long_for_a_name_is_refused_with_its_cell() -> None:
    titles = ("Jugador 1", "Jugador 2", "Club", "Notas")
    rows = read_parejas(xlsx([titles, ("Ana", "Luz", "a" * 2_000, ""), ("Eva", "Sol", " " * 2_001, "b" * 9_000)])).rows

    assert [[problem.cell for problem in row.problems] for row in rows] == [[], ["C3"]]
    assert rows[1].values["club"] == ""


def test_a_text_is_too_long_in_a_csv_as_in_a_book() -> None:
    rows = [("Jugador 1", "Jugador 2", "Club"), ("Ana", "Luz", "a" * 2_000), ("Eva", "Sol", "a" * 2_001)]

    in_csv, in_book = (read_parejas(content).rows for content in (csv(rows), xlsx(rows)))

    assert in_csv == in_book
    assert [len(row.problems) for row in in_csv] == [0, 1]


def test_a_text_that_is_longer_than_a_csv_is_read_is_not_called_unclosed_quotes() -> None:
    with pytest.raises(SheetError, match="línea 2 hay un texto demasiado largo") as refused:
        read_parejas(csv([("Jugador 1", "Jugador 2"), ("Ana", "a" * 200_000)]))

    assert refused.value.code == "csv"
    assert "no cierran" not in refused.value.message


def test_blanks_around_a_title_do_not_make_it_too_long() -> None:
    titles = (f"{' ' * 100}Jugador 1", f"Jugador 2{' ' * 100}", f"  {'x' * 101} ")

    sheet = read_parejas(csv([titles, ("Ana", "Luz", "")]))

    assert dict(sheet.rows[0].values) == {"player_1": "Ana", "player_2": "Luz"}
    assert sheet.unknown == ("x" * 101,)


def test_twenty_thousand_rows_and_sixty_columns_of_a_book_are_read() -> None:
    last, beyond = (SHEET.format(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>') for row in (20_000, 20_001))
    assert read_parejas(book_with_sheet(last)).rows[-1].number == 20_000

    with pytest.raises(SheetError, match="más de 20000 filas"):
        read_parejas(book_with_sheet(beyond))

    for blank, found in ((58, True), (59, False)):
        with nullcontext() if found else pytest.raises(SheetError, match="«Jugador 2»"):
            read_parejas(xlsx([[*[None] * blank, "Jugador 1", "Jugador 2"], [*[None] * blank, "Ana", "Luz"]]))


def test_a_book_whose_inscriptions_stand_on_the_last_of_many_sheets_is_read() -> None:
    workbook, file = Workbook(), BytesIO()
    for place in range(40):
        workbook.create_sheet(str(place)).append(["Sol"])
    last = workbook.create_sheet("Inscritos")
    for row in ROWS:
        last.append(row)
    workbook.save(file)

    assert [dict(row.values) for row in read_parejas(file.getvalue()).rows] == READ


def test_numbers_come_as_they_are_read_by_people() -> None:
    titles = ("Número", "Jugador 1", "Jugador 2", "Cédula 1", "Uniforme")
    sheet = read_parejas(xlsx([titles, (3.0, "Ana", "Luz", 1712345675.0, True)]))

    values = sheet.rows[0].values
    assert (values["number"], values["cedula_1"], values["uniform"]) == ("3", "1712345675", "sí")


@pytest.mark.parametrize("content", [xlsx, csv])
def test_a_formula_is_refused_with_its_cell(content) -> None:
    rows = [("Jugador 1", "Jugador 2", "Club"), ("Ana", "Luz", '=HYPERLINK("x")')]

    row = read_parejas(content(rows)).rows[0]

    assert [(problem.code, problem.cell) for problem in row.problems] == [("formula", "C2")]
    assert row.values["club"] == ""


def test_dates_and_errors_of_the_sheet_are_refused_with_their_cell() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.append(["Jugador 1", "Jugador 2", "Club"])
    sheet.append(["Ana", "#N/A", None])
    sheet["B2"].data_type = "e"
    sheet["C2"] = date(2026, 11, 28)
    file = BytesIO()
    workbook.save(file)

    row = read_parejas(file.getvalue()).rows[0]

    assert [problem.cell for problem in row.problems] == ["B2", "C2"]


def test_an_apostrophe_that_guards_a_text_is_taken_off() -> None:
    sheet = read_parejas(csv([("Jugador 1", "Jugador 2"), ("'=Ana", "'Chavo' Vaca")]))

    assert dict(sheet.rows[0].values) == {"player_1": "=Ana", "player_2": "'Chavo' Vaca"}


def test_two_thousand_rows_are_read_and_one_more_is_refused() -> None:
    rows = [("Jugador 1", "Jugador 2"), *((f"Ana {n}", f"Luz {n}") for n in range(2000))]
    assert len(read_parejas(csv(rows)).rows) == 2000

    with pytest.raises(SheetError) as refused:
        read_parejas(csv([*rows, ("Eva", "Sol")]))

    assert refused.value.code == "demasiadas-filas"


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="1"><c t="inlineStr"><is><t>Jugador 1</t></is></c><c t="inlineStr"><is><t>Jugador 2</t></is></c>'
    '<c t="inlineStr"><is><t>Cédula 1</t></is></c></row>{}</sheetData></worksheet>'
)


def zipped(name: str, size: int = 0) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", compression=8) as book:
        book.writestr(name, b"0" * size)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "vacio"),
        (b" \r\n", "vacio"),
        (csv([("Jugador 1", "Jugador 2")]), "vacio"),
        (csv([("Jugador 1", "Club"), ("Ana", "Sol")]), "faltan-columnas"),
        (csv([("a", "b"), ("c", "d")]), "faltan-columnas"),
        (csv([("Jugador 1", "Jugador 2", "Club", "Institución"), ("Ana", "Luz", "x", "y")]), "columna-repetida"),
        (csv([("Jugador 1", "Jugador 2"), ("Peña", "Íñigo")], encoding="cp850"), "codificacion"),
        (csv([("Jugador 1", "Jugador 2"), ("Peña", "Íñigo")], encoding="mac_roman"), "codificacion"),
        (b"Jugador 1;Jugador 2\nPe\x81a;Luz\n", "codificacion"),
        (b'"Jugador 1";"Jugador 2"\n"Ana;Luz\n', "csv"),
        (b'"Jugador 1;Jugador 2\n', "csv"),
        (b"Jugador 1;Jugador 2\n" + b";\n" * 19_999, "vacio"),
        (b"Jugador 1;Jugador 2\n" + b";\n" * 20_000, "demasiadas-filas"),
        (b"a;" * 59 + b"Jugador 1;Jugador 2\n;;\n", "faltan-columnas"),
        (b"a;" * 58 + b"Jugador 1;Jugador 2\n;;\n", "vacio"),
        (b"\xd0\xcf\x11\xe0 old", "formato"),
        (b"PK\x03\x04 broken", "formato"),
        (zipped("content.xml"), "formato"),
        (zipped("xl/workbook.xml"), "formato"),
        (zipped("xl/workbook.xml", 61 * 1024 * 1024), "demasiado-grande"),
        (with_sheet("<x:row/>" * 20_001), "faltan-columnas"),
        (with_texts("<x:si><x:t/></x:si>" * 20_000), "faltan-columnas"),
        (with_texts(f"<x:si><x:t>{'a' * 1_000_000}</x:t></x:si>"), "faltan-columnas"),
        (with_sheets(400), "faltan-columnas"),
        (with_part("extra/a.xml", "<a/>", times=1_900), "faltan-columnas"),
        (with_part("extra/a.xml", "<a/>", times=2_000), "demasiado-grande"),
        (with_changed({}, ZIP_LZMA).replace(b"\t\x04\x05\x00]", b"\t\x04\x05\x00\xff"), "formato"),
    ],
)
def test_a_file_that_is_no_sheet_of_parejas_says_what_is_wrong(content: bytes, code: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_parejas(content)

    assert refused.value.code == code


def test_missing_columns_are_named_with_what_was_found() -> None:
    with pytest.raises(SheetError, match=r"«Jugador 2».* Sí están: Número, Jugador 1"):
        read_parejas(csv([("Número", "Jugador 1"), ("1", "Ana")]))


def book_with_sheet(sheet: str) -> bytes:
    """A book whose only sheet has this content."""
    whole = ZipFile(BytesIO(xlsx(ROWS)))
    file = BytesIO()
    with ZipFile(file, "w") as book:
        for name in whole.namelist():
            book.writestr(name, sheet if name.endswith("sheet1.xml") else whole.read(name))
    return file.getvalue()


def test_a_cedula_that_the_book_keeps_with_an_exponent_is_read_whole() -> None:
    sheet = read_parejas(book_with_sheet(SHEET.format('<row r="2"><c r="C2"><v>1.712345675E9</v></c></row>')))

    assert sheet.rows[0].values["cedula_1"] == "1712345675"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ('<row r="2000000"><c r="A2000000"><v>1</v></c></row>', "demasiadas-filas"),
        ("<row><c", "formato"),
        ('<row r="x"/>', "formato"),
    ],
    ids=["rows without end", "cut off", "no number"],
)
def test_a_book_that_lies_about_itself_is_refused(rows: str, code: str) -> None:
    with pytest.raises(SheetError) as refused:
        read_parejas(book_with_sheet(SHEET.format(rows)))

    assert refused.value.code == code


@pytest.mark.parametrize(
    "titles",
    [("Jugador", "Cédula"), ("Nombres y Apellidos", "C.I."), ("JUGADOR 1", "cédula 1"), ("Nombre", "Documento")],
)
def test_the_columns_of_a_single_player_need_no_number(titles: tuple[str, ...]) -> None:
    sheet = read_parejas(xlsx([titles, ("Ana", "c1")]), players=1)

    assert sheet.rows[0].values == {"player_1": "Ana", "cedula_1": "c1"}
    assert sheet.unknown == ()


def test_without_the_player_s_column_single_players_cannot_be_read() -> None:
    with pytest.raises(SheetError, match=r"No se encuentra la columna «Jugador»\. Sí están: Club"):
        read_parejas(csv([("Club", "Talla"), ("Sol", "M")]), players=1)


def test_a_column_without_number_is_nobody_s_in_a_championship_of_parejas() -> None:
    with pytest.raises(SheetError, match=r"«Jugador 1» y «Jugador 2»"):
        read_parejas(csv([("Jugador", "Cédula"), ("Ana", "c1")]))
